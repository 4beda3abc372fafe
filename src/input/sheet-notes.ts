import { formatNumber, t } from '../messages/index.js';
import { quoteName } from './describe-layout.js';
import type { InputLayout, InputOrigin, UsedArea } from './types.js';

/**
 * Returns sentences about hidden rows, merged cells, formulas without a value, errors, and tables to which no columns
 * can be added. `rowsAbove`: the number of rows above the first row with an identifier.
 */
export function describeSheet(
  { sheet, workbook }: InputOrigin = {},
  { column, parts, columns }: Pick<InputLayout, 'column' | 'parts' | 'columns'>,
  rowsAbove: number,
): string[] {
  const { hidden = 0, merged = {}, uncomputed = {}, errors = {}, room } = sheet ?? {};
  const identifierColumns = parts?.columns ?? [column];
  const [formulas, errorCells] = [countCells(uncomputed, columns), countCells(errors, columns)];
  return [
    ...(hidden > 0 ? [t.input.hiddenRows(hidden)] : []),
    ...(identifierColumns.some((each) => (merged[each] ?? 0) > rowsAbove)
      ? [t.input.mergedCells]
      : []),
    ...(formulas.count > 0 ? [t.input.uncomputed(formulas.count, formulas.columns)] : []),
    ...(errorCells.count > 0 ? [t.input.errorCells(errorCells.count, errorCells.columns)] : []),
    ...(workbook === undefined || room === undefined ? [] : describeStuckRanges(room, column + 1)),
  ];
}

/** The number of columns that a note names; a sheet may have thousands. */
const MAX_COLUMNS_NAMED = 5;

function countCells(cells: Readonly<Record<number, number>>, names: readonly string[]) {
  const counts = Object.entries(cells).map(([index, count]) => ({ index: Number(index), count }));
  const shown = counts
    .slice(0, MAX_COLUMNS_NAMED)
    .map(({ index, count }) => `${quoteName(names[index] ?? '')} ${formatNumber(count)}`);
  const more = counts.length > MAX_COLUMNS_NAMED ? ['…'] : [];
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    columns: [...shown, ...more].join(', '),
  };
}

/** Describes tables and filters over the identifiers' column (from 1) to which a result cannot add its columns. */
function describeStuckRanges({ stuck }: UsedArea, column: number): string[] {
  const overIdentifiers = stuck.filter(({ left, right }) => left <= column && column <= right);
  return overIdentifiers.map(({ name }) =>
    name === undefined ? t.input.stuckFilter : t.input.stuckTable(quoteName(name)),
  );
}
