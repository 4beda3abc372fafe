import { setImmediate } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from '../../sqlite/engine.js';
import type { Database, TransactionKind } from '../../sqlite/index.js';
import { refuseMoved } from '../copy.js';
import {
  createLedgerEngine,
  translateForSqlite,
  type BoundValue,
  type Db,
  type LedgerEngine,
  type Tx,
} from '../db.js';
import { composedSql } from '../../sqlite/sql.js';

/**
 * How long (ms) one statement waits for another process. The time is short, because SQLite blocks Node during the wait;
 * `retryWhileBusy` repeats the transaction.
 */
export const BUSY_TIMEOUT = 25;

/** The waits (ms) between attempts, 10 s in all, during which Node does other work. */
const WAITS = Array.from({ length: 80 }, (_, attempt) => Math.min(10 * (attempt + 1), 100));

/** Runs a transaction, and repeats it while another process writes. @throws ConfereError `state_busy` after 10 s */
export async function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
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

/**
 * The last transaction of each file in this process. The next one waits for its end here, because a wait within SQLite
 * would block the thread that must end it.
 */
const lastTransactions = new Map<string, Promise<unknown>>();

/** Runs transactions one after the other, among all connections of this process to the same file. */
export interface SqliteDb {
  /** Runs a transaction. @throws ConfereError `state_busy` after 10 s */
  transaction<T>(kind: TransactionKind, work: (db: Db) => T | Promise<T>): Promise<T>;
  /** Runs work, which may be more than one transaction, while no other work uses the file in this process. */
  runAlone<T>(work: () => T | Promise<T>): Promise<T>;
}

export function createSqliteDb(database: Database, path: string): SqliteDb {
  const db = createStatements(database);
  const runInTurn = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const transaction = (lastTransactions.get(path) ?? Promise.resolve()).then(work);
    lastTransactions.set(
      path,
      transaction.catch(() => undefined),
    );
    return transaction;
  };
  const runAlone = <T>(work: () => T | Promise<T>): Promise<T> =>
    retryWhileBusy(() => runInTurn(work));
  return {
    runAlone,
    transaction: (kind, work) => runAlone(() => transact(database, kind, () => work(db))),
  };
}

async function transact<T>(
  database: Database,
  kind: TransactionKind,
  work: () => T | Promise<T>,
): Promise<T> {
  const { commit, rollback } = database.begin(kind);
  // Statements of SQLite answer at once. Work that awaits anything else is late, and its transaction fails.
  const late = new AbortController();
  const lateTimer = setImmediate(() => {
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
    clearImmediate(lateTimer);
  }
}

/* eslint-disable @typescript-eslint/require-await -- SQLite answers at once */
export function createStatements(database: Database): Db {
  const statement = (sql: string) => database.prepare(composedSql(translateForSqlite(sql)));
  const get = (sql: string, values: readonly BoundValue[]) =>
    statement(sql).get(...bindValues(values));
  return {
    engine: 'sqlite',
    all: async <T>(sql: string, ...values: BoundValue[]) =>
      statement(sql).all(...bindValues(values)) as T[],
    first: async <T>(sql: string, ...values: BoundValue[]) => get(sql, values) as T | undefined,
    number: async (sql, ...values) => Number(get(sql, values)?.['n']),
    has: async (sql, ...values) => get(sql, values) !== undefined,
    run: async (sql, ...values) => statement(sql).run(...bindValues(values)).changes,
  };
}

/** Returns values as SQLite takes them; lists become JSON for `json_each`. */
function bindValues(values: readonly BoundValue[]): (string | number | null | Uint8Array)[] {
  return values.map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
      ? JSON.stringify(value)
      : value,
  );
}

/** How long (ms) a deletion waits for another process. */
const ERASE_TIMEOUT = 10_000;

/** Makes the engine. It needs no `guard`, because a process cannot lose the file lock by which it holds a batch. */
export function createEngine(
  db: SqliteDb,
  database: Database,
  machine: Pick<Tx, 'holders' | 'uptime'>,
): LedgerEngine {
  const tx: Tx = { ...createStatements(database), ...machine };
  return createLedgerEngine({
    read: (work) => db.transaction('read', () => work(tx)),
    write: (work) => db.transaction('write', () => work(tx)),
    erase: (work) => db.runAlone(() => transactSecurely(database, () => work(tx))),
    refuseMoved,
  });
}

/**
 * Runs a deletion and empties the log, which still has the deleted values. SQLite itself waits for other processes
 * here: a repeated attempt would find nothing to delete, and count 0.
 */
async function transactSecurely<T>(database: Database, work: () => Promise<T>): Promise<T> {
  database.exec(`PRAGMA busy_timeout=${ERASE_TIMEOUT}`);
  try {
    return await transact(database, 'write', work);
  } finally {
    database.emptyLog();
    database.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  }
}
