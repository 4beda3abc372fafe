import { UsageError } from '../base/errors.js';
import { findClosest } from '../base/closest.js';
import type { ColumnKind } from '../identifiers/index.js';
import { describeColumn, describeColumns, quoteName } from '../input/describe-layout.js';
import { findResultColumns, type InputLayout } from '../input/index.js';
import type { Comparison } from '../records/compare/index.js';
import type { Compared } from '../records/compared.js';
import { type MatchCounts, readMatches, type WantedMatch } from '../records/matches.js';
import type { ExportRow } from './rows.js';

type Header = Pick<InputLayout, 'columns' | 'hasHeader'>;

/** A field of the record that is compared with a column of the input (0-based). */
interface ComparedColumn extends WantedMatch {
  readonly column: number;
}

/**
 * Refuses fields that cannot be compared and, where the columns are known, columns that do not exist.
 *
 * @throws UsageError `unknown_field`, `compared_twice`, `compared_in_parts`, `compared_column`
 */
export function refuseComparison(
  compared: Compared | undefined,
  kind: ColumnKind,
  header?: Header,
): void {
  if (compared === undefined) return;
  const wanted = readMatches(compared, kind);
  if (header !== undefined)
    for (const { comparedWith: column } of wanted) findColumn(column, header);
}

/** Returns the comparisons of a result, each with its column. @throws UsageError as `refuseComparison` */
export function readComparedColumns(
  compared: Compared | undefined,
  layout: InputLayout,
): readonly ComparedColumn[] {
  if (compared === undefined) return [];
  return readMatches(compared, layout.kind).map((wanted) => ({
    ...wanted,
    column: findColumn(wanted.comparedWith, layout),
  }));
}

/** Finds a column by its name, then without regard to case, then by its number. @throws UsageError `compared_column` */
function findColumn(wanted: string, header: Header): number {
  const { columns, hasHeader } = header;
  const earlierResultColumns = findResultColumns(header);
  const indexes = columns.map((_, index) => index);
  const findEqual = (normalize: (text: string) => string) =>
    indexes.filter((index) => hasHeader && normalize(columns[index] ?? '') === normalize(wanted));
  const exact = findEqual((text) => text.normalize().trim());
  const matching =
    exact.length > 0 ? exact : findEqual((text) => text.normalize().trim().toLowerCase());
  const refuse = (
    why: 'unknown' | 'result' | 'several',
    listedIndexes: readonly number[],
  ): never => {
    const closest = hasHeader && why === 'unknown' ? findClosest(wanted, columns) : undefined;
    const near =
      closest === undefined ? undefined : describeColumn(columns, columns.indexOf(closest));
    const facts = { why, wanted: quoteName(wanted), near };
    throw new UsageError('compared_column', {
      ...facts,
      columns: describeColumns(columns, listedIndexes),
    });
  };
  if (matching.length > 1) return refuse('several', matching);
  const inputIndexes = indexes.filter((index) => !earlierResultColumns.has(index));
  const byNumber = /^\d+$/.test(wanted) ? indexes[Number(wanted) - 1] : undefined;
  const found = matching[0] ?? byNumber;
  if (found === undefined) return refuse('unknown', inputIndexes);
  return earlierResultColumns.has(found) ? refuse('result', inputIndexes) : found;
}

/** Creates the function that compares a row, and the counts of the verdicts of all rows, also of unwritten ones. */
export function createRowComparer(columns: readonly ComparedColumn[]) {
  const columnsWithTally = columns.map((column) => ({
    ...column,
    tally: { equal: 0, similar: 0, different: 0, empty: 0 },
  }));
  const counts: MatchCounts = Object.fromEntries(
    columnsWithTally.map(({ name, tally }) => [name, tally]),
  );
  const compare = (entry: ExportRow): ExportRow => {
    const { row, result } = entry;
    const matches: Comparison[] = [];
    for (const { column, tally, compare: compareTexts } of columnsWithTally) {
      const found = compareTexts(row.cells[column] ?? '', result.data);
      tally[found.verdict || 'empty'] += 1;
      matches.push(found);
    }
    return { row, result, matches };
  };
  return { compare, counts };
}
