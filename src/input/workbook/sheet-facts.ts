import type { InputSheet, UsedArea, StuckRange } from '../types.js';

/** The numbers of columns and rows that a sheet can have. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** The width up to which merged cells are values; wider ones are titles. */
const MAX_MERGED_COLUMNS = 20;

type CellFacts = Required<
  Pick<InputSheet, 'numbers' | 'masked' | 'merged' | 'hidden' | 'uncomputed' | 'errors'>
>;

/** Facts about the cells of a sheet. Its columns are numbered from 1. */
export class SheetFacts {
  /**
   * The columns with plain numbers, with numbers to which a format adds zeros or punctuation, and with any other value
   * except texts.
   */
  readonly columnsByKind = {
    plain: new Set<number>(),
    punctuated: new Set<number>(),
    other: new Set<number>(),
  };
  /** The last row with a text in each column. */
  readonly texts = new Map<number, number>();
  /** The number of filled rows that the spreadsheet does not show. */
  hidden = 0;
  /** The number of formulas without a value, by column. */
  readonly uncomputed = new Map<number, number>();
  /** The number of errors, by column. */
  readonly errors = new Map<number, number>();
  /** The columns with formulas. */
  readonly formulas = new Set<number>();
  /** The last column that is in use. */
  used = 0;
  /** The last row with a filled cell. */
  last = 0;
  /** The extent of the sheet's filter, such as `A1:F9`. */
  filter: string | undefined;
  hasOtherEncoding = false;
  /** The last row of the last merged cell in each column. */
  readonly #merged = new Map<number, number>();

  /** Notes that the columns of a reference such as `A2:C4` are in use. */
  markUsed(reference: string): void {
    this.used = Math.max(this.used, readLastColumn(reference));
  }

  /** Notes a merged cell of several rows. `reference` is for example `A2:A4`. */
  addMerged(reference: string): void {
    this.markUsed(reference);
    const found = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference);
    const [, left = '', top, right = '', bottom] = found ?? [];
    const [first, last] = [readColumnNumber(left), readColumnNumber(right)];
    if (!(Number(bottom) > Number(top)) || last - first >= MAX_MERGED_COLUMNS) return;
    for (let column = first; column <= last; column += 1)
      this.#merged.set(column, Math.max(this.#merged.get(column) ?? 0, Number(bottom)));
  }

  /** Returns the facts as a layout stores them, with columns from 0. */
  toLayoutFacts(): CellFacts {
    const { plain, punctuated, other } = this.columnsByKind;
    const plainOnly = [...plain].filter((column) => !other.has(column) && !punctuated.has(column));
    return {
      numbers: buildRecord(plainOnly.map((column) => [column - 1, this.texts.get(column) ?? 0])),
      masked: [...punctuated].map((column) => column - 1),
      merged: buildRecord([...this.#merged].map(([column, row]) => [column - 1, row])),
      hidden: this.hidden,
      uncomputed: buildRecord([...this.uncomputed].map(([column, cells]) => [column - 1, cells])),
      errors: buildRecord([...this.errors].map(([column, cells]) => [column - 1, cells])),
    };
  }

  /** Returns the used area of the sheet, beside which results go. `tables`: all tables of the sheet. */
  computeUsedArea(tables: readonly SheetTable[]): UsedArea {
    const { used, last, filter } = this;
    const isStuck = (reference: string) => readLastColumn(reference) < used;
    const stuck: StuckRange[] = tables
      .filter(({ reference, isFixed }) => isFixed || isStuck(reference))
      .map(({ name, reference }) => ({ name: name ?? '', ...readColumns(reference) }));
    if (filter !== undefined && isStuck(filter)) stuck.push(readColumns(filter));
    return { used, last, formulas: [...this.formulas], filter, stuck };
  }
}

/** A table of a sheet. `isFixed`: its columns come from elsewhere, so confere adds none. */
export interface SheetTable {
  readonly part: string;
  readonly name: string | undefined;
  /** Its extent, such as `A1:F9`. */
  readonly reference: string;
  readonly isFixed: boolean;
}

function readColumns(reference: string): Pick<StuckRange, 'left' | 'right'> {
  return { left: readColumnNumber(reference), right: readLastColumn(reference) };
}

/** Returns the number of the last column of a reference such as `A1:F9`. */
export function readLastColumn(reference: string): number {
  return readColumnNumber(reference.slice(reference.indexOf(':') + 1));
}

/**
 * Joins the facts of two sheets whose texts become one. The first `skippedRows` rows of the second sheet are left out.
 */
export function joinFacts(first: CellFacts, second: CellFacts, skippedRows: number): CellFacts {
  const hasOnlyNumbers = (column: number) => (second.numbers[column] ?? Infinity) <= skippedRows;
  const numbers = listEntries(first.numbers).filter(([column]) => hasOnlyNumbers(column));
  const merged = listEntries(second.merged).filter(([, row]) => row > skippedRows);
  return {
    numbers: buildRecord(numbers),
    masked: [...new Set([...first.masked, ...second.masked])],
    // The rows of the second sheet come below all rows of the first, so that any row number may be theirs.
    merged: buildRecord([
      ...listEntries(first.merged),
      ...merged.map(([at]) => [at, MAX_ROWS] as const),
    ]),
    hidden: first.hidden + second.hidden,
    uncomputed: sumByColumn(first.uncomputed, second.uncomputed),
    errors: sumByColumn(first.errors, second.errors),
  };
}

function sumByColumn(
  first: Readonly<Record<number, number>>,
  second: Readonly<Record<number, number>>,
): Record<number, number> {
  const counts = new Map(listEntries(first));
  for (const [column, count] of listEntries(second))
    counts.set(column, (counts.get(column) ?? 0) + count);
  return buildRecord([...counts]);
}

function buildRecord(rows: readonly (readonly [column: number, row: number])[]) {
  return Object.fromEntries(rows) as Record<number, number>;
}

function listEntries(rows: Readonly<Record<number, number>>): [column: number, row: number][] {
  return Object.entries(rows).map(([column, row]) => [Number(column), row]);
}

/** Returns the number of the column in a reference such as `AB12`; 0 if there is none. */
export function readColumnNumber(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
