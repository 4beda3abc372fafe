import Table from 'cli-table3';
import { PLAIN, type Style } from './style.js';
import { formatCard } from './card.js';
import { shorten, measureWidth } from './text.js';

/** The columns between two cells. */
const GAP = 2;

/** How a column of a table is written. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The part of a long cell that becomes `…` in a narrow terminal; without it, cells are never cut. */
  readonly cut?: 'end' | 'middle';
  /** The column is left out where the terminal is too narrow, beginning with the last such column. */
  readonly isDroppedIfNarrow?: boolean;
}

/** The fewest columns to which a cell is cut; a cell that loses its middle needs more, for both ends. */
const NARROWEST_CELL = { end: 8, middle: 14 };

type Rows = readonly (readonly string[])[];

/**
 * Returns a table of one line per row, with a header if columns have titles. No lines are drawn between rows, so that
 * users can copy them. In a terminal the table fits the width: cells are cut where their column allows it, then spare
 * columns are left out, and if that does not suffice, each row becomes a card with all columns.
 */
export function formatTable(
  columns: readonly Column[],
  rows: Rows,
  style: Style,
  indent = 0,
): string {
  const titles = columns.map(({ title }) => title);
  return formatFittingTable(columns, rows, style, indent) ?? stackAsCards(titles, rows, style);
}

/** Returns the table, without spare columns if it must; undefined if it does not fit. */
function formatFittingTable(
  columns: readonly Column[],
  rows: Rows,
  style: Style,
  indent: number,
): string | undefined {
  const titles = columns.map(({ title }) => title);
  const singleLineRows = rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')));
  const fullWidths = columns.map(({ title }, at) =>
    singleLineRows.reduce(
      (widest, row) => Math.max(widest, measureWidth(row[at] ?? '')),
      measureWidth(title),
    ),
  );
  const widths = style.isTerminal
    ? fitWidths(columns, fullWidths, style.columns - indent)
    : fullWidths;
  if (widths === undefined) {
    const dropped = columns.findLastIndex(({ isDroppedIfNarrow }) => isDroppedIfNarrow === true);
    const removeDropped = <T>(all: readonly T[]) => all.toSpliced(dropped, 1);
    if (dropped < 0) return undefined;
    return formatFittingTable(removeDropped(columns), rows.map(removeDropped), style, indent);
  }
  const header = titles.some((title) => title !== '') ? drawRows(columns, widths, [titles]) : [];
  const lines = [
    ...header.map((line) => style.paint.dim(line)),
    ...drawRows(columns, widths, singleLineRows),
  ];
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

/**
 * Returns a table without titles in its full width, so that paths and addresses stay whole. `numberColumn`: the index of
 * the column that is aligned right.
 */
export function formatPlainTable(rows: Rows, indent = 0, numberColumn?: number): string {
  const columns = (rows[0] ?? []).map((_, at) => ({ title: '', isNumber: at === numberColumn }));
  return formatTable(columns, rows, { isTerminal: false, columns: 0, paint: PLAIN }, indent);
}

/** Returns the widths that fit into `room` if the widest cuttable columns are narrowed; undefined if they cannot be. */
function fitWidths(columns: readonly Column[], fullWidths: readonly number[], room: number) {
  const widths = [...fullWidths];
  const narrowestWidths = columns.map(({ title, cut }) =>
    cut === undefined ? Infinity : Math.max(measureWidth(title), NARROWEST_CELL[cut]),
  );
  let excess = widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) - room;
  for (; excess > 0; excess -= 1) {
    const cuttable = widths.map((width, at) => (width > (narrowestWidths[at] ?? 0) ? width : 0));
    const widest = cuttable.indexOf(Math.max(...cuttable));
    if (cuttable[widest] === 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function stackAsCards(titles: readonly string[], rows: Rows, { columns, paint }: Style): string {
  return rows
    .map((row) => titles.map((label, at) => ({ label, text: row[at] ?? '' })))
    .map((entries) => formatCard(entries, { columns, paint }, GAP * 2))
    .join('\n');
}

/** The options of cli-table3 for cells without lines between them. */
const LAYOUT = {
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
    ...LAYOUT,
    colWidths: [...widths],
    colAligns: columns.map(({ isNumber }) => (isNumber === true ? 'right' : 'left')),
  });
  const cells = columns.map(({ cut = 'end' }, at) =>
    rows.map((row) => shorten(row[at] ?? '', widths[at] ?? 0, cut)).join('\n'),
  );
  // All rows are lines of one row of cells, because cli-table3 takes much longer for a cell than for a line.
  table.push(cells);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
