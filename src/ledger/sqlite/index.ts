import { makeFolder } from '../../flush.js';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../clock.js';
import { chooseEngine } from '../../sqlite/choose-engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import { createRaw } from '../copy.js';
import { createSqliteDb, statementsOf } from '../db/sqlite-db.js';
import { operationsOf, type Copies, type Ledger } from '../operations/index.js';
import { createHolders, holdBatch, lockFile, type Holders as LocalHolders } from './holders.js';
import { BUSY_TIMEOUT, patiently } from './patience.js';
import { createReserve } from './reserve.js';
import { migrate } from './migrate.js';
import { createTables, type Holders } from '../tables/index.js';
import { createEngine } from './transactions.js';
import type { Engine } from '../../sqlite/engine.js';
import type { BatchReading } from '../operations/reading.js';
import { readBatch as readIn } from '../read-batch.js';
import type { Db } from '../db/db.js';
import { existsSync, readdirSync, statSync } from 'node:fs';
import type { LedgerCounts, LedgerFacts, Worker } from '../operations/inspection.js';

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

/** Where a ledger is, and with what it is read. */
export interface Place {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/** What only reads asks nobody. */
const NOBODY: Holders = { hold: () => undefined, lives: () => true };

/** Uses a connection of its own, which holds one state of the database until the reading is closed. */
async function readBatch(place: Place, num: number): Promise<BatchReading | undefined> {
  const own = openDatabase(place.path, BUSY_TIMEOUT, place.engine);
  own.exec('BEGIN');
  const end = () => {
    own.close();
    return Promise.resolve();
  };
  return readIn({ tables: createTables(statementsOf(own), place.clock, NOBODY), end }, num);
}

/** Counts requests per clock minute across all processes that share this ledger. */
export async function takeSlot(
  tx: Db,
  group: string,
  minute: number,
  limit: number,
): Promise<boolean> {
  await tx.run('DELETE FROM slots WHERE minute < $1', minute);
  const taken = await tx.run(
    `INSERT INTO slots (rate_group, minute, used) VALUES ($1, $2, 1)
     ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1 WHERE slots.used < $3`,
    ...[group, minute, limit],
  );
  return taken === 1;
}

/** The name of the file in a batch's folder that who holds the batch locks. */
const BATCH_LOCK = 'lock.db';

/** `holders`: asked inside a transaction of the ledger. */
function factsOf(place: Place, counts: LedgerCounts, holders: LocalHolders): LedgerFacts {
  const sessions = holders.others();
  const own = { host: null, since: null };
  const workers: Worker[] = [
    ...heldBatches(place).map((batch) => ({ of: 'batch' as const, batch, ...own })),
    ...Array.from({ length: sessions }, () => ({ of: 'lookups' as const, ...own })),
  ];
  const bytes = sizeOf(place.path) + sizeOf(`${place.path}-wal`);
  const where = { place: place.folder, schema: null, pooler: 'none' as const };
  return { ...counts, engine: 'sqlite', ...where, bytes, workers };
}

function heldBatches({ folder, engine }: Place): string[] {
  const batches = join(folder, 'batches');
  if (!existsSync(batches)) return [];
  return readdirSync(batches).filter((id) => isLocked(join(batches, id, BATCH_LOCK), engine));
}

function isLocked(path: string, engine: Engine): boolean {
  if (!existsSync(path)) return false;
  const lock = lockFile(path, engine);
  lock?.release();
  return lock === undefined;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
