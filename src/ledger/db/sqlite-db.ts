import { setImmediate } from 'node:timers';
import type { Database, TransactionKind } from '../../sqlite/index.js';
import { patiently } from '../sqlite/patience.js';
import type { Bound, Db } from './db.js';
import { forSqlite } from './dialect.js';

/** Of each file of this process, the end of its last transaction: one connection would block the thread that ends the other. */
const ends = new Map<string, Promise<unknown>>();

/** One connection, whose transactions follow those of this process on the same file. */
export interface SqliteDb {
  /**
   * Runs `work` in one transaction, which is done whole or not at all; again while another process writes.
   *
   * @throws ConfereError `state_busy` after 10 s
   */
  transaction<T>(how: TransactionKind, work: (tx: Db) => T | Promise<T>): Promise<T>;
  /** The same for what is more than a transaction. */
  alone<T>(work: () => T | Promise<T>): Promise<T>;
}

export function createSqliteDb(database: Database, path: string): SqliteDb {
  const tx = statementsOf(database);
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
    transaction: (how, work) => alone(() => transact(database, how, () => work(tx))),
  };
}

/** Runs `work` in one transaction, for which nobody else may use the connection meanwhile. */
export async function transact<T>(
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
/** The statements of a connection. */
export function statementsOf(database: Database): Db {
  const statement = (sql: string) => database.prepare(forSqlite(sql));
  const all: Db['all'] = async (sql, ...values) => statement(sql).all(...bound(values));
  const first: Db['first'] = async (sql, ...values) => statement(sql).get(...bound(values));
  return {
    engine: 'sqlite',
    ...{ all, first },
    number: async (sql, ...values) => Number((await first(sql, ...values))?.['n']),
    has: async (sql, ...values) => (await first(sql, ...values)) !== undefined,
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
