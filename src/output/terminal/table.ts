import type { Look } from './terminal.js';
import { widthOf, wrap } from './width.js';
import { cardText } from './card.js';
import { drawRows, GAP } from './draw-rows.js';

const INDENT = 4;
/** The rows that decide the widths of the columns; a company may have thousands of partners. */
const SAMPLE = 30;

/**
 * A table with a header that fits the terminal's width: the widest columns wrap. If that leaves too
 * little room, each row becomes a card.
 */
export function tableText(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  look: Look,
): string {
  const columns = header.map((name, at) => [name, ...rows.map((row) => row[at] ?? '')]);
  const widths = fit(columns, look.columns - INDENT - GAP * (header.length - 1));
  if (widths === undefined) return stacked(header, rows, look);
  const head = drawRows([header], { widths, wraps: true }).map((text) => look.paint.dim(text));
  return [...head, ...drawRows(rows, { widths, wraps: true })]
    .map((text) => `${' '.repeat(INDENT)}${text}\n`)
    .join('');
}

/**
 * Reduces the widths by one character at a time until they fit: in the column where that adds the fewest
 * lines, among equals the widest. Undefined if words would have to be cut.
 */
function fit(columns: readonly (readonly string[])[], room: number): number[] | undefined {
  const widths = columns.map((cells) => Math.max(...cells.map(widthOf)));
  const words = columns.map((cells) =>
    Math.max(...cells.flatMap((cell) => cell.split(' ')).map(widthOf)),
  );
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const mayGive = widths.flatMap((width, at) => (width > (words[at] ?? 0) ? [at] : []));
    const cost = (at: number) => height(columns, widths.with(at, (widths[at] ?? 0) - 1));
    const [best] = mayGive
      .map((at) => ({ at, cost: cost(at), width: widths[at] ?? 0 }))
      .sort((a, b) => a.cost - b.cost || b.width - a.width);
    if (best === undefined) return undefined;
    widths[best.at] = best.width - 1;
  }
  return widths;
}

/** The number of lines of the table's first rows. */
function height(columns: readonly (readonly string[])[], widths: readonly number[]): number {
  const lines = columns.map((cells, at) =>
    cells.slice(0, SAMPLE).map((cell) => wrap(cell, widths[at] ?? 1).length),
  );
  const rows = lines[0]?.map((_, row) => Math.max(...lines.map((column) => column[row] ?? 1)));
  return (rows ?? []).reduce((sum, count) => sum + count, 0);
}

/** Each row as a card. */
export function stacked(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  look: Look,
): string {
  const inner = { ...look, columns: look.columns - GAP };
  return rows
    .map((row) =>
      cardText(
        header.map((label, at) => ({ label, text: row[at] ?? '' })),
        inner,
      ),
    )
    .join('\n')
    .replace(/^(?=.)/gm, ' '.repeat(GAP));
}
