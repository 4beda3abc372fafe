import type { IdentifierKind } from '../identifiers/index.js';
import type { BatchState, Summary } from '../batch/summary.js';

/** The numbers of the batch as a whole. */
export type Totals = Pick<
  Summary,
  | 'rows'
  | 'invalid'
  | 'duplicates'
  | 'repaired'
  | 'unique'
  | 'reused'
  | 'found'
  | 'notFound'
  | 'skipped'
  | 'failed'
  | 'pending'
  | 'unconfirmed'
  | 'reasons'
  | 'credits'
>;

/** Everything that the page shows; no identifier, no name and no file name is in it. */
export interface ReportNumbers {
  /** Epoch ms, like every time here. */
  readonly madeAt: number;
  readonly source: 'api' | 'sandbox';
  readonly batch: string;
  readonly state: BatchState;
  readonly totals: Totals;
  readonly parts: readonly PartNumbers[];
  readonly course: Course;
}

/** The records of one kind; a batch of both has two parts. */
export interface PartNumbers {
  readonly kind: IdentifierKind;
  readonly found: number;
  readonly breakdowns: readonly Breakdown[];
}

export type BreakdownName =
  'status' | 'uf' | 'size' | 'activity' | 'openingYear' | 'sex' | 'ageBand';

/** What was found, by one field. Always `found = counts + others + notInformed`. */
export interface Breakdown {
  readonly name: BreakdownName;
  readonly groups: readonly Group[];
  /** Those whose value is not among the groups. */
  readonly others: number;
  /** Those whose record does not hold the field, or holds nothing readable in it. */
  readonly notInformed: number;
}

export interface Group {
  /** The service's own value, or a band's name: `18-24`, `75+`. */
  readonly label: string;
  readonly count: number;
}

/** How the batch went over time, by what the ledger wrote down. */
export interface Course {
  readonly from: number;
  readonly to: number;
  /** Answers in spans of equal length, the first from `from`. */
  readonly spans: readonly Span[];
  readonly jobs: readonly JobCourse[];
}

/** The answers that were written down in one span of time. */
export interface Span {
  readonly found: number;
  readonly reused: number;
  readonly notFound: number;
  readonly rejected: number;
}

export interface JobCourse {
  readonly job: number;
  readonly kind: IdentifierKind;
  readonly state: string;
  readonly items: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  /** The service's own words. */
  readonly error: string | null;
  readonly submittedAt: number | null;
  readonly acceptedAt: number | null;
  /** When a poll saw the end. */
  readonly endedAt: number | null;
}
