import type { Database, TransactionKind } from '../../sqlite/index.js';
import { readMark, refuseMoved } from '../copy/mark.js';
import { statementsOf, transact, type SqliteDb } from '../db/sqlite-db.js';
import type { Engine, Work } from '../db/engine.js';
import type { Tables } from '../tables/index.js';
import { BUSY_TIMEOUT } from './patience.js';

/** How long (ms) a deletion waits for another process. */
const PATIENCE = 10_000;

/** While another process writes, a transaction blocks nothing but its operation. */
export function createEngine(db: SqliteDb, database: Database, tables: Tables): Engine {
  const madeOf =
    (within: <T>(work: () => Promise<T>) => Promise<T>) =>
    <Given extends readonly unknown[], T>(work: Work<Given, T>) =>
    (...given: Given): Promise<T> =>
      within(async () => work(tables, ...given));
  const guarded = async <T>(kind: 'change' | 'removal', work: () => Promise<T>): Promise<T> => {
    refuseMoved(await readMark(statementsOf(database)), kind);
    return work();
  };
  const changing = (how: TransactionKind) =>
    madeOf((work) => db.transaction(how, () => guarded('change', work)));
  const write = changing('write');
  return {
    read: madeOf((work) => db.transaction('read', work)),
    write,
    note: changing('note'),
    // A process holds a batch by the lock of a file, which it cannot lose.
    writeBatch: write,
    clearBatch: changing('note'),
    erase: madeOf((work) => db.alone(() => forGood(database, () => guarded('removal', work)))),
  };
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
