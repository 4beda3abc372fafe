import type { Database } from '../../sqlite/index.js';
import { refuseMoved } from '../copy/refuse-moved.js';
import type { Engine } from '../transactions/engine.js';
import {
  asSteps,
  runAtOnce,
  type Steps,
  type StepTables,
  type Tables,
} from '../transactions/steps.js';
import type { Holders } from './holders.js';
import { BUSY_TIMEOUT, patiently } from './patience.js';
import { readMark } from './raw.js';
import type { Tables as SqliteTables } from './tables/index.js';

/** How long (ms) a deletion waits for another process. */
const PATIENCE = 10_000;

/** Not worth a flush of its own: what relies on it is flushed after it, and so is all that was written before. */
export const SOON = { flushed: false } as const;

/** What only reads needs no `holders`. */
export function stepsOf(tables: SqliteTables, holders?: Holders): StepTables {
  const { answers: _answers, slots: _slots, ...statements } = tables;
  return asSteps({ ...statements, holders: holders ?? {} });
}

/** Runs a transaction in one go. While another process writes, it blocks nothing but the operation. */
export function createEngine(db: Database, steps: StepTables): Engine {
  const madeOf =
    (within: <T>(work: () => T) => T) =>
    <Given extends readonly unknown[], T>(work: (tables: Tables, ...given: Given) => Steps<T>) =>
    (...given: Given): Promise<T> =>
      patiently(() => within(() => runAtOnce((tables) => work(tables, ...given), steps)));
  const guarded = <T>(kind: 'change' | 'removal', work: () => T): T => {
    refuseMoved(readMark(db), kind);
    return work();
  };
  const write = madeOf((work) => db.transaction(() => guarded('change', work)));
  return {
    read: madeOf((work) => db.snapshot(work)),
    write,
    note: madeOf((work) => db.transaction(() => guarded('change', work), SOON)),
    // A process holds a batch by the lock of a file, which it cannot lose.
    writeBatch: write,
    clearBatch: madeOf((work) =>
      withoutKeys(db, () => db.transaction(() => guarded('change', work), SOON)),
    ),
    erase: madeOf((work) => forGood(db, () => guarded('removal', work))),
  };
}

/**
 * Foreign keys are off: items have no index by record, so each deletion of one would read all of them; and SQLite
 * deletes items in one pass, which takes half of the time.
 */
function withoutKeys<T>(db: Database, work: () => T): T {
  db.exec('PRAGMA foreign_keys=OFF');
  try {
    return work();
  } finally {
    db.exec('PRAGMA foreign_keys=ON');
  }
}

/**
 * Empties the write-ahead log, which still has what was deleted. It waits for other processes itself, because a second
 * attempt would count nothing.
 */
function forGood<T>(db: Database, work: () => T): T {
  db.exec(`PRAGMA busy_timeout=${PATIENCE}`);
  try {
    return withoutKeys(db, () => db.transaction(work));
  } finally {
    db.emptyLog();
    db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  }
}
