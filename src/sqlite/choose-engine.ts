import { UsageError } from '../errors.js';
import type { Engine } from './engine.js';
import { libsqlEngine } from './libsql.js';
import { nodeEngine } from './node.js';

let chosen: Engine | undefined;

/**
 * Node's own SQLite if it has the fix for the WAL-reset bug, otherwise libsql. Loads the engine on first
 * use.
 *
 * @throws UsageError `no_sqlite` if neither can be loaded
 */
export function chooseEngine(): Engine {
  chosen ??= nodeEngine() ?? libsqlOr(missing);
  return chosen;
}

/** The engines that work on this machine, for tests. */
export function allEngines(): Engine[] {
  return [nodeEngine(), libsqlOr(() => undefined)].filter((engine) => engine !== undefined);
}

function libsqlOr<T>(otherwise: (error: unknown) => T): Engine | T {
  try {
    return libsqlEngine();
  } catch (error) {
    return otherwise(error);
  }
}

function missing(error: unknown): never {
  const { platform, arch } = process;
  throw new UsageError('no_sqlite', { platform, arch }, { cause: error });
}
