import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../base/errors.js';
import { makeFolder } from '../base/flush.js';
import { aboutOperations } from './about.js';
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
import { batchOperations } from './batches.js';
import { recordsOperations } from './records.js';
import { removalOperations } from './removal.js';
import { requestsOperations } from './requests.js';
import { resultsOperations } from './results.js';
import { savingsOperations } from './savings.js';
import { submittingOperations } from './submitting.js';
import { usesOperations } from './uses.js';

/** Makes all operations that are transactions. Only the engines use `writeReuses` and `ledgerCounts`. */
export function createOperations(engine: LedgerEngine) {
  return {
    ...aboutOperations(engine),
    ...acceptedOperations(engine),
    ...balanceOperations(engine),
    ...dailySpendingOperations(engine),
    ...doubtsOperations(engine),
    ...limitsOperations(engine),
    ...lookupOperations(engine),
    ...planningOperations(engine),
    ...batchOperations(engine),
    ...recordsOperations(engine),
    ...removalOperations(engine),
    ...requestsOperations(engine),
    ...resultsOperations(engine),
    ...savingsOperations(engine),
    ...submittingOperations(engine),
    ...inspectionOperations(engine),
    ...usesOperations(engine),
  };
}

/**
 * Returns the folders of a ledger on this machine, which are made when asked for. @throws ConfereError `state_unusable`
 */
export function createFolders(
  folder: string,
): Pick<Ledger, 'folder' | 'batchFolder' | 'incomingFolder'> {
  const batches = join(folder, 'batches');
  const makeSubfolder = (name: string): string => {
    const subfolder = join(batches, name);
    for (const path of [batches, subfolder]) {
      makeFolder(path);
      if (!lstatSync(path).isDirectory())
        throw new ConfereError('state_unusable', { of: 'file', path, why: 'foreign' });
    }
    return subfolder;
  };
  return {
    folder,
    batchFolder(batch) {
      // Another user who can write ids into a shared ledger must not choose folders on this machine.
      if (!isBatchId(batch)) throw new ConfereError('state_unusable', { of: 'batch', batch });
      return makeSubfolder(batch);
    },
    incomingFolder: () => makeSubfolder('incoming'),
  };
}

/**
 * Private copies of inputs in a ledger that several machines share. A ledger of one machine has them in its folder
 * only.
 */
export interface Copies {
  /** Stores the private copy of a batch's input, in pieces, in place of an earlier one. */
  storeCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores the next copy beside the present one, which it replaces with `eraseFromBatch`. */
  storeNextCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Yields the pieces of the private copy; none if it is not stored. */
  readCopy(batch: number): AsyncIterable<Uint8Array>;
  /** Stores the workbook of a batch, in pieces, in place of an earlier one. `eraseFromBatch` removes it. */
  storeWorkbook(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Yields the pieces of the workbook; none if it is not stored. */
  readWorkbook(batch: number): AsyncIterable<Uint8Array>;
}

/**
 * All requests, their costs and answers, for one base URL and profile. Each operation is one transaction, which is
 * flushed when its promise resolves. Times are epoch ms, amounts credits. @throws ConfereError `state_unusable`,
 * `state_busy`
 */
export interface Ledger
  extends Omit<ReturnType<typeof createOperations>, 'writeReuses' | 'ledgerCounts'>, Copies {
  readonly raw: RawTables;
  /** Returns the time (epoch ms) by the clock of this machine, or for a shared ledger by that of its database. */
  now(): Promise<number>;
  ledgerFacts(): Promise<LedgerFacts>;
  readonly slots: Slots;
  /** Takes the right to work on a batch. @throws ConfereError `batch_held` */
  holdBatch(batchId: string): Promise<HeldLock>;
  /**
   * Confirms the right to send, right before a request that may be charged: a suspended process may have lost its lease
   * to another one. @throws ConfereError `batch_lost`, `lookup_under_way`
   */
  confirmHold(work: HeldWork): Promise<void>;
  /**
   * Asks other processes to submit no job of an account until the lock is released, or the lease of a dead process
   * ends. Returns undefined while another process asks for the same.
   */
  pauseOthers(account: string): Promise<HeldLock | undefined>;
  /** Returns the process that asks this one to pause. */
  findPause(account: string): Promise<LeaseHolder | undefined>;
  /** Returns the ids, among those given, of the batches on which other processes work. */
  findHeldElsewhere(batchIds: readonly string[]): Promise<string[]>;
  /** Returns the ids of all batches that a process holds. */
  findHeldBatches(): Promise<string[]>;
  /** The folder of the ledger on this machine. */
  readonly folder: string;
  /**
   * Returns the folder of a batch on this machine (mode 0700), with its private copy. @throws ConfereError
   * `state_unusable` for an id that confere gives to no batch
   */
  batchFolder(batchId: string): string;
  /** Returns the folder for private copies whose batch does not exist yet. */
  incomingFolder(): string;
  close(): Promise<void>;
}

/** Counts requests per clock minute across all processes that share this ledger. */
export interface Slots {
  /** Counts one request; false if `limit` is reached. `minute`: epoch ms by the machine's clock. */
  take(group: string, minute: number, limit: number): Promise<boolean>;
  /** Returns ms until the next minute, where the ledger has a clock of its own. */
  msUntilNextMinute?(): Promise<number>;
}

/** A batch or a lookup (number) that this process works on. */
export type HeldWork = { readonly batch: number } | { readonly lookup: number };

/** A process that settles doubts, or holds a batch. `since`: epoch ms by the clock of the ledger. */
export interface LeaseHolder {
  readonly host: string;
  readonly since: number;
}

export interface HeldLock {
  readonly release: () => Promise<void>;
}

/** Runs `work`, and releases the lock also when it fails. */
export async function releaseAfter<T>({ release }: HeldLock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await release();
  }
}
