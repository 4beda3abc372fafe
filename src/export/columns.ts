import type { InputLayout } from '../input/index.js';
import { valueAt, type RecordPath } from '../records/field-values.js';
import { stateColumns } from '../records/fields.js';
import type { ExportRow, RowResult } from './rows.js';
import { toCell } from '../records/cell-text.js';

/** The names of the columns that an export with these fields adds. */
export function addedColumns(fields: readonly RecordPath[]): string[] {
  return [...stateColumns, ...fields.map(({ name }) => `lookup_${name}`)];
}

/** The cells of a result in the order of `addedColumns`; numbers stay numbers. */
export function resultCells(
  fields: readonly RecordPath[],
  { status, reason, source, fetchedAt, data }: RowResult,
): (string | number)[] {
  const values = fields.map(({ name, path }) => {
    const value = valueAt(data, path);
    return typeof value === 'number' ? value : toCell(name, value);
  });
  return [status, reason, source, fetchedAt, ...values];
}

/**
 * A row as cells of a table: the input's columns, the result, and at the end the cells beyond the
 * input's columns, so that none is lost and the results stay aligned.
 */
export function wholeRow(
  { columns }: InputLayout,
  fields: readonly RecordPath[],
  { row, result }: ExportRow,
): (string | number)[] {
  const own = columns.map((_, index) => row.cells[index] ?? '');
  return [...own, ...resultCells(fields, result), ...row.cells.slice(columns.length)];
}
