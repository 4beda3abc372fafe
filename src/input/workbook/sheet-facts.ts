import type { SheetName, SheetRoom, StuckRange } from '../types.js';

/** The most columns and rows that a sheet can have. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** Wider merged cells are titles. */
const WIDEST_MERGED = 20;

type CellFacts = Required<
  Pick<SheetName, 'numbers' | 'masked' | 'merged' | 'hidden' | 'uncomputed' | 'errors'>
>;

/** Facts about the cells of a sheet. Its columns are numbered from 1. */
export class SheetFacts {
  /** The columns with plain numbers, with numbers that a format changes, and with any other value except texts. */
  readonly plain = new Set<number>();
  readonly masked = new Set<number>();
  readonly other = new Set<number>();
  /** The last row with a text in each column. */
  readonly texts = new Map<number, number>();
  /** Filled rows that the spreadsheet does not show. */
  hidden = 0;
  /** Formulas without a value, errors, and formulas of any kind, by column. */
  readonly uncomputed = new Map<number, number>();
  readonly errors = new Map<number, number>();
  readonly formulas = new Set<number>();
  /** The last column that is not free, and the last row with a filled cell. */
  used = 0;
  last = 0;
  /** The extent of the sheet's filter, such as `A1:F9`. */
  filter: string | undefined;
  hasOtherEncoding = false;
  /** The last row of the last merged cell in each column. */
  readonly #merged = new Map<number, number>();

  /** Notes that the columns of a reference such as `A2:C4` are in use. */
  use(reference: string): void {
    this.used = Math.max(this.used, lastColumn(reference));
  }

  /** Notes a merged cell of several rows. `reference` is for example `A2:A4`. */
  addMerged(reference: string): void {
    this.use(reference);
    const found = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference);
    const [, left = '', top, right = '', bottom] = found ?? [];
    const [first, last] = [columnNumber(left), columnNumber(right)];
    if (!(Number(bottom) > Number(top)) || last - first >= WIDEST_MERGED) return;
    for (let column = first; column <= last; column += 1)
      this.#merged.set(column, Math.max(this.#merged.get(column) ?? 0, Number(bottom)));
  }

  /** Returns the facts as a layout stores them, with columns from 0. */
  forLayout(): CellFacts {
    const notPlain = (column: number) => this.other.has(column) || this.masked.has(column);
    const plain = [...this.plain].filter((column) => !notPlain(column));
    return {
      numbers: byColumn(plain.map((column) => [column - 1, this.texts.get(column) ?? 0])),
      masked: [...this.masked].map((column) => column - 1),
      merged: byColumn([...this.#merged].map(([column, row]) => [column - 1, row])),
      hidden: this.hidden,
      uncomputed: byColumn([...this.uncomputed].map(([column, cells]) => [column - 1, cells])),
      errors: byColumn([...this.errors].map(([column, cells]) => [column - 1, cells])),
    };
  }

  /** Returns where results fit into the sheet, which has these tables. */
  room(tables: readonly SheetTable[]): SheetRoom {
    const { used, last, filter } = this;
    const isStuck = (reference: string) => lastColumn(reference) < used;
    const stuck: StuckRange[] = tables
      .filter(({ reference, isFixed }) => isFixed || isStuck(reference))
      .map(({ name, reference }) => ({ name: name ?? '', ...columnsOf(reference) }));
    if (filter !== undefined && isStuck(filter)) stuck.push(columnsOf(filter));
    return { used, last, formulas: [...this.formulas], filter, stuck };
  }
}

/** A table of a sheet. `isFixed`: its columns come from elsewhere, so that it gets no others. */
export interface SheetTable {
  readonly part: string;
  readonly name: string | undefined;
  /** Its extent, such as `A1:F9`. */
  readonly reference: string;
  readonly isFixed: boolean;
}

function columnsOf(reference: string): Pick<StuckRange, 'left' | 'right'> {
  return { left: columnNumber(reference), right: lastColumn(reference) };
}

/** Returns the number of the last column of a reference such as `A1:F9`. */
export function lastColumn(reference: string): number {
  return columnNumber(reference.slice(reference.indexOf(':') + 1));
}

/** Joins the facts of two sheets that become one, without the first `head` rows of the second. */
export function joinFacts(first: CellFacts, second: CellFacts, head: number): CellFacts {
  const isNumbers = (column: number) => (second.numbers[column] ?? Infinity) <= head;
  const numbers = entries(first.numbers).filter(([column]) => isNumbers(column));
  const merged = entries(second.merged).filter(([, row]) => row > head);
  return {
    numbers: byColumn(numbers),
    masked: [...new Set([...first.masked, ...second.masked])],
    // The rows of the second sheet come below all rows of the first, so that any row number may be theirs.
    merged: byColumn([...entries(first.merged), ...merged.map(([at]) => [at, MAX_ROWS] as const)]),
    hidden: first.hidden + second.hidden,
    uncomputed: sum(first.uncomputed, second.uncomputed),
    errors: sum(first.errors, second.errors),
  };
}

function sum(
  first: Readonly<Record<number, number>>,
  second: Readonly<Record<number, number>>,
): Record<number, number> {
  const all = new Map(entries(first));
  for (const [column, count] of entries(second)) all.set(column, (all.get(column) ?? 0) + count);
  return byColumn([...all]);
}

function byColumn(rows: readonly (readonly [column: number, row: number])[]) {
  return Object.fromEntries(rows) as Record<number, number>;
}

function entries(rows: Readonly<Record<number, number>>): [column: number, row: number][] {
  return Object.entries(rows).map(([column, row]) => [Number(column), row]);
}

/** Returns the number of the column in a reference such as `AB12`; 0 if there is none. */
export function columnNumber(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
