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

const DAY = 86_400_000;
const DATE = /^(?:(\d{2})\/(\d{2})\/(\d{4}))?(?: ?(\d{2}):(\d{2}):(\d{2}))?$/;

/**
 * How the texts of an input's columns become cells again: what a column of a workbook held as numbers, dates or
 * booleans is that again where exactly the same text comes of it. Undefined for columns of texts.
 */
export function typedColumns(
  layout: InputLayout,
): ((text: string) => TypedCell | string)[] | undefined {
  const columns = layout.origin?.sheet?.columns;
  if (columns === undefined) return undefined;
  const first = layout.preamble + Number(layout.hasHeader);
  return layout.columns.map((_, index) => {
    const column = columns[index];
    // A text among the numbers may be a number that is to stay a text.
    const isTyped = column?.holds !== undefined && column.lastText <= first;
    return isTyped ? reader(column) : (text) => text;
  });
}

function reader({ holds, format = 0 }: SheetColumn): (text: string) => TypedCell | string {
  const shown = shownAs(format);
  const isBoolean = holds === 'boolean';
  const valueOf = isBoolean ? booleanOf : holds === 'date' ? serialOf : numberOf;
  return (text) => {
    const value = text === '' ? undefined : valueOf(text);
    const isSame = value !== undefined && (isBoolean || numberText(value, shown, false) === text);
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

/** The day counted from 30 December 1899, and the time as a part of a day. */
function serialOf(text: string): number | undefined {
  const [whole = '', day, month, year, hours = '0', minutes = '0', seconds = '0'] =
    DATE.exec(text) ?? [];
  if (whole === '') return undefined;
  const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  if (year === undefined) return time;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const days = (date - Date.UTC(1899, 11, 30)) / DAY;
  // 29 February 1900, which was none, has a number.
  return (days < 61 ? days - 1 : days) + time;
}
