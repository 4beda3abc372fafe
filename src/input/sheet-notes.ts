import { formatNumber, t } from '../messages/index.js';
import { safeName } from './describe-layout.js';
import type { InputLayout, InputOrigin, SheetRoom } from './types.js';

/**
 * Returns sentences about what is hidden, merged, not computed or in the way in a sheet. `head` is the number of rows
 * above the first one with an identifier.
 */
export function describeSheet(
  { sheet, workbook }: InputOrigin = {},
  { column, parts, columns }: Pick<InputLayout, 'column' | 'parts' | 'columns'>,
  head: number,
): string[] {
  const { hidden = 0, merged = {}, uncomputed = {}, errors = {}, room } = sheet ?? {};
  const read = parts?.columns ?? [column];
  const [formulas, faults] = [countCells(uncomputed, columns), countCells(errors, columns)];
  return [
    ...(hidden > 0 ? [t.input.hiddenRows(hidden)] : []),
    ...(read.some((each) => (merged[each] ?? 0) > head) ? [t.input.mergedCells] : []),
    ...(formulas.count > 0 ? [t.input.uncomputed(formulas.count, formulas.columns)] : []),
    ...(faults.count > 0 ? [t.input.errorCells(faults.count, faults.columns)] : []),
    ...(workbook === undefined || room === undefined ? [] : describeStuck(room, column + 1)),
  ];
}

/** The columns of a note; a sheet may have thousands. */
const MOST_COLUMNS = 5;

function countCells(cells: Readonly<Record<number, number>>, names: readonly string[]) {
  const all = Object.entries(cells).map(([index, count]) => ({ index: Number(index), count }));
  const shown = all
    .slice(0, MOST_COLUMNS)
    .map(({ index, count }) => `${safeName(names[index] ?? '')} ${formatNumber(count)}`);
  const more = all.length > MOST_COLUMNS ? ['…'] : [];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    columns: [...shown, ...more].join(', '),
  };
}

/** Describes tables and filters over the identifiers' column (from 1) to which a result cannot add its columns. */
function describeStuck({ stuck }: SheetRoom, column: number): string[] {
  const own = stuck.filter(({ left, right }) => left <= column && column <= right);
  return own.map(({ name }) =>
    name === undefined ? t.input.stuckFilter : t.input.stuckTable(safeName(name)),
  );
}
