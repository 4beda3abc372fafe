import { byCode } from './failed.js';
import { CreditsError, KeyRefusedError, ServiceError } from './errors.js';
import type { Quota } from './types.js';

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
    if (remainingCredits < needed || error.serviceCode === 'INSUFFICIENT_CREDITS') {
      return new CreditsError(error);
    }
    return new KeyRefusedError(error);
  } catch (reason) {
    // Anything else is a defect of ours.
    if (!(reason instanceof ServiceError)) throw reason;
    return isRefusal(reason) ? new KeyRefusedError(error) : byCode(error);
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
