import type { WhyUndecided } from '../errors/facts.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import type { JobState } from './job-states.js';

/** Times (`…At`) are epoch ms. */
export interface Batch {
  readonly num: number;
  readonly id: string;
  readonly kind: ColumnKind | null;
  readonly file: string;
  readonly label: string | null;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  readonly fresh: boolean;
  /** JSON. */
  readonly layout: string | null;
  readonly createdAt: number;
  /** Null until all is read and planned. */
  readonly plannedAt: number | null;
  readonly rows: number;
  /** SHA-256 (hex) and bytes of the private copy. */
  readonly inputHash: string | null;
  readonly inputSize: number | null;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly output: string | null;
  /** Size and modification time of the last result and of the tables beside it, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Credits that the batch may send after a tick. */
  readonly agreed: { readonly limit: number; readonly after: number } | null;
  /** About people or companies that were to be forgotten. */
  readonly erased: {
    /** From 1. */
    readonly rows: readonly number[];
    /** Records that its jobs had paid for. */
    readonly paid: Readonly<Record<IdentifierKind, number>>;
  };
}

/** How long a machine had been running (ms), in which run of it. To set its clock changes neither. */
export interface UptimeMark {
  readonly ms: number;
  readonly boot: string;
}

export interface Job {
  readonly seq: number;
  readonly kind: IdentifierKind;
  /** How many failed jobs had the same identifiers before this one. */
  readonly round: number;
  readonly state: JobState;
  readonly jobId: string | null;
  /** At most 10,000; `waiting`: those without an answer. */
  readonly items: number;
  readonly waiting: number;
  readonly submittedAt: number | null;
  readonly unknownSince: UptimeMark | null;
  readonly acceptedAt: number | null;
  readonly polledAt: number | null;
  readonly polls: number;
  /** Seen by a poll, or abandoned. */
  readonly endedAt: number | null;
  /** The service counted them as `invalid`. */
  readonly rejected: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  /** The tick before the submission. */
  readonly begunTick: number | null;
  /** Credits of a found record; null where nothing shows them. */
  readonly price: number | null;
  /** Null while the balance may still prove something. */
  readonly verdict: WhyUndecided | null;
}

/** The outcome of one identifier of a batch. */
export interface Item {
  readonly job: number | null;
  readonly answer: 'found' | 'not_found' | 'rejected' | null;
  readonly answeredAt: number | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly fetchedAt: number | null;
}

/** Counts of the unique identifiers of a batch, by outcome; `failed` includes those of abandoned jobs. */
export interface ItemCounts {
  readonly reused: number;
  readonly found: number;
  readonly notFound: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  readonly abandoned: number;
  readonly pending: number;
  readonly unconfirmed: number;
}
