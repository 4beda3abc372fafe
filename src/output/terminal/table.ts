import type { Look } from './terminal.js';
import { widthOf } from './width.js';
import { cardText } from './card.js';
import { drawRows, GAP } from './draw-rows.js';

const INDENT = 4;

/** A table with a header; where it does not fit the terminal's width, each row becomes a card. */
export function tableText(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  look: Look,
): string {
  const columns = header.map((name, at) => [name, ...rows.map((row) => row[at] ?? '')]);
  const widths = columns.map((cells) => Math.max(...cells.map(widthOf)));
  const room = look.columns - INDENT - GAP * (header.length - 1);
  if (widths.reduce((sum, width) => sum + width, 0) > room) return stacked(header, rows, look);
  const head = drawRows([header], { widths, wraps: false }).map((text) => look.paint.dim(text));
  return [...head, ...drawRows(rows, { widths, wraps: false })]
    .map((text) => `${' '.repeat(INDENT)}${text}\n`)
    .join('');
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
