import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../base/errors.js';
import { makeFolder } from '../base/flush.js';
import { acceptedOperations } from './accepted.js';
import { balanceOperations } from './balances.js';
import { isBatchId } from './batch-folder.js';
import type { RawTables } from './copy.js';
import { dailySpendingOperations } from './daily-spending.js';
import type { LedgerEngine } from './db.js';
import { doubtsOperations } from './doubts.js';
import { inspectionOperations, type LedgerFacts } from './inspection.js';
import { limitsOperations } from './limits.js';
import { lookupOperations } from './lookups.js';
import { planningOperations } from './planning.js';
import { readingOperations } from './reading.js';
import { recordsOperations } from './records.js';
import { removalOperations } from './removal.js';
import { requestsOperations } from './requests.js';
import { resultsOperations } from './results.js';
import { savingsOperations } from './savings.js';
import { submittingOperations } from './submitting.js';

/** Every operation that is a transaction. `writeReuses` and `ledgerCounts` are for the engines. */
export function operationsOf(engine: LedgerEngine) {
  return {
    ...acceptedOperations(engine),
    ...balanceOperations(engine),
    ...dailySpendingOperations(engine),
    ...doubtsOperations(engine),
    ...limitsOperations(engine),
    ...lookupOperations(engine),
    ...planningOperations(engine),
    ...readingOperations(engine),
    ...recordsOperations(engine),
    ...removalOperations(engine),
    ...requestsOperations(engine),
    ...resultsOperations(engine),
    ...savingsOperations(engine),
    ...submittingOperations(engine),
    ...inspectionOperations(engine),
  };
}

/** The folders of a ledger on this machine; each call makes its folder. @throws ConfereError `state_unusable` */
export function foldersIn(folder: string): Pick<Ledger, 'folder' | 'folderOf' | 'incomingFolder'> {
  const batches = join(folder, 'batches');
  const made = (name: string): string => {
    const own = join(batches, name);
    for (const path of [batches, own]) {
      makeFolder(path);
      if (!lstatSync(path).isDirectory())
        throw new ConfereError('state_unusable', { of: 'file', path, why: 'foreign' });
    }
    return own;
  };
  return {
    folder,
    folderOf(batch) {
      // Whoever may write to the ledger chooses the ids in it, and must not choose folders of other machines.
      if (!isBatchId(batch)) throw new ConfereError('state_unusable', { of: 'batch', batch });
      return made(batch);
    },
    incomingFolder: () => made('incoming'),
  };
}

/** What a ledger that several machines share keeps of inputs; one of this machine has them in its own folder. */
export interface Copies {
  /** Stores the private copy of a batch's input, its bytes in order, in place of an earlier one. */
  keepCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The same beside the earlier one, whose place it takes with `eraseFromBatch`. */
  keepNextCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  copyOf(batch: number): AsyncIterable<Uint8Array>;
}

/**
 * What was requested, paid for and answered, for one base URL and profile. Each operation is one transaction, flushed when its
 * promise resolves. Times are epoch ms, amounts credits. @throws ConfereError `state_unusable`, `state_busy`
 */
export interface Ledger
  extends Omit<ReturnType<typeof operationsOf>, 'writeReuses' | 'ledgerCounts'>, Copies {
  readonly raw: RawTables;
  /** By the clock of the machine, or of a shared ledger by that of its database. */
  now(): Promise<number>;
  ledgerFacts(): Promise<LedgerFacts>;
  readonly slots: Slots;
  /** @throws ConfereError `batch_held` */
  holdBatch(batchId: string): Promise<HeldLock>;
  /** Right before a request that may be charged: who stood still may have been succeeded. @throws `batch_lost`, `lookup_under_way` */
  confirmHold(of: HeldWork): Promise<void>;
  /** Asks others to submit no job of an account until released, or a lease after this process has died. Undefined while another asks. */
  pauseOthers(account: string): Promise<HeldLock | undefined>;
  pausedBy(account: string): Promise<Settler | undefined>;
  /** Those of these batches on which other processes work. */
  atWork(batchIds: readonly string[]): Promise<string[]>;
  /** The ids of all batches that somebody holds. */
  heldBatches(): Promise<string[]>;
  readonly folder: string;
  /**
   * Of a batch on this machine (mode 0700), with the copy of the input. @throws ConfereError `state_unusable` for an id
   * that confere gives no batch
   */
  folderOf(batchId: string): string;
  /** For copies of inputs whose batch is not begun yet. */
  incomingFolder(): string;
  close(): Promise<void>;
}

/** Counts requests per clock minute across all processes that share this ledger. */
export interface Slots {
  /** `minute`: epoch ms, of the machine's clock; false if `limit` is reached. */
  take(group: string, minute: number, limit: number): Promise<boolean>;
  /** Milliseconds, where the ledger has a clock of its own. */
  untilNext?(): Promise<number>;
}

export type HeldWork = { readonly batch: number } | { readonly lookup: number };

/** `since`: epoch ms, by the clock of the ledger. */
export interface Settler {
  readonly host: string;
  readonly since: number;
}

export interface HeldLock {
  readonly release: () => Promise<void>;
}

export async function releasing<T>({ release }: HeldLock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await release();
  }
}
