import type { IdentifierKind } from '../../identifiers/index.js';
import type { Answer, Batch, Item, ItemCounts, Job, Outcome } from '../types.js';

/** Conditions of a search; all must hold. */
export interface BatchQuery {
  readonly num?: number;
  /** A prefix of its id, in any case. */
  readonly idPrefix?: string;
  /** Not created, submitted or polled at or after this moment (epoch ms). */
  readonly untouchedSince?: number;
  /** The batch that has this job of the service. */
  readonly jobId?: string;
  /** The largest number of batches to return. */
  readonly most?: number;
}

/** A batch, its jobs, and the counts of its unique identifiers by outcome, all read at one moment. */
export interface BatchFigures {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly counts: ItemCounts;
  /** The counts of each kind, in a batch with CPF and CNPJ. */
  readonly parts?: Readonly<Record<IdentifierKind, ItemCounts>>;
}

/** A batch as it is at one moment; later writes do not show. */
export interface BatchReading {
  readonly figures: BatchFigures;
  /** When its last answer was stored (epoch ms); null before the first. */
  readonly lastAnswerAt: number | null;
  /** Every answered identifier, with a few hundred in memory at a time. Can be read once. */
  answers(): AsyncIterable<Answer>;
  /** Every identifier, also those without an answer, sorted by its characters, in arrays of a few hundred. Can be read once. */
  outcomes(): AsyncIterable<readonly Outcome[]>;
  /** Must be called. Until then SQLite keeps the old state, which uses disk space. */
  close(): Promise<void>;
}

export interface Reading {
  /** The batches that match every condition, newest first; all of them without a query. */
  findBatches(query?: BatchQuery): Promise<Batch[]>;
  /** The jobs of a batch by their number; none if the batch does not exist. */
  jobsOf(batch: number): Promise<Job[]>;
  /** How many identifiers of these jobs have no answer. */
  unansweredIn(batch: number, jobs: readonly number[]): Promise<number>;
  /** The figures of one batch, or of every batch, newest first; read at one moment. */
  figures(batch?: number): Promise<BatchFigures[]>;
  /**
   * Opens a batch for reading: what others write meanwhile, even its removal, does not show. Undefined if the
   * batch does not exist.
   */
  readBatch(batch: number): Promise<BatchReading | undefined>;
  /**
   * Finds identifiers of a batch. Each item has the index of its identifier in `ids`; null, and
   * identifiers that the batch does not have, give undefined.
   */
  findItems(batch: number, ids: readonly (string | null)[]): Promise<readonly (Item | undefined)[]>;
}
