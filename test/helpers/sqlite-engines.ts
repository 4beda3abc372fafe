import type { Engine } from '../../src/sqlite/connection.js';
import { libsqlEngine } from '../../src/sqlite/libsql.js';
import { nodeEngine } from '../../src/sqlite/node.js';

export function allEngines(): Engine[] {
  try {
    return [nodeEngine(), libsqlEngine()].filter((engine) => engine !== undefined);
  } catch {
    return [nodeEngine()].filter((engine) => engine !== undefined);
  }
}
