import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import type { Connection, Engine, Row, Statement } from './engine.js';

/** So many bytes of the write-ahead log are moved into the file at once, as many as SQLite takes by itself. */
const CHECKPOINT_BYTES = 4 << 20;

/**
 * No checkpoint but those of `checkpoint` below; a log that was moved into the file is cut off by the next
 * commit, so that its size tells what is still to be moved.
 */
const OWN_CHECKPOINTS = 'PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=0';

/**
 * libsql, whose SQLite has the WAL-reset bug (sqlite.org/wal.html): a checkpoint during which another
 * connection commits and begins the log anew can mark pages as moved that were not. So nobody may commit
 * during a checkpoint of ours. The last connection that closes makes one, too, and has the file for itself.
 * @throws what `require` throws where libsql or its binary for this machine is missing
 */
export function libsqlEngine(checkpointBytes = CHECKPOINT_BYTES): Engine {
  const library = createRequire(import.meta.url)('libsql') as Library;
  return {
    name: 'libsql',
    open(path, { timeout }) {
      const raw = new library(path, { timeout });
      raw.exec(OWN_CHECKPOINTS);
      const move = (wait: number) => {
        withWriteLock(library, path, wait, () =>
          raw.prepare('PRAGMA wal_checkpoint(PASSIVE)').all(),
        );
      };
      return asConnection(raw, {
        checkpoint: checkpointer(raw, `${path}-wal`, checkpointBytes, move),
        emptyLog: () => {
          move(timeout);
          cutLog(raw);
        },
      });
    },
    openReadOnly: (uri) => asConnection(new library(uri, { timeout: 0 }), NO_LOG),
  };
}

type Library = typeof Libsql;
type LogWork = Pick<Connection, 'checkpoint' | 'emptyLog'>;

const NO_LOG: LogWork = { checkpoint: () => undefined, emptyLog: () => undefined };

/** Makes a checkpoint where the log is long. */
function checkpointer(
  raw: Libsql.Database,
  log: string,
  bytes: number,
  move: (wait: number) => void,
): () => void {
  let limit = bytes;
  return () => {
    const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    if (size < bytes) limit = bytes;
    if (size < limit || raw.inTransaction) return;
    // A reader of an old state may keep pages in the log: they are not tried again at each commit.
    limit = size + bytes;
    move(0);
  };
}

/**
 * Runs `work` while nobody can write: a second connection holds the write lock. `wal_checkpoint(TRUNCATE)`
 * takes that lock by itself, but goes on without it where it is busy for too long. Nothing is done where
 * somebody still writes after `wait` ms.
 */
function withWriteLock(library: Library, path: string, wait: number, work: () => unknown): void {
  const holder = new library(path, { timeout: wait });
  try {
    holder.exec(OWN_CHECKPOINTS);
    holder.exec('BEGIN IMMEDIATE');
    work();
  } catch {
    // What was committed before is safe in the log, so nobody must be told that it failed.
  } finally {
    holder.close();
  }
}

/** Writes what is there already: the first commit after a checkpoint begins the log anew and cuts it off. */
function cutLog(raw: Libsql.Database): void {
  raw.exec('BEGIN IMMEDIATE');
  const { user_version: version } = raw.prepare('PRAGMA user_version').get() as Row;
  raw.exec(`PRAGMA user_version=${version}; COMMIT`);
}

function asConnection(raw: Libsql.Database, log: LogWork): Connection {
  return {
    prepare: (sql) => asStatement(raw.prepare(sql)),
    exec: (sql) => {
      raw.exec(sql);
    },
    get inTransaction() {
      return raw.inTransaction;
    },
    ...log,
    close: () => {
      raw.close();
    },
  };
}

/** Strips the `_metadata` that libsql adds to single rows. */
function asStatement(raw: Libsql.Statement): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = raw.run(...values);
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
    get: (...values) => {
      const row = raw.get(...values) as Row | undefined;
      if (row !== undefined) delete row['_metadata'];
      return row;
    },
    all: (...values) => raw.all(...values) as Row[],
  };
}
