import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.js';
import { makeFolder } from '../../base/flush.js';
import type { Engine } from '../../sqlite/connection.js';
import { chooseEngine } from '../../sqlite/engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import { createRawTables } from '../copy.js';
import type { Db } from '../db.js';
import { createFolders, createOperations, type Ledger } from '../ledger.js';
import { listBatchFolders } from '../lost.js';
import { computeSchemaChecksum, MIGRATIONS, planUpgrade } from '../schema.js';
import { BUSY_TIMEOUT, createEngine, createSqliteDb } from './db.js';
import { createHolders, isBatchLocked, lockBatch } from './locks.js';
import { createReserve } from './reserve.js';
import { composedSql } from '../../sqlite/sql.js';

interface SqlitePlace {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/**
 * Opens the ledger of one machine. @throws ConfereError `state_busy` at once if another process writes; `openLedger`
 * repeats it
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
    migrate(db, folder);
    return assemble(db, place);
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Upgrades a database; leaves one at the current version untouched. @throws ConfereError `ledger_older`; UsageError
 * `ledger_newer`
 */
export function migrate(db: Database, path: string, migrations = MIGRATIONS): void {
  db.transaction(() => {
    const readPragma = (name: 'user_version' | 'application_id') =>
      Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
    const version = readPragma('user_version');
    const checksum = computeSchemaChecksum('sqlite', migrations);
    const isKnown = version === 0 || readPragma('application_id') === checksum;
    const steps = planUpgrade('sqlite', isKnown ? version : null, path, migrations);
    for (const sql of steps) db.exec(composedSql(sql));
    if (steps.length > 0)
      db.exec(
        composedSql(`PRAGMA application_id=${checksum}; PRAGMA user_version=${migrations.length}`),
      );
  });
}

/** Operations that mean something only for several machines, which need copies of inputs and ask each other to wait. */
const SINGLE_MACHINE = {
  storeCopy: () => Promise.resolve(),
  storeNextCopy: () => Promise.resolve(),
  readCopy: () => Readable.from([]),
  storeWorkbook: () => Promise.resolve(),
  readWorkbook: () => Readable.from([]),
  pauseOthers: () => Promise.resolve({ release: () => Promise.resolve() }),
  findPause: () => Promise.resolve(undefined),
  findHeldElsewhere: () => Promise.resolve([]),
  // On one machine, a suspended process keeps its locks.
  confirmHold: () => Promise.resolve(),
} satisfies Partial<Ledger>;

function assemble(db: Database, place: SqlitePlace): Ledger {
  const { folder, path, engine, clock } = place;
  const folders = createFolders(folder);
  const holders = createHolders(join(folder, 'lookups'), engine);
  const transactions = createSqliteDb(db, path);
  const { writeReuses, ledgerCounts, ...operations } = createOperations(
    createEngine(transactions, db, { holders, uptime: () => clock.uptime() }),
  );
  const reserve = createReserve(join(folder, 'reserve'));
  return {
    ...operations,
    ...SINGLE_MACHINE,
    async beginSubmission(request) {
      reserve.ensure();
      return operations.beginSubmission(request);
    },
    async beginLookup(wanted) {
      reserve.ensure();
      return operations.beginLookup(wanted);
    },
    storeOutcome: (...outcome) => reserve.useIfFull(() => operations.storeOutcome(...outcome)),
    endLookup: (...outcome) => reserve.useIfFull(() => operations.endLookup(...outcome)),
    slots: { take: (...slot) => transactions.transaction('write', (tx) => takeSlot(tx, ...slot)) },
    holdBatch: (batchId) => lockBatch(folders.batchFolder(batchId), batchId, engine),
    findHeldBatches: () => {
      const isHeld = (id: string) => isBatchLocked(join(folder, 'batches', id), engine);
      return Promise.resolve(listBatchFolders(folder).filter(isHeld));
    },
    async ledgerFacts() {
      const readSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const bytes = readSize(path) + readSize(`${path}-wal`);
      const counts = await ledgerCounts();
      return { ...counts, engine: 'sqlite', place: folder, schema: null, bytes };
    },
    now: () => Promise.resolve(clock.now()),
    raw: createRawTables({
      read: (work) => transactions.transaction('read', work),
      write: (work) => transactions.transaction('write', work),
    }),
    ...folders,
    async close() {
      await writeReuses();
      // This waits for transactions that began before.
      await transactions.runAlone(() => {
        holders.releaseAll();
        db.close();
      });
    },
  };
}

export async function takeSlot(tx: Db, group: string, minute: number, limit: number) {
  await tx.run('DELETE FROM slots WHERE minute < $1', minute);
  const taken = await tx.run(
    `INSERT INTO slots (rate_group, minute, used) VALUES ($1, $2, 1)
     ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1 WHERE slots.used < $3`,
    ...[group, minute, limit],
  );
  return taken === 1;
}
