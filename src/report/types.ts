import type { IdentifierKind } from '../identifiers/index.js';
import type { BatchState, Summary } from '../batch/summary.js';
import type { JobTrouble } from '../errors/jobs.js';

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

/** Everything that the page shows. It contains no identifier, no name and no file name. */
export interface ReportNumbers {
  /** Epoch ms, like all times here. */
  readonly madeAt: number;
  readonly source: 'api' | 'sandbox';
  readonly batch: string;
  readonly state: BatchState;
  readonly totals: Totals;
  readonly parts: readonly PartNumbers[];
  readonly course: Course;
}

/** The records of one kind. A batch of both kinds has two parts. */
export interface PartNumbers {
  readonly kind: IdentifierKind;
  readonly found: number;
  readonly breakdowns: readonly Breakdown[];
}

export type BreakdownName =
  | 'status'
  | 'uf'
  | 'size'
  | 'section'
  | 'activity'
  | 'openingYear'
  | 'sex'
  | 'ageBand';

/** The found records by one field. `found` equals the sum of counts, `others` and `notInformed`. */
export interface Breakdown {
  readonly name: BreakdownName;
  readonly groups: readonly Group[];
  /** Records whose value is not in a group. */
  readonly others: number;
  /** Records without a readable value. */
  readonly notInformed: number;
}

export interface Group {
  /** The value of the service, or an age band: `18-24`, `75+`. */
  readonly label: string;
  readonly count: number;
}

/** The progress of the batch over time, from the times in the ledger. */
export interface Course {
  readonly from: number;
  readonly to: number;
  /** Counts of answers in spans of equal length, starting at `from`. */
  readonly spans: readonly Span[];
  readonly jobs: readonly JobCourse[];
}

/** The answers that the ledger stored in one span of time. */
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
  /** Why it failed, or why its outcome is unknown. */
  readonly error: JobTrouble | null;
  readonly submittedAt: number | null;
  readonly acceptedAt: number | null;
  /** When a status check reported the end. */
  readonly endedAt: number | null;
}
