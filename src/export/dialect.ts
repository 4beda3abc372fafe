import type { TextEncoding } from '../input/index.js';
import { csvLines, type CsvDialect } from '../records/csv-lines.js';

/** The byte order mark; one character per byte if the file is handled byte by byte. */
export function byteOrderMark(encoding: TextEncoding): string {
  return encoding === 'latin1' || encoding === 'utf8-broken' ? '\xef\xbb\xbf' : '\ufeff';
}

/** Delimiters for the cells missing from a short record, so that the added cells stay in their columns. */
export function missingCells(cells: number, width: number, delimiter: string): string {
  return delimiter.repeat(Math.max(0, width - cells));
}

export function quoter(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Cells as a line in the dialect of the input. */
export function dialectLine(cells: readonly string[], dialect: CsvDialect): string {
  return csvLines([cells], dialect);
}
