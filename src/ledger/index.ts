import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '../sqlite/index.js';
import { createAnswers, type Answers } from './sqlite/answers.js';
import { createBatches, type Batches } from './sqlite/batches.js';
import { createDecisions, type Decisions } from './sqlite/decisions.js';
import { createItems, type Items } from './sqlite/items.js';
import { createJobs, type Jobs } from './sqlite/jobs.js';
import { holdBatch } from './sqlite/lock.js';
import { createRecords, type Records } from './sqlite/records.js';
import { createRemoval, type Removal } from './sqlite/removal.js';
import { migrate } from './sqlite/schema.js';
import { createSlots } from './sqlite/slots.js';

export type { Answer } from './sqlite/answers.js';
export type { RecordedDecision } from './sqlite/decisions.js';

export type { NewItem } from './sqlite/items.js';
export type { Batch, Item, ItemCounts, Job } from './types.js';

export interface Ledger {
  readonly batches: Batches;
  readonly jobs: Jobs;
  readonly items: Items;
  readonly answers: Answers;
  readonly decisions: Decisions;
  readonly records: Records;
  readonly removal: Removal;
  readonly slots: ReturnType<typeof createSlots>;
  /** The private folder of a batch, made with mode 0700: its copy of the input and its lock. */
  folderOf(batchId: string): string;
  /** Holds a batch against other runs; throws kind `locked` (exit 11) when another has it. */
  hold(batchId: string): { readonly release: () => void };
  transaction<T>(work: () => T): T;
  /** Runs `work` on the ledger as it is at this moment, whatever other processes write meanwhile. */
  snapshot<T>(work: () => T): T;
  close(): void;
}

/** Opens the ledger of one base URL and profile (money rule 5 of the contract) in `folder`. */
export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(folder, 'ledger.db'));
  try {
    migrate(db);
    return assemble(db, folder);
  } catch (error) {
    db.close();
    throw error;
  }
}

function assemble(db: Database, folder: string): Ledger {
  const folderOf = (batchId: string) => {
    const path = join(folder, 'batches', batchId);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    batches: createBatches(db),
    jobs: createJobs(db),
    items: createItems(db),
    answers: createAnswers(db),
    decisions: createDecisions(db),
    records: createRecords(db),
    removal: createRemoval(db),
    slots: createSlots(db),
    folderOf,
    hold: (batchId) => holdBatch(join(folderOf(batchId), 'lock.db'), batchId),
    transaction: (work) => db.transaction(work),
    snapshot: (work) => db.snapshot(work),
    close: () => {
      db.close();
    },
  };
}
