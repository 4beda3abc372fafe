import type { Look } from './terminal.js';
import { padTo, widthOf, wrap } from './width.js';
import { cardText } from './card.js';

const INDENT = 4;
const GAP = 2;

/**
 * Rows under a header, within the terminal's width: the widest columns wrap. Where that would leave
 * too little room, each row is written as a card of its own.
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
 * Widths that fit the room: the widest column that can still wrap gives way first. Undefined where
 * words would have to be cut.
 */
function fit(columns: readonly (readonly string[])[], room: number): number[] | undefined {
  const widths = columns.map((cells) => Math.max(...cells.map(widthOf)));
  const words = columns.map((cells) =>
    Math.max(...cells.flatMap((cell) => cell.split(' ')).map(widthOf)),
  );
  for (;;) {
    if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
    const mayGive = widths.map((width, at) => (width > (words[at] ?? 0) ? width : 0));
    const widest = Math.max(...mayGive);
    if (widest === 0) return undefined;
    widths[mayGive.indexOf(widest)] = widest - 1;
  }
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
