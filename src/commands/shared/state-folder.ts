import { ConfereError, UsageError } from '../../errors.js';
import { say } from '../../text/index.js';

/** Opens something in the state folder; what is wrong with the folder is told as such. */
export async function usingState<T>(
  folder: string,
  open: (folder: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await open(folder);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const told = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      'state_unusable',
      say`The state in ${folder} cannot be used: ${told}. Check the folder, or set CONFERE_HOME to another one.`,
      { cause: error },
    );
  }
}
