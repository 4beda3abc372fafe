import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfereError } from '../base/errors.js';
import type { Written } from './sql.js';
import { chooseEngine, type Connection, type Engine, explained, type Statement } from './engine.js';

/** With errors that users understand. The text of a statement is read once. */
export interface Database extends Pick<Connection, 'emptyLog' | 'close'> {
  prepare<S extends string>(sql: Written<S>): Statement;
  exec<S extends string>(sql: Written<S>): unknown;
  /** Of the kind `write`. */
  transaction<T>(work: () => T): T;
  /** Whoever begins it ends it. */
  begin(how: TransactionKind): OpenTransaction;
}

/** `read`: on one state, without blocking writers. */
export type TransactionKind = 'read' | 'write';

export interface OpenTransaction {
  readonly commit: () => void;
  readonly rollback: () => void;
}

type Inspect = (db: Pick<Database, 'prepare'>) => void;

/**
 * With mode 0600. What is deleted is overwritten, because it is personal data. `inspect` may refuse what is in the file before
 * anything is written to it. @throws ConfereError `state_unusable`, `no_sqlite`
 */
export function openDatabase(
  path: string,
  busyTimeout = 10_000,
  engine = chooseEngine(),
  inspect: Inspect = () => undefined,
): Database {
  return opened(path, busyTimeout, engine, (db) => {
    refusePrograms(db, path);
    inspect(db);
    db.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32768; PRAGMA secure_delete=ON; PRAGMA fullfsync=ON',
    );
  });
}

/** An exclusive transaction ends with its process; nothing is written. @throws as `openDatabase` */
export function openLock(
  path: string,
  busyTimeout: number,
  engine = chooseEngine(),
): Pick<Database, 'close'> {
  return opened(path, busyTimeout, engine, (db) => {
    db.exec('BEGIN EXCLUSIVE');
  });
}

function opened(
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

/** A link would make or change a file anywhere. @throws ConfereError `state_unusable` */
function makePlainFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw foreignFile(path);
  closeSync(openSync(path, 'a', 0o600));
}

/** A view, a trigger or a virtual table, which confere never makes, has no page of its own and runs SQL of whoever made it. */
function refusePrograms(db: Pick<Database, 'prepare' | 'exec'>, path: string): void {
  db.exec('PRAGMA trusted_schema=OFF');
  const sql = 'SELECT 1 FROM sqlite_schema WHERE coalesce(rootpage, 0) = 0';
  if (db.prepare(sql).get() !== undefined) throw foreignFile(path);
}

function foreignFile(path: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'file', path, why: 'foreign' });
}

/** Without writing or waiting. @throws if there is none, or another process uses it; ConfereError as `openDatabase` */
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
  const told: ExplainErrors = (work) => {
    try {
      return work();
    } catch (error) {
      throw explained(error, path);
    }
  };
  const raw = told(open);
  const prepared = new Map<string, Statement>();
  const statementOf = (sql: string): Statement => {
    const statement = prepared.get(sql) ?? raw.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const begin = (how: TransactionKind) => beginTransaction(raw, how, told);
  return {
    prepare: (sql) => ({
      run(...values) {
        const result = told(() => statementOf(sql).run(...values));
        // Outside an explicit transaction, the statement was a transaction.
        if (!raw.inTransaction) raw.checkpoint();
        return result;
      },
      get: (...values) => told(() => statementOf(sql).get(...values)),
      all: (...values) => told(() => statementOf(sql).all(...values)),
    }),
    exec: (sql) => told(() => raw.exec(sql)),
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
    emptyLog: () => told(() => raw.emptyLog()),
    close() {
      prepared.clear();
      raw.close();
    },
  };
}

function beginTransaction(
  raw: Connection,
  how: TransactionKind,
  told: ExplainErrors,
): OpenTransaction {
  told(() => raw.exec(how === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE'));
  return {
    commit() {
      told(() => raw.exec('COMMIT'));
      if (how === 'write') raw.checkpoint();
    },
    rollback() {
      if (raw.inTransaction) raw.exec('ROLLBACK');
    },
  };
}
