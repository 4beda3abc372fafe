import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfereError } from '../base/errors.js';
import type { Written } from './sql.js';
import type { Connection, Engine, Statement } from './connection.js';
import { chooseEngine, explainError } from './engine.js';

/** A database whose errors users understand. It prepares the text of each statement once. */
export interface Database extends Pick<Connection, 'emptyLog' | 'close'> {
  prepare<S extends string>(sql: Written<S>): Statement;
  exec<S extends string>(sql: Written<S>): unknown;
  /** Runs `work` in a transaction of the kind `write`. */
  transaction<T>(work: () => T): T;
  /** Begins a transaction, which the caller must end. */
  begin(kind: TransactionKind): OpenTransaction;
}

/** A `read` transaction sees one state and blocks no writer. */
export type TransactionKind = 'read' | 'write';

export interface OpenTransaction {
  readonly commit: () => void;
  readonly rollback: () => void;
}

type Inspect = (db: Pick<Database, 'prepare'>) => void;

/**
 * Opens a file with mode 0600, or makes it. Deleted values are overwritten, because they are personal data. `inspect`
 * may refuse the content before anything is written. @throws ConfereError `state_unusable`; UsageError `no_sqlite`
 */
export function openDatabase(
  path: string,
  busyTimeout = 10_000,
  engine = chooseEngine(),
  inspect: Inspect = () => undefined,
): Database {
  return openPlainFile(path, busyTimeout, engine, (db) => {
    refusePrograms(db, path);
    inspect(db);
    db.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32768; PRAGMA secure_delete=ON; PRAGMA fullfsync=ON',
    );
  });
}

/**
 * Locks a file by an exclusive transaction, which ends with its process. @throws ConfereError `state_busy`,
 * `state_unusable`
 */
export function openLock(
  path: string,
  busyTimeout: number,
  engine = chooseEngine(),
): Pick<Database, 'close'> {
  return openPlainFile(path, busyTimeout, engine, (db) => {
    db.exec('BEGIN EXCLUSIVE');
  });
}

/** Opens a plain file and prepares it; closes it if that fails. */
function openPlainFile(
  path: string,
  timeout: number,
  engine: Engine,
  prepare: (db: Database) => void,
): Database {
  const db = asDatabase(path, () => {
    if (path !== ':memory:') makePlainFile(path);
    return engine.open(path, { timeout });
  });
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes the file; refuses a link, which could lead to any file. @throws ConfereError `state_unusable` */
function makePlainFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw foreignFile(path);
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Refuses views, triggers and virtual tables: they run SQL of others, and confere never makes them. They have no root
 * page.
 */
function refusePrograms(db: Pick<Database, 'prepare' | 'exec'>, path: string): void {
  db.exec('PRAGMA trusted_schema=OFF');
  const sql = 'SELECT 1 FROM sqlite_schema WHERE coalesce(rootpage, 0) = 0';
  if (db.prepare(sql).get() !== undefined) throw foreignFile(path);
}

function foreignFile(path: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'file', path, why: 'foreign' });
}

/** Opens a database without writing or waiting. @throws if there is none, or another process uses it */
export function openReadOnly(path: string, engine = chooseEngine()): Database {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // Without a log the file is complete, and `immutable` keeps SQLite from creating files beside it.
  const uri = `${pathToFileURL(path).href}?mode=ro${wal > 0 ? '' : '&immutable=1'}`;
  const db = asDatabase(path, () => engine.open(uri, { timeout: 0 }));
  try {
    refusePrograms(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

type ExplainErrors = <T>(work: () => T) => T;

function asDatabase(path: string, open: () => Connection): Database {
  const explaining: ExplainErrors = (work) => {
    try {
      return work();
    } catch (error) {
      throw explainError(error, path);
    }
  };
  const raw = explaining(open);
  const prepared = new Map<string, Statement>();
  const prepareOnce = (sql: string): Statement => {
    const statement = prepared.get(sql) ?? raw.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const begin = (kind: TransactionKind) => beginTransaction(raw, kind, explaining);
  return {
    prepare: (sql) => ({
      run(...values) {
        const result = explaining(() => prepareOnce(sql).run(...values));
        // Outside an explicit transaction, the statement was a transaction of its own.
        if (!raw.inTransaction) raw.checkpoint();
        return result;
      },
      get: (...values) => explaining(() => prepareOnce(sql).get(...values)),
      all: (...values) => explaining(() => prepareOnce(sql).all(...values)),
    }),
    exec: (sql) => explaining(() => raw.exec(sql)),
    begin,
    transaction(work) {
      const { commit, rollback } = begin('write');
      try {
        const result = work();
        commit();
        return result;
      } catch (error) {
        rollback();
        throw error;
      }
    },
    emptyLog: () => explaining(() => raw.emptyLog()),
    close() {
      prepared.clear();
      raw.close();
    },
  };
}

function beginTransaction(
  raw: Connection,
  kind: TransactionKind,
  explaining: ExplainErrors,
): OpenTransaction {
  explaining(() => raw.exec(kind === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE'));
  return {
    commit() {
      explaining(() => raw.exec('COMMIT'));
      if (kind === 'write') raw.checkpoint();
    },
    rollback() {
      if (raw.inTransaction) raw.exec('ROLLBACK');
    },
  };
}
