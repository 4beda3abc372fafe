import { toCell } from '../records/cells.js';
import { isIdentifierField, type RecordPath } from '../records/fields.js';
import { type LabelSet, translateCode } from '../records/labels.js';
import { type ResultColumn, readResultValue, translateVerdict } from './cells.js';
import { isDateField, toLocalTime, readDate } from './dates.js';
import type { ExportRow } from './rows.js';
import type { Cell } from './cell.js';

/** The service's form of an amount: `toServiceText` can restore this form from the number, and no other. */
const CAPITAL_AMOUNT = /^\d+,\d\d$/;

/** Returns the cells that a result adds to a row of a workbook, in the order of `buildAddedHeadings`. */
export function buildTypedCells(
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
      ? buildTypedCell(field, readResultValue(entry, field))
      : translateVerdict(entry, field.match, labels),
  );
  return [...state, buildTimeCell(fetchedAt), ...values];
}

/**
 * Returns a value of a record as a cell of a workbook: a date as a date, an amount as a number; identifiers, codes and
 * phones stay texts.
 */
export function buildTypedCell({ name, path }: RecordPath, value: unknown): Cell {
  if (typeof value === 'number') return value;
  const text = toCell(name, value);
  const last = path.at(-1) ?? '';
  if (text === '' || isIdentifierField(path)) return text;
  if (isDateField(last)) return buildDateCell(text);
  return last === 'capital_social' && CAPITAL_AMOUNT.test(text) ? readDecimal(text) : text;
}

/** Returns `YYYY-MM-DD` or `DD/MM/YYYY` as a date; any other text stays. */
function buildDateCell(text: string): Cell {
  const date = readDate(text);
  return date === undefined ? text : { date, text };
}

/** Returns a time in ISO 8601 in the zone of this machine, because people compare it with their clocks. */
function buildTimeCell(iso: string): Cell {
  const date = toLocalTime(iso);
  return date === undefined ? iso : { date, text: iso };
}

const DECIMAL_COMMA = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/;
/** The number of digits up to which a double holds every decimal number. */
const MAX_DIGITS = 15;

/** Returns whether a text is a number with a decimal comma (`1.234,56`, `-3,5`) that a workbook keeps exactly. */
export function isDecimal(text: string): boolean {
  return DECIMAL_COMMA.test(text) && text.replaceAll(/\D/g, '').length <= MAX_DIGITS;
}

/** Returns a text with a decimal comma as a number, and with two decimals as an amount; any other text stays. */
export function readDecimal(text: string): Cell {
  if (!isDecimal(text)) return text;
  const number = Number(text.replaceAll('.', '').replace(',', '.'));
  return /,\d\d$/.test(text) ? { amount: number } : number;
}
