import Table from 'cli-table3';
import { PLAIN, type Style } from './style.js';
import { cardText } from './card.js';
import { shorten, measureWidth } from './text.js';

const GAP = 2;

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The part that is left out, with `…`, in a narrow terminal. */
  readonly ifNarrow?: 'end' | 'middle';
  /** The whole column is left out where the terminal is too narrow; the last such column goes first. */
  readonly isSpare?: boolean;
}

/** The least columns to which a cell is cut: one that loses its middle needs both ends. */
const LEAST = { end: 8, middle: 14 };

type Rows = readonly (readonly string[])[];

/**
 * Writes a table of one line per row, with a header if columns have titles, and without lines between, so that rows can
 * be copied. In a terminal it fits the width: columns are cut where they allow it, then spare ones are left out, and if
 * that does not suffice, each row becomes a card with all of them.
 */
export function rowsText(columns: readonly Column[], rows: Rows, style: Style, indent = 0): string {
  const titles = columns.map(({ title }) => title);
  return tableText(columns, rows, style, indent) ?? stackAsCards(titles, rows, style);
}

/** Returns undefined if the table does not fit, also without its spare columns. */
function tableText(
  columns: readonly Column[],
  rows: Rows,
  style: Style,
  indent: number,
): string | undefined {
  const titles = columns.map(({ title }) => title);
  const oneLine = rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')));
  const fullWidths = columns.map(({ title }, at) =>
    oneLine.reduce((most, row) => Math.max(most, measureWidth(row[at] ?? '')), measureWidth(title)),
  );
  const widths = style.isTerminal
    ? fitWidths(columns, fullWidths, style.columns - indent)
    : fullWidths;
  if (widths === undefined) {
    const spare = columns.findLastIndex(({ isSpare }) => isSpare === true);
    const without = <T>(all: readonly T[]) => all.toSpliced(spare, 1);
    if (spare < 0) return undefined;
    return tableText(without(columns), rows.map(without), style, indent);
  }
  const head = titles.some((title) => title !== '') ? drawRows(columns, widths, [titles]) : [];
  const lines = [
    ...head.map((line) => style.paint.dim(line)),
    ...drawRows(columns, widths, oneLine),
  ];
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

/**
 * Writes a table without titles in its full width, so that paths and addresses stay whole. `numbers`: the column of
 * numbers.
 */
export function plainText(rows: Rows, indent = 0, numbers?: number): string {
  const columns = (rows[0] ?? []).map((_, at) => ({ title: '', isNumber: at === numbers }));
  return rowsText(columns, rows, { isTerminal: false, columns: 0, paint: PLAIN }, indent);
}

/** Narrows the widest of the columns that may be cut until all fit; undefined if that does not suffice. */
function fitWidths(columns: readonly Column[], whole: readonly number[], room: number) {
  const widths = [...whole];
  const leastWidths = columns.map(({ title, ifNarrow }) =>
    ifNarrow === undefined ? Infinity : Math.max(measureWidth(title), LEAST[ifNarrow]),
  );
  let tooMuch = widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) - room;
  for (; tooMuch > 0; tooMuch -= 1) {
    const spare = widths.map((width, at) => (width > (leastWidths[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] === 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function stackAsCards(titles: readonly string[], rows: Rows, { columns, paint }: Style): string {
  return rows
    .map((row) => titles.map((label, at) => ({ label, text: row[at] ?? '' })))
    .map((entries) => cardText(entries, { columns, paint }, GAP * 2))
    .join('\n');
}

/** Draws cells without lines between them. */
const STYLE = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: ' '.repeat(GAP),
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
};

function drawRows(columns: readonly Column[], widths: readonly number[], rows: Rows): string[] {
  if (rows.length === 0) return [];
  const table = new Table({
    ...STYLE,
    colWidths: [...widths],
    colAligns: columns.map(({ isNumber }) => (isNumber === true ? 'right' : 'left')),
  });
  const cells = columns.map(({ ifNarrow = 'end' }, at) =>
    rows.map((row) => shorten(row[at] ?? '', widths[at] ?? 0, ifNarrow)).join('\n'),
  );
  // A further line in a cell costs cli-table3 little, a further cell much.
  table.push(cells);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
