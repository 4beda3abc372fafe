import type { Engine } from '../../src/sqlite/engine.js';
import { libsqlEngine } from '../../src/sqlite/libsql.js';
import { nodeEngine } from '../../src/sqlite/node.js';

/** The SQLite libraries that work on this machine. */
export function allEngines(): Engine[] {
  return [nodeEngine(), libsqlIfThere()].filter((engine) => engine !== undefined);
}

function libsqlIfThere(): Engine | undefined {
  try {
    return libsqlEngine();
  } catch {
    return undefined;
  }
}
