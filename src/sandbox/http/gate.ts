import { advanceJobs } from '../jobs/progress.js';
import type { Context, Lookup } from '../context.js';
import { sceneOf } from '../faults/with-effects.js';
import type { Endpoint } from './endpoints.js';
import { keyRefusal } from '../account/keys.js';
import { countRequest } from '../account/rate-limit.js';
import { refusal } from '../faults/refusals.js';

/**
 * Lets a request in: key first, then the rate limit of its lookup, if it has one. Jobs are brought
 * up to date here, so that whatever follows sees the balance as it is now. Gives the key.
 */
export function admit(context: Context, endpoint: Endpoint, key: string | undefined): string {
  const refused = keyRefusal(key);
  if (refused !== undefined) throw refusal(refused, sceneOf(context, endpoint));
  const admitted = key ?? '';
  const lookup = COUNTED[endpoint];
  const limited = context.db.transaction(() => {
    advanceJobs(context.db, context.clock.now());
    return lookup === undefined ? undefined : countRequest(context, admitted, lookup);
  });
  if (limited !== undefined) throw limited;
  return admitted;
}

/** Spec, "Limits": of the submissions only the CPF one counts; status calls and quota do not. */
const COUNTED: Readonly<Partial<Record<Endpoint, Lookup>>> = {
  cpf: 'simple',
  cnpj: 'simple',
  cpfSubmit: 'simple',
  realtime: 'realtime',
};
