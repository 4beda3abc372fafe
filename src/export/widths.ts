import type { Cell } from './cell.js';

/**
 * The limits of a width in characters. In a narrower column a date shows as `####`; wider ones make a sheet unreadable.
 */
const NARROWEST_COLUMN = 9;
const WIDEST_COLUMN = 50;
/** The room (characters) beside the text: for the margins of a cell, and for the filter button of a heading. */
const MARGIN = 2;
const FILTER_BUTTON = 3;

/** Returns the widths of columns (in characters) by their headings and the first rows. */
export function computeWidths(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): number[] {
  const widths = header.map((name) => measure(name) + FILTER_BUTTON);
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, measure(cell) + MARGIN);
    });
  return Array.from(widths, (width) => Math.min(WIDEST_COLUMN, Math.max(NARROWEST_COLUMN, width)));
}

/** Returns the element `cols` of a sheet. `first`: the 0-based index of the first column. */
export function writeColsXml(widths: readonly number[], first = 0, prefix = ''): string {
  if (widths.length === 0) return '';
  const all = widths.map((width, at) => {
    const number = first + at + 1;
    return `<${prefix}col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
  });
  return `<${prefix}cols>${all.join('')}</${prefix}cols>`;
}

/** Returns the number of characters in the longest line that a cell shows. */
function measure(cell: Cell): number {
  if (typeof cell === 'string')
    return cell.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0);
  if (typeof cell === 'number') return String(cell).length;
  if ('date' in cell) return cell.date.includes('T') ? '28/11/2026 10:00'.length : 10;
  const whole = String(Math.trunc(Math.abs(cell.amount))).length;
  return whole + Math.floor((whole - 1) / 3) + '-,00'.length;
}
