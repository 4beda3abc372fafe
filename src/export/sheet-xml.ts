import type { Cell } from './cell.js';
import { mayBeFormula } from './cells.js';

export type { Cell } from './cell.js';

/** The formats of cells, as indexes of `cellXfs` in styles.xml. */
export interface CellStyles {
  /** Text (format 49, `@`). */
  readonly text: number;
  /** Text with `quotePrefix`: a text that begins like a formula stays a text, also when the user edits it. */
  readonly quoted: number;
  /** Date (format 14). */
  readonly date: number;
  /** Date with time (format 22). */
  readonly time: number;
  /** Amount with two decimals (format 4). */
  readonly amount: number;
}

/** How a sheet is written. */
export interface SheetDialect {
  readonly styles: CellStyles;
  /** The prefix of the elements of the main namespace: `''` or `x:`. */
  readonly prefix?: string;
  /** Whether the workbook counts its days from 1904. */
  readonly is1904?: boolean;
}

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** The maximum length of a text in a cell (UTF-16 units). Spreadsheets report a file with a longer one as damaged. */
export const MAX_TEXT_LENGTH = 32_767;

/** Returns a text that fits into a cell; a longer one ends in `…`. */
export function cutToFit(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // A cut pair of surrogates would leave an invalid character.
  return `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns a row as XML, with its cells from column `A` on. `number`: the number of the row, from 1. */
export function writeRowXml(cells: readonly Cell[], number: number, dialect: SheetDialect): string {
  const { prefix = '' } = dialect;
  const inner = cells.map((cell, index) =>
    writeCellXml(cell, `${buildColumnName(index)}${number}`, dialect),
  );
  return `<${prefix}row r="${number}">${inner.join('')}</${prefix}row>`;
}

/**
 * Returns a cell as XML at a place such as `B7`; an empty one is `''`. A text is marked as one, so that no spreadsheet
 * turns it into a number, date or formula; the caller cuts it with `cutToFit`.
 */
export function writeCellXml(cell: Cell, place: string, dialect: SheetDialect): string {
  const { styles, prefix = '', is1904 = false } = dialect;
  if (typeof cell === 'string') return writeTextXml(cell, place, styles, prefix);
  const writeNumber = (value: number, style?: number) => {
    const format = style === undefined ? '' : ` s="${style}"`;
    return `<${prefix}c r="${place}"${format}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  };
  if (typeof cell === 'number') return writeNumber(cell);
  if ('amount' in cell) return writeNumber(cell.amount, styles.amount);
  const serial = computeSerial(cell.date, is1904);
  if (serial === undefined) return writeTextXml(cell.text, place, styles, prefix);
  return writeNumber(serial, cell.date.includes('T') ? styles.time : styles.date);
}

function writeTextXml(text: string, place: string, styles: CellStyles, prefix: string): string {
  if (text === '') return '';
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  const style = mayBeFormula(text) ? styles.quoted : styles.text;
  const inner = `<${prefix}is><${prefix}t${space}>${escapeXml(text)}</${prefix}t></${prefix}is>`;
  return `<${prefix}c r="${place}" s="${style}" t="inlineStr">${inner}</${prefix}c>`;
}

const MS_PER_DAY = 86_400_000;
/** The first day on which programs agree: Excel counts a day 1900-02-29 that never was, and others do not. */
const FIRST_COMMON_DAY = Date.UTC(1900, 2, 1);
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DATE_AND_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?$/;

/**
 * Returns the date of a `DateCell` as a number of days; undefined for a date that is not in the calendar, or lies
 * before the dates on which spreadsheets agree.
 */
export function computeSerial(date: string, is1904 = false): number | undefined {
  const found = DATE_AND_TIME.exec(date);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const inCalendar = new Date(at);
  const isReal = inCalendar.getUTCMonth() === month - 1 && inCalendar.getUTCDate() === day;
  if (!isReal || at < (is1904 ? EPOCH_1904 : FIRST_COMMON_DAY)) return undefined;
  // Six decimals are exact to a second; programs would differ in any further ones.
  return Number(((at - (is1904 ? EPOCH_1904 : EPOCH)) / MS_PER_DAY).toFixed(6));
}

/** Returns the name of the column with a 0-based index: 0 is `A`, 26 is `AA`. */
export function buildColumnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : buildColumnName(Math.floor(index / 26) - 1) + last;
}

const SPECIAL = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML. XML has no control characters; workbooks write them as `_x000B_` (ECMA-376, 22.9.2.19). */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => {
    const entity = entities[character];
    if (entity !== undefined) return entity;
    if (/\p{Surrogate}/u.test(character)) return '\ufffd';
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}
