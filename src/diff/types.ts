import type { LookupStatus } from '../export/format.js';
import type { IdentifierKind } from '../identifiers/index.js';

export type SideName = 'older' | 'newer';

export interface Entry {
  readonly id: string;
  readonly status: LookupStatus;
  /** JSON; what is equal is equal text. */
  readonly record: string;
}

export interface ResultRow extends Entry {
  /** `lookup_fetched_at`, or empty. Of several rows of an identifier the answer fetched last counts. */
  readonly fetchedAt: string;
}

export type Pair = Readonly<Record<SideName, Entry | undefined>>;

/** That there is no record is an answer, too. */
export function isAnswered({ status }: Pick<Entry, 'status'>): boolean {
  return status === 'found' || status === 'not_found';
}

export interface SideFacts {
  /** The id of a batch, or the name of a file. */
  readonly name: string;
  readonly is: 'batch' | 'file';
  readonly identifiers: number;
  /** Rows whose identifier stands on an earlier row, too; the answer fetched last counts. */
  readonly duplicates: number;
  /** Rows without a valid identifier, which are not compared. */
  readonly invalid: number;
}

export interface Side extends Pick<SideFacts, 'name' | 'is' | 'invalid'> {
  readonly rows: number;
  /** The kinds of its identifiers; empty if it has none. */
  readonly kinds: ReadonlySet<IdentifierKind>;
  /** Whether its records have cells of text instead of the service's values. */
  readonly isFlat: boolean;
  /** The fields that its records can have; undefined if they have whatever the service sent. */
  readonly fields: readonly string[] | undefined;
}

export type Sides = Readonly<Record<SideName, Side>>;

/** In the order of the summary. */
export const changeKinds = [
  'appeared',
  'disappeared',
  'found_now',
  'no_longer_found',
  'answered_now',
  'no_longer_answered',
  'changed',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** The field of a change that is not about the record. */
export const STATUS_FIELD = 'lookup_status';

/** One field of one identifier that differs. Of lists, `old` has what is gone and `new` what came. */
export interface Change {
  readonly id: string;
  readonly kind: IdentifierKind;
  readonly change: ChangeKind;
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

export function differing({ changes }: Pick<DiffSummary, 'changes'>): number {
  return Object.values(changes).reduce((sum, count) => sum + count, 0);
}

/** The numbers of a comparison; all but `rows` count identifiers. */
export interface DiffSummary {
  readonly older: SideFacts;
  readonly newer: SideFacts;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** The same of identifiers whose status was not asked for. */
  readonly leftOut: Readonly<Record<ChangeKind, number>>;
  /** In both, and nothing differs that was asked for. */
  readonly same: number;
  /** Among the same: without an answer in both. */
  readonly unanswered: number;
  /** How many identifiers differ in a field, the most first. */
  readonly fields: readonly (readonly [field: string, count: number])[];
  /** Fields that only one of the two can have, so that they are not compared. */
  readonly notCompared: readonly string[];
  /** The first changes whose values are nobody's personal data. */
  readonly examples: readonly Change[];
  /** Changes, one for each field. */
  readonly rows: number;
}
