import type { WhyUndecided } from '../errors/facts.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import type { JobState } from './job-states.js';

/** Times (`…At`) are epoch ms. Layout, counts and copy are known when the input has been read. */
export interface Batch {
  readonly num: number;
  readonly id: string;
  readonly kind: ColumnKind | null;
  readonly file: string;
  readonly label: string | null;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  /** Made with `--fresh`: paid records are not reused. */
  readonly fresh: boolean;
  /** JSON. */
  readonly layout: string | null;
  readonly createdAt: number;
  /** Null until every row has been read and the jobs are planned. */
  readonly plannedAt: number | null;
  readonly rows: number;
  /** SHA-256 (hex) and bytes of the private copy. */
  readonly inputHash: string | null;
  readonly inputSize: number | null;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly reasons: Readonly<Record<string, number>>;
  /** The path of the result that was written last. */
  readonly output: string | null;
  /** The stamps (size and modification time) of the last result and of the tables beside it, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The credits to which the user has limited what the batch sends after a tick; null without a limit. */
  readonly agreed: { readonly limit: number; readonly after: number } | null;
  /** What was erased of it, because it was about people or companies that were to be forgotten. */
  readonly erased: {
    /** Numbers of the rows, from 1. */
    readonly rows: readonly number[];
    /** Records among them that the jobs of the batch had paid for. */
    readonly paid: Readonly<Record<IdentifierKind, number>>;
  };
}

/** How long a machine had been running (ms) at a moment, and the name of that run of it. To set its clock changes neither. */
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
  /** Identifiers in this submission, at most 10,000. */
  readonly items: number;
  readonly submittedAt: number | null;
  /** When the outcome became unknown, in the uptime of the machine that noted it. */
  readonly unknownSince: UptimeMark | null;
  readonly acceptedAt: number | null;
  readonly polledAt: number | null;
  readonly polls: number;
  /** When a poll saw that the job had ended, or the user abandoned it. */
  readonly endedAt: number | null;
  /** Identifiers that the service counted as `invalid` although they were valid for confere. */
  readonly rejected: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  /** The ledger's tick before the submission. */
  readonly begunTick: number | null;
  /** Credits that a found record of it counts; null where nothing shows its price. */
  readonly price: number | null;
  /** Why only the user can decide about the job; null while the balance may still prove something. */
  readonly verdict: WhyUndecided | null;
}

/** The outcome of one identifier of a batch. */
export interface Item {
  readonly job: number | null;
  readonly answer: 'found' | 'not_found' | 'rejected' | null;
  readonly answeredAt: number | null;
  /** The record, when found. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly fetchedAt: number | null;
}

/** An identifier of a batch and what is known of it. */
export interface ItemOutcome extends Omit<Item, 'data'> {
  readonly id: string;
  /** The record as JSON, when found. */
  readonly data: string | null;
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
