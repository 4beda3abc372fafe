import { makeFolder } from '../../flush.js';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../clock.js';
import { chooseEngine } from '../../sqlite/choose-engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import { createRaw } from '../copy/raw.js';
import { createSqliteDb, statementsOf } from '../db/sqlite-db.js';
import { operationsOf, type Copies, type Ledger } from '../operations/index.js';
import { BATCH_LOCK, factsOf } from './facts.js';
import { createHolders } from './holders.js';
import { holdBatch } from './lock.js';
import { BUSY_TIMEOUT, patiently } from './patience.js';
import { readBatch, type Place } from './read-batch.js';
import { createReserve } from './reserve.js';
import { migrate } from './migrate.js';
import { takeSlot } from './slots.js';
import { createTables } from '../tables/index.js';
import { createEngine } from './transactions.js';

/**
 * The ledger of one machine: an SQLite file in `folder`. Its transactions run in one go.
 *
 * @throws ConfereError `state_busy` at once if another process writes; `openLedger` tries again
 */
export function openSqliteLedger(
  folder: string,
  clock: Pick<Clock, 'uptime' | 'now'>,
  engine = chooseEngine(),
): Ledger {
  makeFolder(folder);
  const place = { folder, path: join(folder, 'ledger.db'), engine, clock };
  const db = openDatabase(place.path, BUSY_TIMEOUT, engine);
  try {
    migrate(db, place.folder);
    return assemble(db, place);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The private copies stay in the folders of their batches. */
const noCopies: Copies = {
  keepCopy: () => Promise.resolve(),
  keepNextCopy: () => Promise.resolve(),
  copyOf: () => Readable.from([]),
  removedAmong: () => Promise.resolve([]),
};

/** Machines that could be asked to wait; on this one, every process sees what the others do. */
const nobodyElse: Pick<Ledger, 'pauseOthers' | 'pausedBy' | 'atWork'> = {
  pauseOthers: () => Promise.resolve({ release: () => Promise.resolve() }),
  pausedBy: () => Promise.resolve(undefined),
  atWork: () => Promise.resolve([]),
};

function assemble(db: Database, place: Place): Ledger {
  const { folder, engine, clock } = place;
  const holders = createHolders(join(folder, 'lookups'), engine);
  const transactions = createSqliteDb(db, place.path);
  const { writeReused, ledgerCounts, ...operations } = operationsOf(
    createEngine(transactions, db, createTables(statementsOf(db), clock, holders)),
  );
  const folderOf = (batchId: string) => {
    const own = join(folder, 'batches', batchId);
    makeFolder(own);
    return own;
  };
  const reserve = createReserve(join(folder, 'reserve'));
  return {
    ...operations,
    beginSubmission: reserve.before(operations.beginSubmission),
    beginLookup: reserve.before(operations.beginLookup),
    keepOutcome: reserve.after(operations.keepOutcome),
    endLookup: reserve.after(operations.endLookup),
    slots: {
      take: (group, minute, limit) =>
        transactions.transaction('note', (tx) => takeSlot(tx, group, minute, limit)),
    },
    readBatch: (num) => patiently(() => readBatch(place, num)),
    holdBatch: (batchId) =>
      patiently(() => holdBatch(join(folderOf(batchId), BATCH_LOCK), batchId, engine)),
    // On one machine a process that stands still keeps its locks.
    confirmHold: () => Promise.resolve(),
    async ledgerFacts() {
      const counts = await ledgerCounts();
      return transactions.transaction('write', () => factsOf(place, counts, holders));
    },
    now: () => Promise.resolve(clock.now()),
    raw: createRaw({
      read: (work) => transactions.transaction('read', work),
      write: (work) => transactions.transaction('write', work),
    }),
    folder,
    folderOf,
    ...noCopies,
    ...nobodyElse,
    async close() {
      await writeReused();
      // After what was begun before.
      await transactions.alone(() => {
        holders.releaseAll();
        db.close();
      });
    },
  };
}
