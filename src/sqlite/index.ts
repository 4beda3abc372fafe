import { closeSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chooseEngine } from './choose-engine.js';
import type { Connection, Row, Statement } from './engine.js';
import { explained } from './errors.js';

export type { Row, Statement, Value } from './engine.js';

/** The small part of SQLite that the ledger and the sandbox use. */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Runs `work` in one `IMMEDIATE` transaction: all of it or nothing. */
  transaction<T>(work: () => T): T;
  /** Runs `work`, which only reads, on one state of the database; nobody who writes is kept waiting. */
  snapshot<T>(work: () => T): T;
  /** Takes what was written and removed since out of the write-ahead log, once nobody reads it any more. */
  emptyLog(): void;
  close(): void;
}

/**
 * Opens (or makes, with mode 0600) a database file; `:memory:` stays in memory.
 * WAL with `synchronous=FULL`: what a transaction committed survives a power cut. Up to 32 MB of pages are
 * kept: the identifiers of a job lie all over the table, and pages would be read again for each.
 * @throws UsageError where the file, or SQLite itself, cannot be used
 */
export function openDatabase(
  path: string,
  busyTimeout = 10_000,
  engine = chooseEngine(),
): Database {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const told = tellingOf(path);
  const raw = told(() => engine.open(path, { timeout: busyTimeout }));
  const open = () => {
    raw.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32768',
    );
  };
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
export function openReadOnly(path: string, engine = chooseEngine()): Database {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // Without pending pages the file alone is the whole, and no files need to be made beside it.
  const uri = `${pathToFileURL(path).href}?mode=ro${wal > 0 ? '' : '&immutable=1'}`;
  const told = tellingOf(path);
  return asDatabase(
    told(() => engine.openReadOnly(uri)),
    told,
  );
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

function asDatabase(raw: Connection, told: Told): Database {
  return {
    prepare: (sql) =>
      wrap(
        raw,
        told(() => raw.prepare(sql)),
        told,
      ),
    exec: (sql) => {
      told(() => {
        raw.exec(sql);
      });
    },
    transaction(work) {
      const result = inTransaction(raw, 'IMMEDIATE', work, told);
      raw.checkpoint();
      return result;
    },
    snapshot: (work) => inTransaction(raw, 'DEFERRED', work, told),
    emptyLog: () => {
      told(() => {
        raw.emptyLog();
      });
    },
    close: () => {
      raw.close();
    },
  };
}

function inTransaction<T>(
  raw: Connection,
  lock: 'IMMEDIATE' | 'DEFERRED',
  work: () => T,
  told: Told,
): T {
  told(() => {
    raw.exec(`BEGIN ${lock}`);
  });
  try {
    const result = work();
    told(() => {
      raw.exec('COMMIT');
    });
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

function wrap(raw: Connection, statement: Statement, told: Told): Statement {
  return {
    run(...values) {
      const result = told(() => statement.run(...values));
      // Outside a transaction it was one by itself.
      if (!raw.inTransaction) raw.checkpoint();
      return result;
    },
    get: (...values) => told((): Row | undefined => statement.get(...values)),
    all: (...values) => told((): Row[] => statement.all(...values)),
  };
}
