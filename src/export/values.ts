import { toCell } from '../records/cells.js';
import { isIdentifierField, type RecordPath } from '../records/fields.js';
import { type LabelSet, translateCode } from '../records/labels.js';
import { type ResultColumn, resultValue, verdictWord } from './cells.js';
import { isDateField, localTime, readDate } from './dates.js';
import type { ExportRow } from './rows.js';
import type { Cell } from './cell.js';

/** The service's form of an amount; another one could not be restored from the number (`toServiceText`). */
const CAPITAL = /^\d+,\d\d$/;

/** Returns the cells that a result adds to a row of a workbook, in the order of `addedColumns`. */
export function typedCells(
  fields: readonly ResultColumn[],
  entry: ExportRow,
  labels?: LabelSet,
): Cell[] {
  const { status, reason, source, fetchedAt } = entry.result;
  const state = [
    translateCode('statuses', status, labels),
    translateCode('reasons', reason, labels),
    translateCode('sources', source, labels),
  ];
  const values = fields.map((field) =>
    field.match === undefined
      ? typedValue(field, resultValue(entry, field))
      : verdictWord(entry, field.match, labels),
  );
  return [...state, timeCell(fetchedAt), ...values];
}

/**
 * Returns a value of a record as a cell of a workbook: a date as a date, an amount as a number; identifiers, codes and
 * phones stay texts.
 */
export function typedValue({ name, path }: RecordPath, value: unknown): Cell {
  if (typeof value === 'number') return value;
  const text = toCell(name, value);
  const last = path.at(-1) ?? '';
  if (text === '' || isIdentifierField(path)) return text;
  if (isDateField(last)) return dateCell(text);
  return last === 'capital_social' && CAPITAL.test(text) ? readDecimal(text) : text;
}

/** Returns `YYYY-MM-DD` or `DD/MM/YYYY` as a date; any other text stays. */
function dateCell(text: string): Cell {
  const date = readDate(text);
  return date === undefined ? text : { date, text };
}

/** Returns a time in ISO 8601 as a clock on the wall of this machine shows it: people compare it with their own. */
function timeCell(iso: string): Cell {
  const date = localTime(iso);
  return date === undefined ? iso : { date, text: iso };
}

const DECIMAL = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/;
/** A double holds every decimal number of so many digits. */
const MOST_DIGITS = 15;

/** Returns whether a text is a number with a decimal comma (`1.234,56`, `-3,5`) that a workbook keeps exactly. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text) && text.replaceAll(/\D/g, '').length <= MOST_DIGITS;
}

/** Returns such a text as a number, and one with two decimals as an amount; any other text stays. */
export function readDecimal(text: string): Cell {
  if (!isDecimal(text)) return text;
  const number = Number(text.replaceAll('.', '').replace(',', '.'));
  return /,\d\d$/.test(text) ? { amount: number } : number;
}
