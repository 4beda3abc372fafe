import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import type { Connection, Engine, SqliteRow, Statement } from './connection.js';

/** The size of the log (bytes) from which on a commit is followed by a checkpoint. */
const CHECKPOINT_BYTES = 4 << 20;

/** How long (ms) emptying the log waits for another process. */
const EMPTY_LOG_TIMEOUT = 10_000;

/**
 * Turns SQLite's automatic checkpoints off, because `checkpoint` makes them. The first commit after a checkpoint cuts
 * the log, so that the log's size shows how much the next checkpoint has to move into the database.
 */
const AUTOMATIC_CHECKPOINTS_OFF = 'PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=0';

type Library = typeof Libsql;

/**
 * Loads libsql. Its SQLite has the WAL-reset bug (sqlite.org/wal.html): a checkpoint can lose pages if another
 * connection commits and restarts the log at the same time. Our checkpoints therefore hold the write lock; the one that
 * SQLite makes when the last connection closes has the file to itself. @throws as `require`
 */
export function libsqlEngine(checkpointBytes = CHECKPOINT_BYTES): Engine {
  const library = createRequire(import.meta.url)('libsql') as Library;
  return {
    name: 'libsql',
    open(path, { timeout }) {
      const raw = new library(path, { timeout });
      raw.exec(AUTOMATIC_CHECKPOINTS_OFF);
      const checkpointUnderLock = (lockTimeout: number) => {
        withWriteLock(library, path, lockTimeout, () =>
          raw.prepare('PRAGMA wal_checkpoint(PASSIVE)').all(),
        );
      };
      return asConnection(raw, {
        checkpoint: createCheckpointer(raw, `${path}-wal`, checkpointBytes, checkpointUnderLock),
        emptyLog: () => {
          checkpointUnderLock(Math.max(timeout, EMPTY_LOG_TIMEOUT));
          cutLog(raw);
        },
      });
    },
  };
}

function createCheckpointer(
  raw: Libsql.Database,
  logPath: string,
  checkpointBytes: number,
  checkpointUnderLock: (lockTimeout: number) => void,
): () => void {
  /** The size of the log (bytes) at which the next checkpoint is tried. */
  let nextCheckpoint = checkpointBytes;
  return () => {
    const size = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
    if (size < checkpointBytes) nextCheckpoint = checkpointBytes;
    if (size < nextCheckpoint || raw.inTransaction) return;
    // A reader of an old state may keep pages in the log; without this step each commit would try again.
    nextCheckpoint = size + checkpointBytes;
    checkpointUnderLock(0);
  };
}

/** Runs `work` while a second connection holds the write lock; does nothing if that is not free in `lockTimeout` ms. */
function withWriteLock(
  library: Library,
  path: string,
  lockTimeout: number,
  work: () => unknown,
): void {
  const lockConnection = new library(path, { timeout: lockTimeout });
  try {
    lockConnection.exec(AUTOMATIC_CHECKPOINTS_OFF);
    lockConnection.exec('BEGIN IMMEDIATE');
    work();
  } catch {
    // The earlier commit is safe in the log, so an error here must not report it as failed.
  } finally {
    lockConnection.close();
  }
}

/** Cuts the log by writing a value again, because the first commit after a checkpoint restarts the log. */
function cutLog(raw: Libsql.Database): void {
  raw.exec('BEGIN IMMEDIATE');
  const { user_version: version } = raw.prepare('PRAGMA user_version').get() as SqliteRow;
  raw.exec(`PRAGMA user_version=${String(version)}; COMMIT`);
}

function asConnection(
  raw: Libsql.Database,
  log: Pick<Connection, 'checkpoint' | 'emptyLog'>,
): Connection {
  return {
    prepare: (sql) => asStatement(raw.prepare(sql), () => raw.prepare(sql)),
    exec: (sql) => raw.exec(sql),
    get inTransaction() {
      return raw.inTransaction;
    },
    ...log,
    // libsql finalizes a statement only when it is collected; until then the log stays beside the file.
    close: () => raw.close(),
  };
}

/**
 * Values are passed as a list, because libsql takes a lone null for an object. `all` uses a second statement: libsql's
 * `get` on a statement that ran `all` would use the values of that run.
 */
function asStatement(raw: Libsql.Statement, prepareAnother: () => Libsql.Statement): Statement {
  let statementForAll: Libsql.Statement | undefined;
  return {
    run: (...values) => ({ changes: raw.run(values).changes }),
    get: (...values) => {
      const row = raw.get(values) as SqliteRow | undefined;
      if (row !== undefined) delete row['_metadata'];
      return row;
    },
    all: (...values) =>
      ((statementForAll ??= prepareAnother()).all(values) as SqliteRow[]).map(convertBytes),
  };
}

/** Converts bytes, which libsql's `all` gives as `ArrayBuffer`, unlike its `get`. */
function convertBytes(row: SqliteRow): SqliteRow {
  for (const name in row) {
    const value: unknown = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row;
}
