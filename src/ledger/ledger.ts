import { balanceOperations } from './balances.js';
import type { RawTables } from './copy.js';
import type { Engine } from './db.js';
import { doubtsOperations } from './doubts.js';
import { erasingOperations } from './erasing.js';
import { inspectionOperations, type LedgerFacts } from './inspection.js';
import { lookupOperations } from './lookups.js';
import { planningOperations } from './planning.js';
import { readingOperations, type BatchReading } from './reading.js';
import { recordsOperations } from './records.js';
import { removalOperations } from './removal.js';
import { resultsOperations } from './results.js';
import { spendingOperations } from './spending.js';
import { submittingOperations } from './submitting.js';

/** Every operation that is a transaction. `writeReused` and `ledgerCounts` are for the engines. */
export function operationsOf(engine: Engine) {
  return {
    ...balanceOperations(engine),
    ...doubtsOperations(engine),
    ...erasingOperations(engine),
    ...lookupOperations(engine),
    ...planningOperations(engine),
    ...readingOperations(engine),
    ...recordsOperations(engine),
    ...removalOperations(engine),
    ...resultsOperations(engine),
    ...spendingOperations(engine),
    ...submittingOperations(engine),
    ...inspectionOperations(engine),
  };
}

/** What a ledger that several machines share keeps of inputs; one of this machine has them in its own folder. */
export interface Copies {
  /** Stores the private copy of a batch's input, its bytes in order, in place of an earlier one. */
  keepCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The same beside the earlier one, whose place it takes with `eraseFromBatch`. */
  keepNextCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The stored pieces in order; none where the ledger is this machine's, or has no copy. */
  copyOf(batch: number): AsyncIterable<Uint8Array>;
  /** Those of these batch ids that a machine has removed; none where the ledger is this machine's. */
  removedAmong(ids: readonly string[]): Promise<string[]>;
}

/**
 * What was requested, paid for and answered, for one base URL and profile (money rule 5 of the contract). Each operation is one
 * transaction that checks its own conditions and returns a verdict, because another run may change anything between two. It is
 * flushed to disk when the promise resolves. Times are epoch ms, amounts credits. Every operation rejects with kind `ledger`, code
 * `state_unusable`, if the ledger cannot be read or written, and `state_busy`, if another process writes for too long.
 */
export interface Ledger
  extends Omit<ReturnType<typeof operationsOf>, 'writeReused' | 'ledgerCounts'>, Copies {
  /** What a copy of the whole ledger needs. */
  readonly raw: RawTables;
  /** The time (epoch ms) by the clock of the ledger: the machine's, or of a ledger that machines share the database's. */
  now(): Promise<number>;
  /** What the ledger is, and who is at work. Changes nothing. */
  ledgerFacts(): Promise<LedgerFacts>;
  /** Opens a batch for reading: what others write meanwhile does not show. Undefined if it does not exist. */
  readBatch(batch: number): Promise<BatchReading | undefined>;
  readonly slots: Slots;
  /** Locks a batch against other runs. @throws ConfereError kind `locked`, code `batch_held` */
  holdBatch(batchId: string): Promise<HeldLock>;
  /**
   * Called right before a request that may be charged: a process that stood still may have been succeeded by another one.
   * Rejects with `batch_lost` or `lookup_under_way`; then it must not be sent.
   */
  confirmHold(of: HeldWork): Promise<void>;
  /**
   * Asks others who share this ledger to submit no job of an account, so that its balance can be judged, until released, or a
   * lease after this process has died. Undefined while another one asks so.
   */
  pauseOthers(account: string): Promise<HeldLock | undefined>;
  /** Who asks this process to submit no job of an account; undefined if nobody does. */
  pausedBy(account: string): Promise<Settler | undefined>;
  /** Those of these batches that others who share this ledger work on now; none on one machine. */
  atWork(batchIds: readonly string[]): Promise<string[]>;
  /** The private folder of this ledger on this machine. */
  readonly folder: string;
  /** The private folder of a batch on this machine (mode 0700), with the copy of the input. */
  folderOf(batchId: string): string;
  /** Closes the files. No operation may be called afterwards. */
  close(): Promise<void>;
}

/** Counts requests per clock minute across all processes that share this ledger. */
export interface Slots {
  /** Takes a slot in the minute (epoch ms) of the machine's clock, or of the ledger's own; false if `limit` is reached. */
  take(group: string, minute: number, limit: number): Promise<boolean>;
  /** Milliseconds until the next minute of a ledger with a clock of its own; left out where there is none. */
  untilNext?(): Promise<number>;
  /** Stores that the service refused a request with 429, and for how long (ms); where machines share the ledger. */
  refuse?(group: string, ms: number): Promise<void>;
  /** Milliseconds for which it is still to be asked nothing of this kind. */
  refusedFor?(group: string): Promise<number>;
}

/** What a process works on alone: a batch or a single lookup, by its number. */
export type HeldWork = { readonly batch: number } | { readonly lookup: number };

/** Who settles an outcome that nobody knows. `since`: epoch ms, by the clock of the ledger. */
export interface Settler {
  readonly host: string;
  readonly since: number;
}

export interface HeldLock {
  readonly release: () => Promise<void>;
}
