import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { chooseEngine } from '../../sqlite/choose-engine.js';
import type { Engine } from '../../sqlite/engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import type { Ledger } from '../operations/index.js';
import { createHolders } from './holders.js';
import { holdBatch } from './lock.js';
import { BUSY_TIMEOUT, patiently } from './patience.js';
import { balanceOperations } from './operations/balances.js';
import { doubtsOperations } from './operations/doubts.js';
import { lookupOperations } from './operations/lookups.js';
import { planningOperations } from './operations/planning.js';
import { beginReading, readingOperations } from './operations/reading.js';
import { recordsOperations } from './operations/records.js';
import { resultsOperations } from './operations/results.js';
import { spendingOperations } from './operations/spending.js';
import { submittingOperations } from './operations/submitting.js';
import { createReserve } from './reserve.js';
import { migrate } from './schema.js';
import { createTables } from './tables/index.js';

/**
 * The ledger of one machine: an SQLite file in `folder`. Its operations run synchronously inside.
 *
 * @throws ConfereError `state_busy` at once if another process writes; `openLedger` tries again
 */
export function openSqliteLedger(
  folder: string,
  clock: Pick<Clock, 'uptime'>,
  engine = chooseEngine(),
): Ledger {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = { folder, path: join(folder, 'ledger.db'), engine, clock };
  const db = openDatabase(place.path, BUSY_TIMEOUT, engine);
  try {
    migrate(db);
    return assemble(db, place);
  } catch (error) {
    db.close();
    throw error;
  }
}

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime'>;
}

function assemble(db: Database, place: Place): Ledger {
  const { folder, engine, clock } = place;
  const tables = createTables(db, clock);
  const holders = createHolders(join(folder, 'lookups'), engine);
  const folderOf = (batchId: string) => {
    const own = join(folder, 'batches', batchId);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return own;
  };
  const { writeReused, ...spending } = spendingOperations(db, tables);
  const operations = {
    ...spending,
    ...balanceOperations(db, tables, holders),
    ...lookupOperations(db, tables, holders),
    ...planningOperations(db, tables),
    ...submittingOperations(db, tables, holders),
    ...resultsOperations(db, tables),
    ...doubtsOperations(db, tables),
    ...readingOperations(db, tables),
    ...recordsOperations(db, tables),
    readBatch: (num: number) => readBatch(place, num),
    holdBatch: (batchId: string) => holdBatch(join(folderOf(batchId), 'lock.db'), batchId, engine),
    close: () => {
      writeReused();
      holders.releaseAll();
      db.close();
    },
  };
  const reserve = createReserve(join(folder, 'reserve'));
  const withRoom = {
    ...operations,
    beginSubmission: reserve.before(operations.beginSubmission),
    beginLookup: reserve.before(operations.beginLookup),
    keepOutcome: reserve.after(operations.keepOutcome),
    endLookup: reserve.after(operations.endLookup),
  };
  const slots = asynchronous({
    take: (group: string, minute: number, limit: number) =>
      db.transaction(() => tables.slots.take(group, minute, limit)),
  });
  return { ...asynchronous(withRoom), slots, folderOf };
}

/** Uses a connection of its own, because it holds one state of the database while others write. */
function readBatch({ path, engine, clock }: Place, num: number) {
  const own = openDatabase(path, BUSY_TIMEOUT, engine);
  try {
    const reading = beginReading(own, createTables(own, clock), num);
    if (reading === undefined) own.close();
    return reading;
  } catch (error) {
    own.close();
    throw error;
  }
}

/** Synchronous functions of the engine. */
type Operations = Readonly<Record<string, (...given: never[]) => unknown>>;

type Asynchronous<T extends Operations> = {
  readonly [Name in keyof T]: (...given: Parameters<T[Name]>) => Promise<ReturnType<T[Name]>>;
};

/**
 * Makes the synchronous operations asynchronous: an exception becomes a rejected promise, and a locked ledger
 * blocks nothing but the operation.
 */
function asynchronous<T extends Operations>(operations: T): Asynchronous<T> {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    (...given: never[]) => patiently(() => operation(...given)),
  ]);
  return Object.fromEntries(entries) as Asynchronous<T>;
}
