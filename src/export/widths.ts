import type { Cell } from './cell.js';

/** Widths in characters. Below the first one a date shows as `####`; above the last one a sheet is hard to read. */
const NARROWEST = 9;
const WIDEST = 50;
/** Room beside the text, for the margins of a cell and for the filter button of a heading. */
const MARGIN = 2;
const BUTTON = 3;

/** Returns the widths of columns (in characters) by their headings and the first rows. */
export function computeWidths(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): number[] {
  const widths = header.map((name) => measure(name) + BUTTON);
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, measure(cell) + MARGIN);
    });
  return Array.from(widths, (width) => Math.min(WIDEST, Math.max(NARROWEST, width)));
}

/** Returns the element `cols` of a sheet. `first`: the 0-based index of the first column. */
export function colsXml(widths: readonly number[], first = 0, prefix = ''): string {
  if (widths.length === 0) return '';
  const all = widths.map((width, at) => {
    const number = first + at + 1;
    return `<${prefix}col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
  });
  return `<${prefix}cols>${all.join('')}</${prefix}cols>`;
}

/** Returns how many characters a cell shows, in its longest line. */
function measure(cell: Cell): number {
  if (typeof cell === 'string')
    return cell.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
  if (typeof cell === 'number') return String(cell).length;
  if ('date' in cell) return cell.date.includes('T') ? '28/11/2026 10:00'.length : 10;
  const whole = String(Math.trunc(Math.abs(cell.amount))).length;
  return whole + Math.floor((whole - 1) / 3) + '-,00'.length;
}
