/**
 * Stands in the place of `src/ledger/sqlite/tables/index.ts`: the statements of a database are made once, and not
 * for each command of each world.
 */
import {
  createTables as createReal,
  type Tables,
} from '../../../src/ledger/sqlite/tables/index.js';
import type { Database } from '../../../src/sqlite/index.js';

export type { Tables };

const made = new WeakMap<Database, Tables>();

export function createTables(db: Database): Tables {
  let tables = made.get(db);
  if (tables === undefined) made.set(db, (tables = createReal(db)));
  return tables;
}
