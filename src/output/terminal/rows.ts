import { drawRows, GAP } from './draw-rows.js';
import { shortened } from './live/pieces.js';
import { stacked } from './table.js';
import type { Look } from './terminal.js';
import { widthOf } from './width.js';

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** What a terminal does that is too narrow: the column is cut with `…` at its end or in its middle, or left out. */
  readonly ifNarrow?: 'cut' | 'shorten' | 'omit';
}

/** A column is not cut to less: what loses its middle needs both ends. */
const LEAST = { cut: 8, shorten: 14, omit: undefined } as const;

/** The sign with which cli-table3 cuts, too. */
const CUT = { marks: { cut: '…' } } as const;

/**
 * A table of one line per row. In a terminal it fits the width: columns are cut or left out where they
 * allow it, and if that does not suffice, each row becomes a card. Elsewhere all of it is shown.
 */
export function rowsText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  look: Look,
  indent = 0,
): string {
  const whole = columns.map((column, at) => ({
    ...column,
    at,
    width: rows.reduce(
      (most, cells) => Math.max(most, widthOf(cells[at] ?? '')),
      widthOf(column.title),
    ),
  }));
  const shown = look.isTerminal ? fitting(whole, look.columns - indent) : whole;
  if (shown === undefined) return stacked(titlesOf(columns), rows, look);
  const drawing = {
    widths: shown.map(({ width }) => Math.max(width, 1)),
    aligns: shown.map(({ isNumber }) => (isNumber === true ? 'right' : 'left')),
    wraps: false,
  } as const;
  const head = drawRows([titlesOf(shown)], drawing).map((line) => look.paint.dim(line));
  const body = drawRows(
    rows.map((cells) =>
      shown.map(({ at, width, ifNarrow }) =>
        ifNarrow === 'shorten' ? shortened(cells[at] ?? '', width, CUT) : (cells[at] ?? ''),
      ),
    ),
    drawing,
  );
  return [...head, ...body].map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

interface Sized extends Column {
  readonly at: number;
  readonly width: number;
}

/** Undefined if nothing more may be cut or left out. */
function fitting(columns: readonly Sized[], room: number): readonly Sized[] | undefined {
  const cut = cutTo(columns, room);
  if (cut !== undefined) return cut;
  const last = columns.findLastIndex(({ ifNarrow }) => ifNarrow === 'omit');
  return last < 0 ? undefined : fitting(columns.toSpliced(last, 1), room);
}

/** Takes what is too much from the widest of the columns that may be cut. */
function cutTo(columns: readonly Sized[], room: number): readonly Sized[] | undefined {
  const widths = columns.map(({ width }) => width);
  const least = columns.map(({ title, ifNarrow = 'omit' }) =>
    Math.max(widthOf(title), LEAST[ifNarrow] ?? Infinity),
  );
  let tooMuch = widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) - room;
  for (; tooMuch > 0; tooMuch -= 1) {
    const [widest] = [...widths.keys()]
      .filter((at) => (widths[at] ?? 0) > (least[at] ?? 0))
      .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? 0 }));
}

function titlesOf(columns: readonly Column[]): string[] {
  return columns.map(({ title }) => title);
}
