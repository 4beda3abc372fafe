import { findResultColumns, type InputLayout } from '../input/index.js';
import { toCell } from '../records/cells.js';
import { isIdentifierField, type RecordPath, stateColumns, valueAt } from '../records/fields.js';
import type { ExportRow } from './rows.js';

/** What a spreadsheet may drop from the beginning of a cell: blanks, control characters and all that is invisible. */
const DROPPED = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫';

const FORMULA = new RegExp(`^${DROPPED}[${SIGNS}\t\r\n]`, 'u');

/** Whether a spreadsheet could run it as a formula; a program that splits at a tab or a line end begins a cell there. */
export function mayBeFormula(cell: string): boolean {
  return FORMULA.test(cell);
}

/** `-1.234,50`, `+7 %`, `-R$ 5`: nothing in it can be calculated. */
const AMOUNT = /^ *[+-] *(?:R\$ *)?[\d.,]+ *%?$/;
/** `+55 11 98888-7777`: two numbers with no operator between them are no formula. */
const PHONE = /^ *\+\d{1,3} *(?:\(\d+\)| \(?\d)[\d ()-]*$/;
const DASHES = /^[ +-]+$/;

/** Whether Excel would run it, or show another value in its place: an amount, a phone number and a dash stay what they are. */
export function isFormula(cell: string): boolean {
  return mayBeFormula(cell) && ![AMOUNT, PHONE, DASHES].some((plain) => plain.test(cell));
}

export function addedColumns(fields: readonly RecordPath[]): string[] {
  return [...stateColumns, ...fields.map(({ name }) => `lookup_${name}`)];
}

/** The cells of a result in the order of `addedColumns`; numbers stay numbers. */
export function addedCells(fields: readonly RecordPath[], entry: ExportRow): (string | number)[] {
  const { status, reason, source, fetchedAt } = entry.result;
  const cells: (string | number)[] = [status, reason, source, fetchedAt];
  for (const field of fields) {
    const value = resultValue(entry, field);
    cells.push(typeof value === 'number' ? value : toCell(field.name, value));
  }
  return cells;
}

/**
 * A field of the record. That of the identifier has what the service takes, on each row with a valid one, whatever its
 * answer and however a record writes it (contract, "Export").
 */
export function resultValue({ row, result }: ExportRow, { path }: RecordPath): unknown {
  if (!isIdentifierField(path)) return valueAt(result.data, path);
  const { reading } = row;
  const isShown = reading.valid && reading.kind === path[0] && result.reason !== 'erased';
  return isShown ? reading.id : null;
}

/** Leaves out the columns of an earlier result. Without any, it returns the same array. */
export function ownCells(layout: InputLayout): <T>(cells: readonly T[]) => readonly T[] {
  const earlier = findResultColumns(layout);
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
  return (entry) => {
    const { row } = entry;
    const cells = own(columns.map((_, index) => row.cells[index] ?? ''));
    return [...cells, ...addedCells(fields, entry), ...row.cells.slice(columns.length)];
  };
}
