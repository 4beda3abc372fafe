/**
 * Stands in the place of `src/ledger/sqlite/db.ts`: the processes of a world share one connection, whose transactions
 * follow one another.
 */
import { createSqliteDb as createReal, type SqliteDb } from '../../../../src/ledger/sqlite/db.js';
import type { Database } from '../../../../src/sqlite/index.js';

export * from '../../../../src/ledger/sqlite/db.js';

const made = new WeakMap<Database, SqliteDb>();

export function createSqliteDb(database: Database, path: string): SqliteDb {
  const known = made.get(database) ?? createReal(database, path);
  made.set(database, known);
  return known;
}
