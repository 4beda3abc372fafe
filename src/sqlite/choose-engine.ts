import { UsageError } from '../errors.js';
import type { Engine } from './engine.js';
import { libsqlEngine } from './libsql.js';
import { nodeEngine } from './node.js';

let chosen: Engine | undefined;

/**
 * Node's own SQLite where it is free of the WAL-reset bug, else libsql; loaded when first used.
 * @throws UsageError `no_sqlite` where neither can be loaded
 */
export function chooseEngine(): Engine {
  chosen ??= nodeEngine() ?? libsqlOr(missing);
  return chosen;
}

/** The engines that work here, for tests. */
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
