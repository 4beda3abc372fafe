import { UsageError } from '../../base/errors.js';
import { findResultColumns, type InputLayout } from '../../input/index.js';
import type { UsedArea } from '../../input/types.js';
import { MAX_COLUMNS } from '../sheet-xml.js';
import { readColumnNumber } from './rows.js';
import { readRowNumber, type TableExtent, chooseUniqueNames } from './table.js';

/** A sheet of the workbook whose rows were read. Rows are numbered from 1. */
export interface ReadSheet {
  readonly name: string;
  /** The position of its tab, from 1. */
  readonly number: number;
  readonly header: number | undefined;
  readonly usedArea: UsedArea;
  /** The rows of the sheet, as pairs of a first row and a number of rows; undefined for the first sheet. */
  readonly stretches?: readonly number[];
}

/**
 * Returns the sheets whose rows were read, in the order of the rows; none for a batch that an older version planned,
 * which did not store the used area of its sheets.
 */
export function readSheets({ origin, preamble, hasHeader }: InputLayout): readonly ReadSheet[] {
  const { sheet } = origin ?? {};
  if (sheet?.room === undefined) return [];
  const { name, number, room: usedArea, and: followingSheets = [] } = sheet;
  const first = { name, number, usedArea, header: hasHeader ? preamble + 1 : undefined };
  const others = followingSheets.flatMap((each) =>
    each.room === undefined
      ? []
      : [{ ...each, usedArea: each.room, header: each.header, stretches: each.rows ?? [] }],
  );
  const all = [first, ...others];
  // A result has the same columns in all sheets, so that the sheets can be read together again.
  const used = Math.max(...all.map((each) => each.usedArea.used));
  return all.map((each) => ({ ...each, usedArea: { ...each.usedArea, used } }));
}

/** The places of the columns of a result in a sheet. Columns are numbered from 1. */
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
export function placeColumns(layout: InputLayout, area: UsedArea, width: number): ColumnPlaces {
  const earlier = [...findResultColumns(layout)].map((index) => index + 1);
  const freed = earlier
    .filter((column) => !area.formulas.includes(column))
    .toSorted((a, b) => a - b);
  const columns = freed.slice(0, width);
  for (let column = area.used + 1; columns.length < width; column += 1) columns.push(column);
  return { columns, freed: new Set(freed) };
}

/** Refuses a result whose columns reach beyond the last one of a sheet. @throws UsageError `workbook_too_large` */
export function refuseTooManyColumns(layout: InputLayout, width: number): void {
  for (const { usedArea } of readSheets(layout))
    if (Math.max(...placeColumns(layout, usedArea, width).columns) > MAX_COLUMNS)
      throw new UsageError('workbook_too_large', {});
}

/** The part of a sheet that decides whether a table or a filter gets the columns of the result. Numbers are from 1. */
export interface ResultArea {
  /** The last used column of the sheet. */
  readonly used: number;
  /** The columns of the identifiers. */
  readonly identifiers: readonly number[];
  /** The first and last row with a result. */
  readonly rows: readonly [first: number, last: number];
}

export function computeResultArea(
  layout: InputLayout,
  { header, usedArea }: ReadSheet,
): ResultArea {
  const identifiers = layout.parts?.columns ?? [layout.column];
  return {
    used: usedArea.used,
    identifiers: identifiers.map((index) => index + 1),
    rows: [header === undefined ? 1 : header + 1, usedArea.last],
  };
}

/**
 * Returns whether a table or a filter gets the new columns, so that sorting it moves the results with the identifiers:
 * it has identifiers, and nothing stands to the right of it.
 */
export function shouldGrow(reference: string, { used, identifiers, rows }: ResultArea): boolean {
  const [from = '', to = from] = reference.split(':');
  const [left, right] = [readColumnNumber(from), readColumnNumber(to)];
  const hasIdentifiers = identifiers.every((column) => column >= left && column <= right);
  return (
    right === used &&
    hasIdentifiers &&
    readRowNumber(from) <= rows[1] &&
    readRowNumber(to) >= rows[0]
  );
}

/** A table with the names that its columns get, by column (from 1). */
export interface TableChange {
  readonly part: string;
  readonly extent: TableExtent;
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the new names of the columns that a table and the result share; undefined if they share none. */
export function planTable(
  part: string,
  extent: TableExtent,
  isGrowing: boolean,
  { columns }: ColumnPlaces,
  headings: readonly string[],
): TableChange | undefined {
  const { left, right } = extent;
  const isInTable = (column: number) => column >= left && (isGrowing || column <= right);
  const columnsInTable = columns.flatMap((column, at) =>
    isInTable(column) ? [{ column, at }] : [],
  );
  if (columnsInTable.length === 0) return undefined;
  const otherNames = extent.names.filter((_, at) => !columns.includes(left + at));
  const names = chooseUniqueNames(
    columnsInTable.map(({ at }) => headings[at] ?? ''),
    otherNames,
  );
  return {
    part,
    extent,
    names: new Map(columnsInTable.map(({ column }, at) => [column, names[at] ?? ''])),
  };
}
