import { setImmediate } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from '../../sqlite/engine.js';
import type { Database, TransactionKind } from '../../sqlite/index.js';
import { engineOf, forSqlite, type Bound, type Db, type LedgerEngine, type Tx } from '../db.js';
import { composed } from '../../sqlite/sql.js';

/** How long (ms) one statement waits for another process: SQLite blocks this one meanwhile, so `patiently` tries again. */
export const BUSY_TIMEOUT = 25;

/** The waits (ms) between attempts, during which the process does other work: 10 s in all. */
const WAITS = Array.from({ length: 80 }, (_, attempt) => Math.min(10 * (attempt + 1), 100));

/** Runs a transaction, again while another process writes. @throws ConfereError `state_busy` after 10 s */
export async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await delay(wait);
  }
  return work();
}

/** Of each file of this process, the end of its last transaction: one connection would block the thread that ends the other. */
const ends = new Map<string, Promise<unknown>>();

/** Transactions follow those of this process on the same file. */
export interface SqliteDb {
  /** As `patiently`. */
  transaction<T>(how: TransactionKind, work: (db: Db) => T | Promise<T>): Promise<T>;
  /** For what is more than a transaction. */
  alone<T>(work: () => T | Promise<T>): Promise<T>;
}

export function createSqliteDb(database: Database, path: string): SqliteDb {
  const db = statementsOf(database);
  const inTurn = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const mine = (ends.get(path) ?? Promise.resolve()).then(work);
    ends.set(
      path,
      mine.catch(() => undefined),
    );
    return mine;
  };
  const alone = <T>(work: () => T | Promise<T>): Promise<T> => patiently(() => inTurn(work));
  return {
    alone,
    transaction: (how, work) => alone(() => transact(database, how, () => work(db))),
  };
}

async function transact<T>(
  database: Database,
  how: TransactionKind,
  work: () => T | Promise<T>,
): Promise<T> {
  const { commit, rollback } = database.begin(how);
  // What answers at once is done before this.
  const late = new AbortController();
  const turn = setImmediate(() => {
    late.abort(new Error('ForeignAwait'));
  });
  try {
    const result = await work();
    late.signal.throwIfAborted();
    commit();
    return result;
  } catch (error) {
    rollback();
    throw error;
  } finally {
    clearImmediate(turn);
  }
}

/* eslint-disable @typescript-eslint/require-await -- SQLite answers at once */
export function statementsOf(database: Database): Db {
  const statement = (sql: string) => database.prepare(composed(forSqlite(sql)));
  const get = (sql: string, values: readonly Bound[]) => statement(sql).get(...bound(values));
  return {
    engine: 'sqlite',
    all: async <T>(sql: string, ...values: Bound[]) => statement(sql).all(...bound(values)) as T[],
    first: async <T>(sql: string, ...values: Bound[]) => get(sql, values) as T | undefined,
    number: async (sql, ...values) => Number(get(sql, values)?.['n']),
    has: async (sql, ...values) => get(sql, values) !== undefined,
    run: async (sql, ...values) => statement(sql).run(...bound(values)).changes,
  };
}

/** A list is bound as JSON, which `json_each` reads. */
function bound(values: readonly Bound[]): (string | number | null | Uint8Array)[] {
  return values.map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
      ? JSON.stringify(value)
      : value,
  );
}

/** How long (ms) a deletion waits for another process. */
const PATIENCE = 10_000;

/** A process holds a batch by the lock of a file, which it cannot lose, so nothing guards it. */
export function createEngine(
  db: SqliteDb,
  database: Database,
  machine: Pick<Tx, 'holders' | 'uptime'>,
): LedgerEngine {
  const tx: Tx = { ...statementsOf(database), ...machine };
  return engineOf({
    read: (work) => db.transaction('read', () => work(tx)),
    write: (work) => db.transaction('write', () => work(tx)),
    erase: (work) => db.alone(() => forGood(database, () => work(tx))),
  });
}

/** Empties the log, which still has what was deleted. It waits itself: a second attempt would count nothing. */
async function forGood<T>(database: Database, work: () => Promise<T>): Promise<T> {
  database.exec(`PRAGMA busy_timeout=${PATIENCE}`);
  try {
    return await transact(database, 'write', work);
  } finally {
    database.emptyLog();
    database.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  }
}
