import Table from 'cli-table3';
import { formatNumber } from '../../messages/index.js';
import { PLAIN, type Look } from './terminal.js';
import { cardText } from './card.js';
import { shortened, widthOf } from './text.js';

const GAP = 2;

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** What a terminal does that is too narrow: the column is cut with `…` at its end or in its middle, or left out. */
  readonly ifNarrow?: 'cut' | 'shorten' | 'omit';
}

interface Sized extends Column {
  readonly at: number;
  readonly width: number;
}

/** A column is not cut to less: what loses its middle needs both ends. */
const LEAST = { cut: 8, shorten: 14, omit: Infinity };

/**
 * A table of one line per row, with a header where columns have titles. In a terminal it fits the width: columns are cut
 * or left out where they allow it, and if that does not suffice, each row becomes a card. Elsewhere all of it is shown.
 */
export function rowsText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  look: Look,
  indent = 0,
): string {
  const titles = columns.map(({ title }) => title);
  const oneLine = rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')));
  const whole = columns.map((column, at) => {
    const cells = [column.title, ...oneLine.map((row) => row[at] ?? '')];
    return { ...column, at, width: cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 1) };
  });
  const shown = look.isTerminal ? fitting(whole, look.columns - indent) : whole;
  if (shown === undefined) return stacked(titles, rows, look);
  const head = titles.some((title) => title !== '') ? drawn(shown, [titles]) : [];
  const lines = [...head.map((line) => look.paint.dim(line)), ...drawn(shown, oneLine)];
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

export function countsText(
  rows: readonly (readonly [name: string, count: number | string, note?: string])[],
): string {
  const cells = rows.map(([name, count, note = '']) => [
    name,
    typeof count === 'number' ? formatNumber(count) : count,
    note,
  ]);
  const columns = [{ title: '' }, { title: '', isNumber: true }, { title: '' }];
  return rowsText(columns, cells, { isTerminal: false, columns: 0, paint: PLAIN }, 2);
}

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
    Math.max(widthOf(title), LEAST[ifNarrow]),
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

function stacked(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, paint }: Look,
): string {
  return rows
    .map((row) => titles.map((label, at) => ({ label, text: row[at] ?? '' })))
    .map((entries) => cardText(entries, { columns, paint }, GAP * 2))
    .join('\n');
}

/** Without lines, the rows can be copied and searched. */
const STYLE = {
  chars: {
    ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
    ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
    ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
    middle: ' '.repeat(GAP),
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
};

function drawn(columns: readonly Sized[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const table = new Table({
    ...STYLE,
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ isNumber }) => (isNumber === true ? 'right' : 'left')),
  });
  const cell = (row: readonly string[], { at, width, ifNarrow }: Sized) => {
    const text = row[at] ?? '';
    return ifNarrow === 'shorten' ? shortened(text, width) : text;
  };
  // cli-table3 spends little on a further line of a cell, and much on a further cell.
  table.push(columns.map((column) => rows.map((row) => cell(row, column)).join('\n')));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
