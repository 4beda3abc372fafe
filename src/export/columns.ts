import type { InputLayout } from '../input/index.js';
import { type RecordPath, stateColumns, valueAt } from '../records/fields.js';
import type { ExportRow, RowResult } from './rows.js';
import { ownCells } from './own-cells.js';
import { toCell } from '../records/cells.js';

/** The names of the columns that an export with these fields adds. */
export function addedColumns(fields: readonly RecordPath[]): string[] {
  return [...stateColumns, ...fields.map(({ name }) => `lookup_${name}`)];
}

/** The cells of a result in the order of `addedColumns`, those about the outcome first. */
export function stateCells({ status, reason, source, fetchedAt }: RowResult): string[] {
  return [status, reason, source, fetchedAt];
}

/** Those of the record; numbers stay numbers. */
export function fieldCells(
  fields: readonly RecordPath[],
  { data }: RowResult,
): (string | number)[] {
  return fields.map(({ name, path }) => {
    const value = valueAt(data, path);
    return typeof value === 'number' ? value : toCell(name, value);
  });
}

/**
 * Makes a row the cells of a table: the input's own columns, the result, and at the end the cells beyond the
 * input's columns, so that none is lost and the results stay aligned.
 */
export function wholeRow(
  layout: InputLayout,
  fields: readonly RecordPath[],
): (entry: ExportRow) => (string | number)[] {
  const { columns } = layout;
  const own = ownCells(layout);
  return ({ row, result }) => {
    const cells = own(columns.map((_, index) => row.cells[index] ?? ''));
    return [
      ...[...cells, ...stateCells(result), ...fieldCells(fields, result)],
      ...row.cells.slice(columns.length),
    ];
  };
}
