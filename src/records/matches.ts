import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { type Comparison, comparerOf } from './compare/index.js';
import type { Compared } from './compared.js';
import { fieldsWithin, readFields, valueAt } from './fields.js';

type LookupRecord = Readonly<Record<string, unknown>>;

/** A comparison that the user wants. */
export interface WantedMatch {
  /** The field, without `data.`. */
  readonly name: string;
  /** What the field is compared with: a text for a lookup, a column for a file. */
  readonly other: string;
  /** Compares a text with the field of a record. A record without the field says nothing. */
  readonly compare: (text: string, record: LookupRecord | null) => Comparison;
}

/**
 * Reads what is to be compared: fields of this kind as `--fields` names them, each once, that have a value of their own.
 *
 * @throws UsageError `unknown_field`, `compared_twice`, `compared_in_parts`
 */
export function readMatches(compared: Compared, kind: ColumnKind): readonly WantedMatch[] {
  const all = Object.entries(compared).map(([field, other]) => readMatch(field, other, kind));
  for (const [at, { name }] of all.entries())
    if (all.findIndex((each) => each.name === name) < at)
      throw new UsageError('compared_twice', { field: name });
  return all;
}

function readMatch(field: string, other: string, kind: ColumnKind): WantedMatch {
  // What is no name of a field may be the text itself, typed in its place, and is not repeated.
  if (!FIELD_NAME.test(field)) throw new UsageError('bad_comparison', {});
  const [found] = readFields(field, { of: 'match', kind });
  if (found === undefined) throw new UsageError('bad_comparison', {});
  const { name, path } = found;
  const comparer = comparerOf(path);
  if (comparer === undefined) {
    const parts = (fieldsWithin[name] ?? []).map((part) => `${name}.${part}`);
    throw new UsageError('compared_in_parts', { field: name, parts });
  }
  const compare: WantedMatch['compare'] = (text, record) =>
    record === null ? NOTHING : comparer(text, valueAt(record, path), record);
  return { name, other, compare };
}

const FIELD_NAME = /^(?:data\.[^,]+|[\w.]+)$/;

const NOTHING: Comparison = { verdict: '', reasons: [] };

/** A verdict with its reasons, as JSON has it; null where one side says nothing. */
export type Match = {
  readonly verdict: 'equal' | 'similar' | 'different';
  readonly reasons: Comparison['reasons'];
} | null;

export function toMatch({ verdict, reasons }: Comparison): Match {
  return verdict === '' ? null : { verdict, reasons };
}

/** Compares fields of a record with texts. */
export function matchRecord(
  wanted: readonly WantedMatch[],
  record: LookupRecord,
): Readonly<Record<string, Match>> {
  return Object.fromEntries(
    wanted.map(({ name, other, compare }) => [name, toMatch(compare(other, record))]),
  );
}

/** How many rows of a result have each verdict, by field; `empty`: one side says nothing. */
export type MatchCounts = Readonly<
  Record<string, Record<'equal' | 'similar' | 'different' | 'empty', number>>
>;
