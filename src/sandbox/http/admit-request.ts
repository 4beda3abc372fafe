import { advanceJobs } from '../jobs/progress.js';
import type { Context, Lookup } from '../context.js';
import { refusalFacts } from '../faults/run-with-effects.js';
import type { Endpoint } from './endpoints.js';
import { keyRefusal } from '../account/keys.js';
import { refusal } from '../faults/refusals.js';
import type { Refusal } from './answers.js';

/**
 * Checks the key of a request, then the rate limit of its lookup, if it has one. It advances all jobs
 * first, so that the request sees the current balance. Returns the key.
 * @throws Refusal
 */
export function admitRequest(
  context: Context,
  endpoint: Endpoint,
  key: string | undefined,
): string {
  const refused = keyRefusal(context.db, key);
  if (refused !== undefined) throw refusal(refused, refusalFacts(context, endpoint));
  const admitted = key ?? '';
  const lookup = COUNTED[endpoint];
  const limited = context.db.transaction(() => {
    advanceJobs(context.db, context.clock.now());
    return lookup === undefined ? undefined : countRequest(context, admitted, lookup);
  });
  if (limited !== undefined) throw limited;
  return admitted;
}

/** Spec, "Limits": CNPJ submissions, status calls and quota do not count. */
const COUNTED: Readonly<Partial<Record<Endpoint, Lookup>>> = {
  cpf: 'simple',
  cnpj: 'simple',
  cpfSubmit: 'simple',
  realtime: 'realtime',
};

const MINUTE = 60_000;

/**
 * Counts a request and returns the refusal if it exceeds the limit (spec, "Rate limit rules"). It does not
 * throw, because that would roll back the count with the caller's transaction.
 */
function countRequest(context: Context, apiKey: string, lookup: Lookup): Refusal | undefined {
  const minute = Math.floor(context.clock.now() / MINUTE);
  if (increment(context, apiKey, lookup, minute) <= context.rates[lookup]) return undefined;
  return refusal('rate-limited', refusalFacts(context, lookup));
}

function increment({ db }: Context, apiKey: string, lookup: Lookup, minute: number): number {
  db.prepare(
    `INSERT INTO requests VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       count = CASE WHEN minute = excluded.minute THEN count + 1 ELSE 1 END, minute = excluded.minute`,
  ).run(apiKey, lookup, minute);
  const select = db.prepare('SELECT count FROM requests WHERE api_key = ? AND lookup = ?');
  return Number(select.get(apiKey, lookup)?.['count']);
}
