import { ConfereError } from '../../errors.js';

/** Opens something in the state folder; reports a problem with the folder as `state_unusable`. */
export async function usingState<T>(
  folder: string,
  open: (folder: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await open(folder);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: 'ledger', folder, reason }, { cause: error });
  }
}
