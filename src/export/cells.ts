import { earlierResults, type InputLayout } from '../input/index.js';
import { toCell } from '../records/cells.js';
import { type RecordPath, stateColumns, valueAt } from '../records/fields.js';
import type { ExportRow, RowResult } from './rows.js';

/** What a spreadsheet may drop from the beginning of a cell: blanks, control characters and all that is invisible. */
const DROPPED = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫';

const FORMULA = new RegExp(`^${DROPPED}[${SIGNS}\t\r\n]`, 'u');

/** Whether a spreadsheet could run it as a formula; a program that splits at a tab or a line end begins a cell there. */
export function mayBeFormula(cell: string): boolean {
  return FORMULA.test(cell);
}

export function addedColumns(fields: readonly RecordPath[]): string[] {
  return [...stateColumns, ...fields.map(({ name }) => `lookup_${name}`)];
}

/** The cells of a result in the order of `addedColumns`; numbers stay numbers. */
export function addedCells(
  fields: readonly RecordPath[],
  { status, reason, source, fetchedAt, data }: RowResult,
): (string | number)[] {
  const cells: (string | number)[] = [status, reason, source, fetchedAt];
  for (const { name, path } of fields) {
    const value = valueAt(data, path);
    cells.push(typeof value === 'number' ? value : toCell(name, value));
  }
  return cells;
}

/** Leaves out the columns of an earlier result. Without any, it returns the same array. */
export function ownCells(layout: InputLayout): <T>(cells: readonly T[]) => readonly T[] {
  const earlier = earlierResults(layout);
  if (earlier.size === 0) return (cells) => cells;
  return (cells) => cells.filter((_, index) => !earlier.has(index));
}

/** The input's own columns, the result, and then the cells beyond the input's columns, so that results stay aligned. */
export function wholeRow(
  layout: InputLayout,
  fields: readonly RecordPath[],
): (entry: ExportRow) => (string | number)[] {
  const { columns } = layout;
  const own = ownCells(layout);
  return ({ row, result }) => {
    const cells = own(columns.map((_, index) => row.cells[index] ?? ''));
    return [...cells, ...addedCells(fields, result), ...row.cells.slice(columns.length)];
  };
}
