import { closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A prepared statement. */
export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}

/** The small part of SQLite that the ledger and the sandbox use. */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Runs `work` in one `IMMEDIATE` transaction: all of it or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (or makes, with mode 0600) a database file; `:memory:` stays in memory.
 * WAL with `synchronous=FULL`: what a transaction committed survives a power cut.
 */
export function openDatabase(path: string, busyTimeout = 10_000): Database {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const raw = new Libsql(path, { timeout: busyTimeout });
  raw.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON');
  return {
    prepare: (sql) => wrap(raw.prepare(sql)),
    exec: (sql) => {
      raw.exec(sql);
    },
    transaction: (work) => inTransaction(raw, work),
    close: () => {
      raw.close();
    },
  };
}

function inTransaction<T>(raw: Libsql.Database, work: () => T): T {
  raw.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    raw.exec('COMMIT');
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

/** Strips the `_metadata` that libsql adds to single rows. */
function wrap(statement: Libsql.Statement): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
    get: (...values) => {
      const row = statement.get(...values) as Row | undefined;
      if (row !== undefined) delete row['_metadata'];
      return row;
    },
    all: (...values) => statement.all(...values) as Row[],
  };
}

/** True for the error of a database that another process holds. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
