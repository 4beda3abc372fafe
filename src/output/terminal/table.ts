import type { Look } from './terminal.js';
import { padTo, widthOf, wrap } from './width.js';
import { cardText } from './card.js';

const INDENT = 4;
const GAP = 2;
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
  const line = (cells: readonly string[]) => rowLines(cells, widths);
  const head = line(header).map((text) => look.paint.dim(text));
  return [...head, ...rows.flatMap(line)].map((text) => `${' '.repeat(INDENT)}${text}\n`).join('');
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

function rowLines(cells: readonly string[], widths: readonly number[]): string[] {
  const wrapped = widths.map((width, column) => wrap(cells[column] ?? '', width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    wrapped
      .map((lines, column) => padTo(lines[at] ?? '', widths[column] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function stacked(
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
