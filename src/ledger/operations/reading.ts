import type { IdentifierKind } from '../../identifiers/index.js';
import type { Answer, Batch, Item, ItemCounts, Job } from '../types.js';

/** Conditions that must all hold. */
export interface BatchQuery {
  readonly num?: number;
  /** How its id begins, in any case. */
  readonly idPrefix?: string;
  /** Neither made nor sent nor heard of at or after this moment (epoch ms). */
  readonly untouchedSince?: number;
  /** So many at most. */
  readonly most?: number;
}

/** A batch with its jobs and its unique identifiers by what became of them, all of one moment. */
export interface BatchFigures {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly counts: ItemCounts;
  /** The counts of each kind, in a batch of both. */
  readonly parts?: Readonly<Record<IdentifierKind, ItemCounts>>;
}

/** A batch as it is at one moment, whatever is written meanwhile. */
export interface BatchReading {
  readonly figures: BatchFigures;
  /** When its last answer was written down (epoch ms); null before the first. */
  readonly lastAnswerAt: number | null;
  /** Every answered identifier, a few hundred in memory at a time. To be read once. */
  answers(): AsyncIterable<Answer>;
  /** Must be called; until then the moment is kept, which costs space. */
  close(): Promise<void>;
}

export interface Reading {
  /** The newest first. */
  findBatches(query?: BatchQuery): Promise<Batch[]>;
  jobsOf(batch: number): Promise<Job[]>;
  /** How many identifiers of some jobs have no answer. */
  unansweredIn(batch: number, jobs: readonly number[]): Promise<number>;
  /** Undefined where there is no such batch (any more). */
  batchFigures(batch: number): Promise<BatchFigures | undefined>;
  /** The figures of every batch, the newest first, of one moment. */
  figuresOfAll(): Promise<BatchFigures[]>;
  /** Undefined where there is no such batch (any more). */
  readBatch(batch: number): Promise<BatchReading | undefined>;
  /**
   * What became of identifiers of a batch: each stands at the place of its identifier in `ids`; null and what the
   * batch does not have leave gaps.
   */
  findItems(batch: number, ids: readonly (string | null)[]): Promise<readonly (Item | undefined)[]>;
}
