import { UsageError } from '../errors.js';
import type { Engine } from './engine.js';
import { libsqlEngine } from './libsql.js';
import { nodeEngine } from './node.js';

let chosen: Engine | undefined;

/**
 * Node's own SQLite if it has the fix for the WAL-reset bug, otherwise libsql. Loads the engine on first use.
 *
 * @throws UsageError `no_sqlite` if neither can be loaded
 */
export function chooseEngine(): Engine {
  try {
    return (chosen ??= nodeEngine() ?? libsqlEngine());
  } catch (error) {
    throw noSqlite(error, process);
  }
}

/** `error`: why libsql could not be loaded; it may be there, and what it needs of the machine not. */
export function noSqlite(
  error: unknown,
  { platform, arch }: Readonly<Record<'platform' | 'arch', string>>,
): UsageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const lacks = code === 'ERR_DLOPEN_FAILED' ? 'runtime' : 'library';
  return new UsageError('no_sqlite', { platform, arch, lacks }, { cause: error });
}
