import type { Refusal } from '../http/answers.js';
import type { Context, Lookup } from '../context.js';
import { refusalFacts } from '../faults/run-with-effects.js';
import { refusal } from '../faults/refusals.js';

const MINUTE = 60_000;

/**
 * Counts a request and returns the refusal if it exceeds the limit (spec, "Rate limit rules"). It does not
 * throw, because that would roll back the count with the caller's transaction.
 */
export function countRequest(
  context: Context,
  apiKey: string,
  lookup: Lookup,
): Refusal | undefined {
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
