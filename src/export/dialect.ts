import type { TextEncoding } from '../input/index.js';

/** The byte-order mark; one character a byte where the file is handled byte by byte. */
export function byteOrderMark(encoding: TextEncoding): string {
  return encoding === 'latin1' || encoding === 'utf8-broken' ? '\xef\xbb\xbf' : '\ufeff';
}

/** Delimiters for the cells that a short record lacks, so that what is added stays in its columns. */
export function missingCells(cells: number, width: number, delimiter: string): string {
  return delimiter.repeat(Math.max(0, width - cells));
}

export function quoter(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
