import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { type Comparison, findComparer } from './compare/index.js';
import type { Compared } from './compared.js';
import { fieldsWithin, readFields, valueAt } from './fields.js';

type LookupRecord = Readonly<Record<string, unknown>>;

/** One `--compare` of the user. */
export interface WantedMatch {
  /** The field, without `data.`. */
  readonly name: string;
  /** What the field is compared with: a text for a lookup, a column for a file. */
  readonly comparedWith: string;
  /** Compares a text with the field of a record. The verdict is '' if the text, the field or the record is missing. */
  readonly compare: (text: string, record: LookupRecord | null) => Comparison;
}

/**
 * Reads the values of `--compare`: fields of this kind as `--fields` names them, each once, and none that consists of
 * objects (`QSA`).
 *
 * @throws UsageError `unknown_field`, `compared_twice`, `compared_in_parts`
 */
export function readMatches(compared: Compared, kind: ColumnKind): readonly WantedMatch[] {
  const all = Object.entries(compared).map(([field, comparedWith]) =>
    readMatch(field, comparedWith, kind),
  );
  for (const [at, { name }] of all.entries())
    if (all.findIndex((each) => each.name === name) < at)
      throw new UsageError('compared_twice', { field: name });
  return all;
}

function readMatch(field: string, comparedWith: string, kind: ColumnKind): WantedMatch {
  // A text that cannot be a field may be the name of a person in the wrong place, so the error does not repeat it.
  if (!FIELD_NAME.test(field)) throw new UsageError('bad_comparison', {});
  const [found] = readFields(field, { of: 'match', kind });
  if (found === undefined) throw new UsageError('bad_comparison', {});
  const { name, path } = found;
  const comparer = findComparer(path);
  if (comparer === undefined) {
    const parts = (fieldsWithin[name] ?? []).map((part) => `${name}.${part}`);
    throw new UsageError('compared_in_parts', { field: name, parts });
  }
  const compare: WantedMatch['compare'] = (text, record) =>
    record === null ? NOTHING : comparer(text, valueAt(record, path), record);
  return { name, comparedWith, compare };
}

const FIELD_NAME = /^(?:data\.[^,]+|[\w.]+)$/;

const NOTHING: Comparison = { verdict: '', reasons: [] };

/** A verdict with its reasons, as JSON has it; null if one of the two texts is missing. */
export type Match = {
  readonly verdict: 'equal' | 'similar' | 'different';
  readonly reasons: Comparison['reasons'];
} | null;

export function toMatch({ verdict, reasons }: Comparison): Match {
  return verdict === '' ? null : { verdict, reasons };
}

/** Compares fields of a record with the texts of `--compare`; the result is by field. */
export function matchRecord(
  wanted: readonly WantedMatch[],
  record: LookupRecord,
): Readonly<Record<string, Match>> {
  return Object.fromEntries(
    wanted.map(({ name, comparedWith, compare }) => [name, toMatch(compare(comparedWith, record))]),
  );
}

/** The number of rows of a result with each verdict, by field; `empty`: one of the two texts is missing. */
export type MatchCounts = Readonly<
  Record<string, Record<'equal' | 'similar' | 'different' | 'empty', number>>
>;
