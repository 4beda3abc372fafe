import { byCode } from './failed-attempt.js';
import { CreditsError, KeyRefusedError, ServiceError } from './errors.js';
import type { Quota } from '../types.js';

/** The codes of a 403 (spec, "Codes of GET /cpf/{cpf}"). Any other code is ignored. */
const CODES: ReadonlySet<string | undefined> = new Set([
  'SUSPENDED_API_KEY',
  'INSUFFICIENT_CREDITS',
]);

/**
 * Decides what a 403 means. It asks for the balance, which is free and exempt from the credit block (spec,
 * `GET /quota`), and ignores the message. `needed`: the maximum cost of the request in credits.
 */
export async function classifyForbidden(
  error: ServiceError,
  needed: number,
  quota: () => Promise<Quota>,
): Promise<ServiceError> {
  try {
    const { remainingCredits } = await quota();
    // The key works. A documented code is more reliable than the balance.
    if (CODES.has(error.serviceCode)) return byCode(error);
    return remainingCredits < needed ? new CreditsError(error) : new KeyRefusedError(error);
  } catch (reason) {
    // Any other error is a defect of confere.
    if (!(reason instanceof ServiceError)) throw reason;
    return isRefusal(reason) ? new KeyRefusedError(error) : byCode(error);
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
