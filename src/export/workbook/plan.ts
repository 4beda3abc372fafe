import { UsageError } from '../../base/errors.js';
import { findResultColumns, type InputLayout } from '../../input/index.js';
import type { SheetRoom } from '../../input/types.js';
import { MAX_COLUMNS } from '../sheet-xml.js';
import { columnOf } from './rows.js';
import { rowOf, type TableExtent, uniqueNames } from './table.js';

/** A sheet of the workbook whose rows were read. Rows are numbered from 1. */
export interface ReadSheet {
  readonly name: string;
  /** The position of its tab, from 1. */
  readonly number: number;
  readonly header: number | undefined;
  readonly room: SheetRoom;
  /** The rows that follow after those of other sheets, in stretches; undefined for the first sheet. */
  readonly stretches?: readonly number[];
}

/** Returns the sheets whose rows were read, in the order of the rows; none for a batch from before `room` was kept. */
export function readSheets({ origin, preamble, hasHeader }: InputLayout): readonly ReadSheet[] {
  const { sheet } = origin ?? {};
  if (sheet?.room === undefined) return [];
  const { name, number, room, and = [] } = sheet;
  const first = { name, number, room, header: hasHeader ? preamble + 1 : undefined };
  const others = and.flatMap((each) =>
    each.room === undefined
      ? []
      : [{ ...each, room: each.room, header: each.header, stretches: each.rows ?? [] }],
  );
  const all = [first, ...others];
  // Results stand in the same columns everywhere, so that the sheets can be read together again.
  const used = Math.max(...all.map((each) => each.room.used));
  return all.map((each) => ({ ...each, room: { ...each.room, used } }));
}

/** Where the columns of a result stand in a sheet. Columns are numbered from 1. */
export interface ColumnPlaces {
  /** The column of each heading. */
  readonly columns: readonly number[];
  /** The columns of an earlier result, whose cells are dropped. */
  readonly freed: ReadonlySet<number>;
}

/**
 * Returns the places of a result with `width` columns: those of an earlier result, and then the first free ones. A
 * column with formulas is the user's own, whatever its name.
 */
export function placeColumns(layout: InputLayout, room: SheetRoom, width: number): ColumnPlaces {
  const earlier = [...findResultColumns(layout)].map((index) => index + 1);
  const freed = earlier
    .filter((column) => !room.formulas.includes(column))
    .toSorted((a, b) => a - b);
  const columns = freed.slice(0, width);
  for (let column = room.used + 1; columns.length < width; column += 1) columns.push(column);
  return { columns, freed: new Set(freed) };
}

/** Refuses a result whose columns reach beyond the last one of a sheet. @throws UsageError `workbook_too_large` */
export function refuseTooManyColumns(layout: InputLayout, width: number): void {
  for (const { room } of readSheets(layout))
    if (Math.max(...placeColumns(layout, room, width).columns) > MAX_COLUMNS)
      throw new UsageError('workbook_too_large', {});
}

/** The rows with results, and the columns of the identifiers, by which a table or a filter gets more columns. */
export interface ResultArea {
  readonly used: number;
  readonly identifiers: readonly number[];
  /** The first and last row with a result. */
  readonly rows: readonly [first: number, last: number];
}

export function resultArea(layout: InputLayout, { header, room }: ReadSheet): ResultArea {
  const identifiers = layout.parts?.columns ?? [layout.column];
  return {
    used: room.used,
    identifiers: identifiers.map((index) => index + 1),
    rows: [header === undefined ? 1 : header + 1, room.last],
  };
}

/**
 * Whether a table or a filter gets the new columns, so that sorting it moves the results with the identifiers: it has
 * some of these, and nothing stands right of it.
 */
export function growsWith(reference: string, { used, identifiers, rows }: ResultArea): boolean {
  const [from = '', to = from] = reference.split(':');
  const [left, right] = [columnOf(from), columnOf(to)];
  const hasIdentifiers = identifiers.every((column) => column >= left && column <= right);
  return right === used && hasIdentifiers && rowOf(from) <= rows[1] && rowOf(to) >= rows[0];
}

/** A table with the names that its columns get, by column (from 1). */
export interface TableChange {
  readonly part: string;
  readonly extent: TableExtent;
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the names of a table's columns where the result stands; undefined if it stands elsewhere. */
export function planTable(
  part: string,
  extent: TableExtent,
  isGrowing: boolean,
  { columns }: ColumnPlaces,
  headings: readonly string[],
): TableChange | undefined {
  const { left, right } = extent;
  const isWithin = (column: number) => column >= left && (isGrowing || column <= right);
  const own = columns.flatMap((column, at) => (isWithin(column) ? [{ column, at }] : []));
  if (own.length === 0) return undefined;
  const others = extent.names.filter((_, at) => !columns.includes(left + at));
  const names = uniqueNames(
    own.map(({ at }) => headings[at] ?? ''),
    others,
  );
  return { part, extent, names: new Map(own.map(({ column }, at) => [column, names[at] ?? ''])) };
}
