import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../sqlite/index.js';
import type { Ledger } from '../operations/index.js';
import { asynchronous } from './asynchronous.js';
import { holdBatch } from './lock.js';
import { doubtsOperations } from './operations/doubts.js';
import { planningOperations } from './operations/planning.js';
import { beginReading, readingOperations } from './operations/reading.js';
import { recordsOperations } from './operations/records.js';
import { resultsOperations } from './operations/results.js';
import { submittingOperations } from './operations/submitting.js';
import { migrate } from './schema.js';
import { createTables } from './tables/index.js';

/** The ledger of one machine: an SQLite file in `folder`. Its operations run synchronously inside. */
export function openSqliteLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'ledger.db');
  const db = openDatabase(path);
  try {
    migrate(db);
    return assemble(db, folder, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

function assemble(db: Database, folder: string, path: string): Ledger {
  const tables = createTables(db);
  const folderOf = (batchId: string) => {
    const own = join(folder, 'batches', batchId);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return own;
  };
  const operations = {
    ...planningOperations(db, tables),
    ...submittingOperations(db, tables),
    ...resultsOperations(db, tables),
    ...doubtsOperations(db, tables),
    ...readingOperations(db, tables),
    ...recordsOperations(db, tables),
    readBatch: (num: number) => readBatch(path, num),
    holdBatch: (batchId: string) => holdBatch(join(folderOf(batchId), 'lock.db'), batchId),
    close: () => {
      db.close();
    },
  };
  const slots = asynchronous({
    take: (group: string, minute: number, limit: number) =>
      db.transaction(() => tables.slots.take(group, minute, limit)),
  });
  return { ...asynchronous(operations), slots, folderOf };
}

/** Uses a connection of its own, because it holds one state of the database while others write. */
function readBatch(path: string, num: number) {
  const own = openDatabase(path);
  try {
    const reading = beginReading(own, createTables(own), num);
    if (reading === undefined) own.close();
    return reading;
  } catch (error) {
    own.close();
    throw error;
  }
}
