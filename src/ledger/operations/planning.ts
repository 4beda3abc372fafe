import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import type { Batch } from '../types.js';

export interface NewBatch {
  readonly id: string;
  readonly file: string;
  readonly label: string | null;
  /** Same content and same options have the same key. */
  readonly matchKey: string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  /** Whether records that were paid for before may not answer. */
  readonly fresh?: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** An identifier of a plan and the row that it was first seen in. */
export interface PlannedItem {
  readonly id: string;
  readonly position: number;
  /** The job it is planned for; 0 where a record that was paid for answers it. */
  readonly job: number;
}

/** A job that may be sent. */
export interface NewJob {
  /** Its number within the batch, from 1. */
  readonly seq: number;
  readonly kind: IdentifierKind;
  readonly items: number;
  /** How many failed jobs came before it; 0 when left out. */
  readonly round?: number;
}

/** What the reading of an input counted; `rows = invalid + duplicates + unique`. */
export interface PlannedFacts {
  readonly rows: number;
  /** SHA-256 (hex) and bytes of the private copy that was planned. */
  readonly inputHash?: string;
  readonly inputSize?: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** From a file to jobs that may be sent. */
export interface Planning {
  /**
   * The batch of this content and these options: the newest there is, or a new one where there is none or
   * `again` asks for it. Two runs that claim the same at once get the same one.
   */
  claimBatch(wanted: NewBatch, again: boolean): Promise<{ batch: Batch; isNew: boolean }>;
  /**
   * Begins the plan of a batch and forgets what a plan that was cut short left. `layout`: JSON. `planned` when
   * the batch has its plan already; nothing was changed then.
   */
  beginPlan(batch: number, kind: ColumnKind, layout: string): Promise<'begun' | 'planned'>;
  /**
   * Adds identifiers that the batch does not have yet. Those of job 0 are answered by a record that was
   * fetched at or after `reuseSince` (epoch ms); those that have no such record (any more) are not added
   * but returned. Fastest in the order of the identifiers.
   */
  addPlannedItems(
    batch: number,
    items: readonly PlannedItem[],
    reuseSince: number,
    at: number,
  ): Promise<PlannedItem[]>;
  /** Ends the plan: its jobs may be sent, and its numbers hold. */
  finishPlan(
    batch: number,
    jobs: readonly NewJob[],
    facts: PlannedFacts,
    at: number,
  ): Promise<void>;
  /** Forgets a batch that never came to a plan, so that the same file can be read anew. */
  discardBatch(batch: number): Promise<void>;
  /** Writes down where the batch's result is, and how the file is known again. */
  keepOutput(batch: number, path: string, stamp: string): Promise<void>;
}
