import type { Database } from '../../sqlite/index.js';
import { statementsOf, transact, type SqliteDb } from '../db/sqlite-db.js';
import { engineOf, type Engine } from '../db/engine.js';
import type { Tables } from '../tables/index.js';
import { BUSY_TIMEOUT } from './patience.js';

/** How long (ms) a deletion waits for another process. */
const PATIENCE = 10_000;

/**
 * While another process writes, a transaction blocks nothing but its operation. A process holds a batch by the lock of a
 * file, which it cannot lose.
 */
export function createEngine(db: SqliteDb, database: Database, tables: Tables): Engine {
  return engineOf({
    read: (work) => db.transaction('read', work),
    write: (work) => db.transaction('write', work),
    note: (work) => db.transaction('note', work),
    erase: (work) => db.alone(() => forGood(database, () => work(statementsOf(database)))),
    tablesOf: () => tables,
  });
}

/**
 * Empties the write-ahead log, which still has what was deleted. It waits for other processes itself, because a second
 * attempt would count nothing.
 */
async function forGood<T>(database: Database, work: () => Promise<T>): Promise<T> {
  database.exec(`PRAGMA busy_timeout=${PATIENCE}`);
  try {
    return await transact(database, 'write', work);
  } finally {
    database.emptyLog();
    database.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  }
}
