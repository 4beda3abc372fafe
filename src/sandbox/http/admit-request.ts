import { advanceJobs } from '../jobs/progress.js';
import type { Context, Lookup } from '../context.js';
import { refusalFacts } from '../faults/run-with-effects.js';
import type { Endpoint } from './endpoints.js';
import { keyRefusal } from '../account/keys.js';
import { countRequest } from '../account/rate-limit.js';
import { refusal } from '../faults/refusals.js';

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
