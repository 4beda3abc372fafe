import { findResultColumns, type InputLayout } from '../input/index.js';
import { toCell } from '../records/cells.js';
import { isIdentifierField, type RecordPath, stateColumns, valueAt } from '../records/fields.js';
import { buildHeading, type LabelSet, translateCode } from '../records/labels.js';
import { isDateField, formatDate, formatTime } from './dates.js';
import type { ExportRow } from './rows.js';

/** Characters that a spreadsheet may drop from the beginning of a cell: blanks, control and invisible characters. */
const DROPPED = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
const FORMULA_SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫';

const FORMULA = new RegExp(`^${DROPPED}[${FORMULA_SIGNS}\t\r\n]`, 'u');

/**
 * Returns whether a spreadsheet could run a cell as a formula. Some programs also begin a cell at a tab or a line end.
 */
export function mayBeFormula(cell: string): boolean {
  return FORMULA.test(cell);
}

/** `-1.234,50`, `+7 %`, `-R$ 5`: such a cell computes nothing. */
const AMOUNT = /^ *[+-] *(?:R\$ *)?[\d.,]+ *%?$/;
/** `+55 11 98888-7777`: two numbers without an operator between them are not a formula. */
const PHONE = /^ *\+\d{1,3} *(?:\(\d+\)| \(?\d)[\d ()-]*$/;
const DASHES = /^[ +-]+$/;

/** Returns whether Excel would run a cell or show another value. Amounts, phone numbers and dashes stay as they are. */
export function isFormula(cell: string): boolean {
  return mayBeFormula(cell) && ![AMOUNT, PHONE, DASHES].some((plain) => plain.test(cell));
}

/** A column that a result adds: a field of the record, or the verdict of a comparison. */
export interface ResultColumn extends RecordPath {
  /** The index (from 0) of the comparison, if the column has a verdict; it has no path then. */
  readonly match?: number;
  /** Returns the text that is shown in place of the value, such as the name of an activity for its code. */
  readonly show?: (value: unknown) => unknown;
}

/** Returns the headings of the columns that a result adds to the input. */
export function buildAddedHeadings(fields: readonly ResultColumn[], labels?: LabelSet): string[] {
  const names = [...stateColumns, ...fields.map(({ name }) => `lookup_${name}`)];
  return names.map((name) => buildHeading(name, labels));
}

/** Returns the cells of a result in the order of `buildAddedHeadings`; numbers stay numbers. */
export function buildAddedCells(
  fields: readonly ResultColumn[],
  entry: ExportRow,
  labels: LabelSet = 'service',
): (string | number)[] {
  const { status, reason, source, fetchedAt } = entry.result;
  const cells: (string | number)[] = [
    translateCode('statuses', status, labels),
    translateCode('reasons', reason, labels),
    translateCode('sources', source, labels),
    formatTime(fetchedAt, labels),
  ];
  for (const field of fields) {
    if (field.match !== undefined) {
      cells.push(translateVerdict(entry, field.match, labels));
      continue;
    }
    const value = readResultValue(entry, field);
    if (typeof value === 'number') cells.push(value);
    else {
      const text = toCell(field.name, value);
      cells.push(isDateField(field.path.at(-1) ?? '') ? formatDate(text, labels) : text);
    }
  }
  return cells;
}

/** Returns the verdict of a comparison in the words of a language; empty if one of the two texts is missing. */
export function translateVerdict({ matches }: ExportRow, index: number, labels?: LabelSet): string {
  return translateCode('verdicts', matches?.[index]?.verdict ?? '', labels);
}

/**
 * Returns a field of the record. The field of the identifier has the service's form on every row with a valid one,
 * whatever the answer is and however the record writes it (contract, "Export").
 */
export function readResultValue({ row, result }: ExportRow, column: ResultColumn): unknown {
  const { path, show } = column;
  if (!isIdentifierField(path)) {
    const value = valueAt(result.data, path);
    return show === undefined ? value : show(value);
  }
  const { reading } = row;
  const isShown = reading.valid && reading.kind === path[0] && result.reason !== 'erased';
  return isShown ? reading.id : null;
}

/** Creates a function that drops the cells of an earlier result's columns; without any, it returns the same array. */
export function createEarlierResultFilter(
  layout: InputLayout,
): <T>(cells: readonly T[]) => readonly T[] {
  const earlierResultColumns = findResultColumns(layout);
  if (earlierResultColumns.size === 0) return (cells) => cells;
  return (cells) => cells.filter((_, index) => !earlierResultColumns.has(index));
}

/**
 * Creates the function that builds a row of a result: the cells of the input's columns, the cells that `buildAdded`
 * returns, and then any cells of the input beyond its columns, so that results stay aligned.
 */
export function createRowBuilder<Added>(
  layout: InputLayout,
  buildAdded: (entry: ExportRow) => readonly Added[],
): (entry: ExportRow) => (string | Added)[] {
  const { columns } = layout;
  const dropEarlierResult = createEarlierResultFilter(layout);
  return (entry) => {
    const { row } = entry;
    const cells = dropEarlierResult(columns.map((_, index) => row.cells[index] ?? ''));
    return [...cells, ...buildAdded(entry), ...row.cells.slice(columns.length)];
  };
}
