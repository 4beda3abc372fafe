import type { Endpoint } from '../endpoints.js';

/**
 * The 4xx that the spec lists for requests that may charge ("Messages by status"). None of them uses a credit
 * ("Credit effects of errors"); a 403 is a request that was refused.
 */
const REFUSED: readonly number[] = [400, 401, 403, 404, 422, 429];
/** After these the spec lets the same request be repeated ("Retry rules"). */
const REPEATABLE = { GET: [500, 502, 503], POST: [502, 503] } as const;

/**
 * Whether a status other than 2xx leaves open if the request was charged, or made a batch (money rule 3 of the
 * contract). A status that the spec does not list may come from something between us and the service, such as
 * a gateway that stopped waiting (408, 504), after the service has done its work.
 */
export function isOutcomeUnknown(endpoint: Endpoint, status: number): boolean {
  if (!endpoint.mayCharge || REFUSED.includes(status)) return false;
  // "5xx on CNPJ lookup consumes no credit" (spec, "Credit effects of errors").
  if (endpoint.name === 'cnpj' && status >= 500 && status < 600) return false;
  const repeatable: readonly number[] = REPEATABLE[endpoint.method];
  return !repeatable.includes(status);
}
