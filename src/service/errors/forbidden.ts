import { CreditsError, KeyRefusedError, ServiceError } from './errors.js';
import type { Quota } from '../types.js';

/**
 * Decides what a 403 means, by the balance, which is free and exempt from the credit block (spec,
 * `GET /quota`): if it can be read, key and account work, and the 403 is about credits; if it is refused
 * too, the 403 is about the key or the account (money rule 6 of the contract). Codes and messages decide
 * nothing, nor does the balance itself, because the price of this account may not be ours. If the balance
 * cannot be read for another reason, the error is about credits and says that this is not certain.
 */
export async function classifyForbidden(
  error: ServiceError,
  quota: () => Promise<Quota>,
): Promise<ServiceError> {
  try {
    await quota();
    return new CreditsError(error);
  } catch (reason) {
    // Any other error is a defect of confere.
    if (!(reason instanceof ServiceError)) throw reason;
    return isRefusal(reason) ? new KeyRefusedError(error) : new CreditsError(error, 'unread');
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
