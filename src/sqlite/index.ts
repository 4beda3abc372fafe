import { closeSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import { explained } from './errors.js';

export type Value = string | number | null;
/** What goes in: bytes as well. */
export type Bound = Value | Uint8Array;
export type Row = Record<string, Value>;

/** A prepared statement. */
export interface Statement {
  run(...values: readonly Bound[]): { readonly changes: number; readonly lastInsertRowid: number };
  get(...values: readonly Bound[]): Row | undefined;
  all(...values: readonly Bound[]): Row[];
}

/** The small part of SQLite that the ledger and the sandbox use. */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Runs `work` in one `IMMEDIATE` transaction: all of it or nothing. */
  transaction<T>(work: () => T): T;
  /** Runs `work`, which only reads, on one state of the database; nobody who writes is kept waiting. */
  snapshot<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (or makes, with mode 0600) a database file; `:memory:` stays in memory.
 * WAL with `synchronous=FULL`: what a transaction committed survives a power cut. Up to 32 MB of pages are
 * kept: the identifiers of a job lie all over the table, and pages would be read again for each.
 */
export function openDatabase(path: string, busyTimeout = 10_000): Database {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const told = tellingOf(path);
  const raw = new Libsql(path, { timeout: busyTimeout });
  const open = () =>
    raw.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32768',
    );
  try {
    told(open);
  } catch (error) {
    raw.close();
    throw error;
  }
  return asDatabase(raw, told);
}

/**
 * Opens a database file that is there for a quick look: nothing is written, made or waited for.
 * @throws when there is none, or another process is at work on it at this moment
 */
export function openReadOnly(path: string): Database {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // Without pending pages the file alone is the whole, and no files need to be made beside it.
  const uri = `${pathToFileURL(path).href}?mode=ro${wal > 0 ? '' : '&immutable=1'}`;
  return asDatabase(new Libsql(uri, { timeout: 0 }), tellingOf(path));
}

type Told = <T>(work: () => T) => T;

/** What SQLite says of the file, in words for people. */
function tellingOf(path: string): Told {
  return (work) => {
    try {
      return work();
    } catch (error) {
      throw explained(error, path);
    }
  };
}

function asDatabase(raw: Libsql.Database, told: Told): Database {
  return {
    prepare: (sql) =>
      wrap(
        told(() => raw.prepare(sql)),
        told,
      ),
    exec: (sql) => {
      told(() => void raw.exec(sql));
    },
    transaction: (work) => inTransaction(raw, 'IMMEDIATE', work, told),
    snapshot: (work) => inTransaction(raw, 'DEFERRED', work, told),
    close: () => {
      raw.close();
    },
  };
}

function inTransaction<T>(
  raw: Libsql.Database,
  lock: 'IMMEDIATE' | 'DEFERRED',
  work: () => T,
  told: Told,
): T {
  told(() => raw.exec(`BEGIN ${lock}`));
  try {
    const result = work();
    told(() => raw.exec('COMMIT'));
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

/** Strips the `_metadata` that libsql adds to single rows. */
function wrap(statement: Libsql.Statement, told: Told): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = told(() => statement.run(...values));
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
    get: (...values) => {
      const row = told(() => statement.get(...values) as Row | undefined);
      if (row !== undefined) delete row['_metadata'];
      return row;
    },
    all: (...values) => told(() => statement.all(...values) as Row[]),
  };
}
