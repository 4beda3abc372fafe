/**
 * Stands in the place of `src/ledger/sqlite/tables/index.ts`: the statements of a database are made once, and not
 * for each command of each world.
 */
import {
  createTables as createReal,
  type Tables,
} from '../../../../src/ledger/sqlite/tables/index.js';
import type { Clock } from '../../../../src/clock.js';
import { createUptimes } from '../../../../src/ledger/sqlite/tables/uptimes.js';
import type { Database } from '../../../../src/sqlite/index.js';

export type { Tables };

const made = new WeakMap<Database, Tables>();

/** The uptime alone is that of the process. */
export function createTables(db: Database, clock: Pick<Clock, 'uptime'>): Tables {
  let tables = made.get(db);
  if (tables === undefined) made.set(db, (tables = createReal(db, clock)));
  return { ...tables, uptimes: createUptimes(db, clock) };
}
