import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.js';
import { makeFolder } from '../../base/flush.js';
import { chooseEngine, type Engine } from '../../sqlite/engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import { createRaw } from '../copy.js';
import type { Db } from '../db.js';
import { foldersIn, operationsOf, type Ledger } from '../ledger.js';
import { batchFoldersIn } from '../lost.js';
import { markOf, MIGRATIONS, upgradeOf } from '../schema.js';
import { BUSY_TIMEOUT, createEngine, createSqliteDb } from './db.js';
import { createHolders, isBatchLocked, lockBatch } from './locks.js';
import { createReserve } from './reserve.js';
import { composed } from '../../sqlite/sql.js';

interface SqlitePlace {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/** The ledger of one machine. @throws ConfereError `state_busy` at once if another process writes; `openLedger` tries again */
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

/** One that is the newest is not written to. @throws as `upgradeOf` */
export function migrate(db: Database, path: string, migrations = MIGRATIONS): void {
  db.transaction(() => {
    const pragma = (name: 'user_version' | 'application_id') =>
      Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
    const number = pragma('user_version');
    const mark = markOf('sqlite', migrations);
    const isKnown = number === 0 || pragma('application_id') === mark;
    const steps = upgradeOf('sqlite', isKnown ? number : null, path, migrations);
    for (const sql of steps) db.exec(composed(sql));
    if (steps.length > 0)
      db.exec(composed(`PRAGMA application_id=${mark}; PRAGMA user_version=${migrations.length}`));
  });
}

/** What only a ledger of several machines has: copies of inputs, and others who could be asked to wait. */
const ALONE = {
  keepCopy: () => Promise.resolve(),
  keepNextCopy: () => Promise.resolve(),
  copyOf: () => Readable.from([]),
  pauseOthers: () => Promise.resolve({ release: () => Promise.resolve() }),
  pausedBy: () => Promise.resolve(undefined),
  atWork: () => Promise.resolve([]),
  // On one machine a process that stands still keeps its locks.
  confirmHold: () => Promise.resolve(),
} satisfies Partial<Ledger>;

function assemble(db: Database, place: SqlitePlace): Ledger {
  const { folder, path, engine, clock } = place;
  const folders = foldersIn(folder);
  const holders = createHolders(join(folder, 'lookups'), engine);
  const transactions = createSqliteDb(db, path);
  const { writeReuses, ledgerCounts, ...operations } = operationsOf(
    createEngine(transactions, db, { holders, uptime: () => clock.uptime() }),
  );
  const reserve = createReserve(join(folder, 'reserve'));
  return {
    ...operations,
    ...ALONE,
    async beginSubmission(request) {
      reserve.keep();
      return operations.beginSubmission(request);
    },
    async beginLookup(wanted) {
      reserve.keep();
      return operations.beginLookup(wanted);
    },
    keepOutcome: (...of) => reserve.forEnd(() => operations.keepOutcome(...of)),
    endLookup: (...of) => reserve.forEnd(() => operations.endLookup(...of)),
    slots: { take: (...of) => transactions.transaction('write', (tx) => takeSlot(tx, ...of)) },
    holdBatch: (batchId) => lockBatch(folders.folderOf(batchId), batchId, engine),
    heldBatches: () => {
      const isHeld = (id: string) => isBatchLocked(join(folder, 'batches', id), engine);
      return Promise.resolve(batchFoldersIn(folder).filter(isHeld));
    },
    async ledgerFacts() {
      const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const bytes = sizeOf(path) + sizeOf(`${path}-wal`);
      const counts = await ledgerCounts();
      return { ...counts, engine: 'sqlite', place: folder, schema: null, bytes };
    },
    now: () => Promise.resolve(clock.now()),
    raw: createRaw({
      read: (work) => transactions.transaction('read', work),
      write: (work) => transactions.transaction('write', work),
    }),
    ...folders,
    async close() {
      await writeReuses();
      // After what was begun before.
      await transactions.alone(() => {
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
