import type { InputLayout } from '../../input/index.js';
import type { SheetColumn } from '../../input/types.js';
import { numberText, shownAs } from '../../input/workbook/number-formats.js';

/** A cell that is no text; `text` is how it is shown. */
export interface TypedCell {
  readonly text: string;
  readonly value: number;
  readonly format: string | number;
  readonly isBoolean: boolean;
}

/** Makes a cell of its text; `row` is its row in the sheet (1-based). */
type ReadCell = (text: string, row: number) => TypedCell | string;

const DAY = 86_400_000;
const DATE = /^(?:(\d{2})\/(\d{2})\/(\d{4}))?(?: ?(\d{2}):(\d{2}):(\d{2}))?$/;
const ELAPSED = /^(\d{2,}):(\d{2}):(\d{2})$/;

/**
 * How the texts of an input's columns become cells again: what a column of a workbook held as numbers, dates or
 * booleans is that again where exactly the same text comes of it. Undefined for columns of texts.
 */
export function typedColumns(layout: InputLayout): ReadCell[] | undefined {
  const { columns, epoch1904 = false } = layout.origin?.sheet ?? {};
  if (columns === undefined) return undefined;
  const first = layout.preamble + Number(layout.hasHeader);
  return layout.columns.map((_, index) => {
    const column = columns[index];
    // A text among the numbers may be a number that is to stay a text.
    const isTyped = column?.holds !== undefined && column.lastText <= first;
    return isTyped ? reader(column, epoch1904) : (text) => text;
  });
}

function reader({ holds, format = 0, texts, values }: SheetColumn, epoch1904: boolean): ReadCell {
  const [areTexts, exact] = [new Set(texts), new Map(values)];
  const shown = shownAs(format);
  const isBoolean = holds === 'boolean';
  const timeOf = (text: string) =>
    shown === 'elapsed' ? elapsedOf(text) : serialOf(text, epoch1904);
  const valueOf = (text: string) => {
    if (isBoolean) return booleanOf(text);
    return (holds === 'date' ? timeOf(text) : undefined) ?? numberOf(text);
  };
  return (text, row) => {
    if (text === '' || areTexts.has(row)) return text;
    const value = exact.get(row) ?? valueOf(text);
    const isSame =
      value !== undefined && (isBoolean || numberText(value, shown, epoch1904) === text);
    return isSame ? { text, value, format, isBoolean } : text;
  };
}

function booleanOf(text: string): number | undefined {
  return text === 'TRUE' || text === 'FALSE' ? Number(text === 'TRUE') : undefined;
}

/** Also of digits that a format shows with zeros and punctuation. */
function numberOf(text: string): number | undefined {
  const plain = Number(text);
  if (Number.isFinite(plain) && String(plain) === text) return plain;
  const digits = text.replace(/\D/g, '');
  return digits === '' || digits.length > 15 ? undefined : Number(digits);
}

/** The day counted from 30 December 1899 or from 1 January 1904, and the time as a part of a day. */
function serialOf(text: string, epoch1904: boolean): number | undefined {
  const [whole = '', day, month, year, hours = '0', minutes = '0', seconds = '0'] =
    DATE.exec(text) ?? [];
  if (whole === '') return undefined;
  const time = partOfDay(hours, minutes, seconds);
  if (year === undefined) return time;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (epoch1904) return (date - Date.UTC(1904, 0, 1)) / DAY + time;
  const days = (date - Date.UTC(1899, 11, 30)) / DAY;
  // 29 February 1900, which was none, has a number.
  return (days < 61 ? days - 1 : days) + time;
}

function elapsedOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = ELAPSED.exec(text) ?? [];
  return hours === undefined ? undefined : partOfDay(hours, minutes, seconds);
}

function partOfDay(hours: string, minutes = '0', seconds = '0'): number {
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
}
