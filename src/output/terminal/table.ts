import type { Look } from './terminal.js';
import { shortened, widthOf } from './text.js';
import { cardText } from './card.js';
import Table from 'cli-table3';

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** What a terminal does that is too narrow: the column is cut with `…` at its end or in its middle, or left out. */
  readonly ifNarrow?: 'cut' | 'shorten' | 'omit';
}

/** A column is not cut to less: what loses its middle needs both ends. */
const LEAST = { cut: 8, shorten: 14, omit: undefined } as const;

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
        ifNarrow === 'shorten' ? shortened(cells[at] ?? '', width) : (cells[at] ?? ''),
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

const GAP = 2;

/** A column is two spaces from the next; without lines, the rows can be copied and searched. */
const STYLE = {
  chars: {
    ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
    ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
    ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
    middle: ' '.repeat(GAP),
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
};
/** The layout of cli-table3 compares each row with all others; more at once take longer each. */
const ROWS_AT_ONCE = 25;

interface Drawing {
  readonly widths: readonly number[];
  readonly aligns?: readonly ('left' | 'right')[];
  /** Whether a longer cell takes several lines; otherwise it is cut and ends in `…`. */
  readonly wraps: boolean;
}

/** The rows as lines, each cell in its column. A line break in a cell is shown as a space. */
export function drawRows(rows: readonly (readonly string[])[], drawing: Drawing): string[] {
  if (rows.length === 0) return [];
  const oneLine = rows.map((cells) => cells.map((cell) => cell.replaceAll('\n', ' ')));
  const drawn = drawing.wraps
    ? inParts(oneLine, drawing)
    : draw([asColumns(oneLine, drawing)], drawing);
  return drawn.map((line) => line.trimEnd());
}

function inParts(rows: readonly (readonly string[])[], drawing: Drawing): string[] {
  const lines: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    lines.push(...draw(rows.slice(from, from + ROWS_AT_ONCE), drawing));
  return lines;
}

/** One cell for each column: cli-table3 spends little on a further line, and much on a further cell. */
function asColumns(rows: readonly (readonly string[])[], { widths }: Drawing): string[] {
  return widths.map((_, at) => rows.map((cells) => cells[at] ?? '').join('\n'));
}

function draw(
  rows: readonly (readonly string[])[],
  { widths, aligns = [], wraps }: Drawing,
): string[] {
  const options = { colWidths: [...widths], colAligns: [...aligns], wordWrap: wraps };
  const table = new Table({ ...STYLE, ...options });
  table.push(...rows.map((cells) => [...cells]));
  return table.toString().split('\n');
}
