import type { Doubts } from './doubts.js';
import type { Planning } from './planning.js';
import type { Reading } from './reading.js';
import type { Records } from './records.js';
import type { Results } from './results.js';
import type { Submitting } from './submitting.js';

/**
 * What was asked, paid for and answered, of one base URL and profile (money rule 5 of the contract). Each
 * operation is one transaction with its own verdict: what must hold is decided inside it, because between two
 * operations another run may change anything. What was written is flushed when its promise resolves. Times are in
 * epoch ms, amounts in credits. Every operation rejects with a UsageError where the ledger cannot be read or
 * written, and with kind `locked`, code `state_busy`, where others write for too long.
 */
export interface Ledger extends Planning, Submitting, Results, Doubts, Reading, Records {
  readonly slots: Slots;
  /** Holds a batch against other runs; rejects with kind `locked`, code `batch_held`, when another has it. */
  holdBatch(batchId: string): Promise<HeldLock>;
  /** The private folder of a batch on this machine, made with mode 0700: its copy of the input. */
  folderOf(batchId: string): string;
  close(): Promise<void>;
}

/** Counts the requests of a clock minute for every process that shares this ledger. */
export interface Slots {
  /** Takes a slot of the minute that starts at `minute` (epoch ms); false when `limit` is reached. */
  take(group: string, minute: number, limit: number): Promise<boolean>;
}

export interface HeldLock {
  readonly release: () => Promise<void>;
}
