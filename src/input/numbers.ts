import { removeNumberFormat } from '../identifiers/index.js';
import type { Records } from './table.js';
import type { InputLayout } from './types.js';

type IdentifierColumn = Pick<InputLayout, 'column' | 'origin'>;

/** Returns the text from which the identifier of a row is read; a number of a workbook is without its number format. */
export function readIdentifierCell(
  cells: readonly string[],
  { column, origin }: IdentifierColumn,
): string {
  const cell = cells[column] ?? '';
  // `masked` names the columns whose numbers have a number format.
  return origin?.sheet?.masked?.includes(column) === true ? removeNumberFormat(cell) : cell;
}

/** Removes the number formats from the numbers in these columns, so that identifiers are read from the numbers. */
export function removeNumberFormats(
  records: Records,
  formattedColumns: readonly number[] = [],
): Records {
  if (formattedColumns.length === 0) return records;
  const columns = new Set(formattedColumns);
  return records.map((cells) =>
    cells.map((cell, index) => (columns.has(index) ? removeNumberFormat(cell) : cell)),
  );
}
