import { isAbsolute, relative, resolve } from 'node:path';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { outsidePlaceLine } from '../../output/account/auth-text.js';

/** Opens something in the state folder; reports a problem with the folder as `state_unusable`, or as `state_busy`. */
export async function usingState<T>(
  folder: string,
  open: (folder: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await open(folder);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    // Another folder would be another ledger, which pays again; what holds this one lets go of it.
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY')
      throw new ConfereError('state_busy', { path: folder }, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: 'ledger', folder, reason }, { cause: error });
  }
}

/** The runs that were told; a command may open several ledgers. */
const told = new WeakSet<Context['stderr']>();

/** On Windows the rights of a folder are those of its place, and only the profile is its user's alone. */
export function tellOutsidePlace(context: Context): void {
  const { stderr } = context;
  const { CONFERE_HOME: own } = context.env;
  if (context.platform !== 'win32' || !own || told.has(stderr) || isBelow(own, context.home))
    return;
  told.add(stderr);
  stderr.write(outsidePlaceLine(own));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return !way.startsWith('..') && !isAbsolute(way);
}
