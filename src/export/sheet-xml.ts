import type { Cell } from './cell.js';
import { mayBeFormula } from './cells.js';

export type { Cell } from './cell.js';

/** Indexes of `cellXfs` in styles.xml. */
export interface CellStyles {
  /** Text (format 49, `@`). */
  readonly text: number;
  /** As `text`, with `quotePrefix`: what begins like a formula stays a text also when the user edits it. */
  readonly quoted: number;
  /** Format 14. */
  readonly date: number;
  /** Format 22. */
  readonly time: number;
  /** Format 4. */
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
/** The longest text of a cell in UTF-16 units. Spreadsheets report a file with longer ones as damaged. */
export const LONGEST_TEXT = 32_767;

/** Returns a text that fits into a cell; a longer one ends in `…`. */
export function cutToFit(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // A cut pair of surrogates would leave an invalid character.
  return `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns a row with its cells in columns from `A`. `number`: 1-based. */
export function rowXml(cells: readonly Cell[], number: number, dialect: SheetDialect): string {
  const { prefix = '' } = dialect;
  const inner = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, dialect));
  return `<${prefix}row r="${number}">${inner.join('')}</${prefix}row>`;
}

/**
 * Returns a cell as XML at a place such as `B7`; an empty one is `''`. A text is marked as one, so that no spreadsheet
 * turns it into a number, date or formula; the caller cuts it with `cutToFit`.
 */
export function cellXml(cell: Cell, place: string, dialect: SheetDialect): string {
  const { styles, prefix = '', is1904 = false } = dialect;
  if (typeof cell === 'string') return textXml(cell, place, styles, prefix);
  const value = (number: number, style?: number) => {
    const format = style === undefined ? '' : ` s="${style}"`;
    return `<${prefix}c r="${place}"${format}><${prefix}v>${number}</${prefix}v></${prefix}c>`;
  };
  if (typeof cell === 'number') return value(cell);
  if ('amount' in cell) return value(cell.amount, styles.amount);
  const serial = computeSerial(cell.date, is1904);
  if (serial === undefined) return textXml(cell.text, place, styles, prefix);
  return value(serial, cell.date.includes('T') ? styles.time : styles.date);
}

function textXml(text: string, place: string, styles: CellStyles, prefix: string): string {
  if (text === '') return '';
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  const style = mayBeFormula(text) ? styles.quoted : styles.text;
  const inner = `<${prefix}is><${prefix}t${space}>${escapeXml(text)}</${prefix}t></${prefix}is>`;
  return `<${prefix}c r="${place}" s="${style}" t="inlineStr">${inner}</${prefix}c>`;
}

const DAY = 86_400_000;
/** Excel counts a day 1900-02-29 that never was, so programs disagree about the dates before it. */
const FIRST = Date.UTC(1900, 2, 1);
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const PARTS = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?$/;

/**
 * Returns the number of days of a date of a `DateCell`; undefined for one that is not in the calendar, or that lies
 * before those on which spreadsheets agree.
 */
export function computeSerial(date: string, is1904 = false): number | undefined {
  const found = PARTS.exec(date);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(at);
  const isReal = read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
  if (!isReal || at < (is1904 ? EPOCH_1904 : FIRST)) return undefined;
  // More digits than a second needs would differ between programs.
  return Number(((at - (is1904 ? EPOCH_1904 : EPOCH)) / DAY).toFixed(6));
}

/** Returns the name of the column with a 0-based index: 0 is `A`, 26 is `AA`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
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
