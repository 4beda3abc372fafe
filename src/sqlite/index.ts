import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfereError } from '../base/errors.js';
import type { LiteralSql } from './sql.js';
import type { Connection, Engine, Statement } from './connection.js';
import { chooseEngine, explainError } from './engine.js';

/** A database whose errors users understand. It prepares the text of each statement once. */
export interface Database extends Pick<Connection, 'emptyLog' | 'close'> {
  prepare<S extends string>(sql: LiteralSql<S>): Statement;
  exec<S extends string>(sql: LiteralSql<S>): unknown;
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
 * Opens a database, and creates its file with mode 0600 if there is none. SQLite overwrites deleted values, because
 * they are personal data. `busyTimeout`: how long (ms) a statement waits for another process that writes. `inspect` may
 * refuse the content before anything is written. @throws ConfereError `state_unusable`; UsageError `no_sqlite`
 */
export function openDatabase(
  path: string,
  busyTimeout = 10_000,
  engine = chooseEngine(),
  inspect: Inspect = () => undefined,
): Database {
  return openPlainFile(path, busyTimeout, engine, (db) => {
    refuseStoredPrograms(db, path);
    inspect(db);
    db.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32768; PRAGMA secure_delete=ON; PRAGMA fullfsync=ON',
    );
  });
}

/**
 * Locks a file by an exclusive transaction, which ends with this process at the latest. @throws ConfereError
 * `state_busy`, `state_unusable`
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

/** Opens a database that is a plain file or in memory; closes it if `setUp` fails. */
function openPlainFile(
  path: string,
  timeout: number,
  engine: Engine,
  setUp: (db: Database) => void,
): Database {
  const db = wrapConnection(path, () => {
    if (path !== ':memory:') makePlainFile(path);
    return engine.open(path, { timeout });
  });
  try {
    setUp(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Creates the file if it is missing; refuses a link, which could lead to any file. @throws ConfereError
 * `state_unusable`
 */
function makePlainFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw buildForeignFileError(path);
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Refuses a database with views, triggers or virtual tables, which have no root page: they could run SQL that somebody
 * else wrote, and confere never creates any. @throws ConfereError `state_unusable`
 */
function refuseStoredPrograms(db: Pick<Database, 'prepare' | 'exec'>, path: string): void {
  db.exec('PRAGMA trusted_schema=OFF');
  const sql = 'SELECT 1 FROM sqlite_schema WHERE coalesce(rootpage, 0) = 0';
  if (db.prepare(sql).get() !== undefined) throw buildForeignFileError(path);
}

function buildForeignFileError(path: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'file', path, why: 'foreign' });
}

/** Opens a database without writing or waiting. @throws ConfereError if there is none, or another process uses it */
export function openReadOnly(path: string, engine = chooseEngine()): Database {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // Without a log the file is complete, and `immutable` keeps SQLite from creating files beside it.
  const uri = `${pathToFileURL(path).href}?mode=ro${wal > 0 ? '' : '&immutable=1'}`;
  const db = wrapConnection(path, () => engine.open(uri, { timeout: 0 }));
  try {
    refuseStoredPrograms(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

type ExplainErrors = <T>(work: () => T) => T;

function wrapConnection(path: string, open: () => Connection): Database {
  const explainErrors: ExplainErrors = (work) => {
    try {
      return work();
    } catch (error) {
      throw explainError(error, path);
    }
  };
  const raw = explainErrors(open);
  const prepared = new Map<string, Statement>();
  const prepareOnce = (sql: string): Statement => {
    const statement = prepared.get(sql) ?? raw.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const begin = (kind: TransactionKind) => beginTransaction(raw, kind, explainErrors);
  return {
    prepare: (sql) => ({
      run(...values) {
        const result = explainErrors(() => prepareOnce(sql).run(...values));
        // Outside an explicit transaction, the statement was a transaction of its own.
        if (!raw.inTransaction) raw.checkpoint();
        return result;
      },
      get: (...values) => explainErrors(() => prepareOnce(sql).get(...values)),
      all: (...values) => explainErrors(() => prepareOnce(sql).all(...values)),
    }),
    exec: (sql) => explainErrors(() => raw.exec(sql)),
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
    emptyLog: () => explainErrors(() => raw.emptyLog()),
    close() {
      prepared.clear();
      raw.close();
    },
  };
}

function beginTransaction(
  raw: Connection,
  kind: TransactionKind,
  explainErrors: ExplainErrors,
): OpenTransaction {
  explainErrors(() => raw.exec(kind === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE'));
  return {
    commit() {
      explainErrors(() => raw.exec('COMMIT'));
      if (kind === 'write') raw.checkpoint();
    },
    rollback() {
      if (raw.inTransaction) raw.exec('ROLLBACK');
    },
  };
}
