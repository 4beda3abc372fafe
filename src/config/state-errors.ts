import { readErrorCode, ConfereError } from '../base/errors.js';

/**
 * Opens a ledger or the sandbox in a folder. @throws ConfereError `state_unusable`, `state_busy` for an unusable folder
 */
export async function explainStateErrors<T>(
  folder: string,
  open: () => T | Promise<T>,
  opened: 'ledger' | 'sandbox' = 'ledger',
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    // A busy folder has an error of its own, which advises to wait. The other error advises another folder, and a new
    // ledger there would know no paid record, so the user would pay again.
    if (readErrorCode(error) === 'EBUSY')
      throw new ConfereError('state_busy', { path: folder }, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: opened, folder, reason }, { cause: error });
  }
}
