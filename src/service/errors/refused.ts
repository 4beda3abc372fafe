import { byCode } from './failed-attempt.js';
import { CreditsError, KeyRefusedError, ServiceError } from './errors.js';
import type { Quota } from '../types.js';

/** Of a 403 (spec, "Codes of GET /cpf/{cpf}"); a code that it does not name decides nothing. */
const CODES: ReadonlySet<string | undefined> = new Set([
  'SUSPENDED_API_KEY',
  'INSUFFICIENT_CREDITS',
]);

/**
 * Tells a 403 apart by asking for the balance, which is free and exempt from the credit block
 * (spec, `GET /quota`), and never by message text. `needed` is the request's worst cost in credits.
 */
export async function toldApart(
  error: ServiceError,
  needed: number,
  quota: () => Promise<Quota>,
): Promise<ServiceError> {
  try {
    const { remainingCredits } = await quota();
    // The key is good enough for the balance; a documented code says more than the number.
    if (CODES.has(error.serviceCode)) return byCode(error);
    return remainingCredits < needed ? new CreditsError(error) : new KeyRefusedError(error);
  } catch (reason) {
    // Anything else is a defect of ours.
    if (!(reason instanceof ServiceError)) throw reason;
    return isRefusal(reason) ? new KeyRefusedError(error) : byCode(error);
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
