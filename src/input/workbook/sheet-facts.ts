import type { SheetName } from '../types.js';

/** As many as a sheet can have. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** Wider merged cells are titles. */
const WIDEST_MERGED = 100;

type Facts = Pick<SheetName, 'numbers' | 'masked' | 'merged' | 'hidden'>;

/** What the cells of a sheet are, beside their texts; its columns are numbered from 1. */
export class SheetFacts {
  /** The columns with plain numbers, numbers under a mask, and any other value but texts. */
  readonly plain = new Set<number>();
  readonly masked = new Set<number>();
  readonly other = new Set<number>();
  /** The last row with a text in each column. */
  readonly texts = new Map<number, number>();
  /** Filled rows that the spreadsheet does not show. */
  hidden = 0;
  /** The last row of each column that is a merged cell's, but not its first. */
  readonly #merged = new Uint32Array(MAX_COLUMNS + 1);

  /** `reference`: such as `A2:A4`. */
  addMerged(reference: string): void {
    const found = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference);
    const [, left = '', top, right = '', bottom] = found ?? [];
    const [first, last] = [columnNumber(left), columnNumber(right)];
    if (!(Number(bottom) > Number(top)) || last - first >= WIDEST_MERGED) return;
    for (let column = first; column <= last; column += 1)
      this.#merged[column] = Math.max(this.#merged[column] ?? 0, Number(bottom));
  }

  /** As a layout keeps them. */
  forLayout(): Facts {
    const notPlain = (column: number) => this.other.has(column) || this.masked.has(column);
    const numbers = [...this.plain].filter((column) => !notPlain(column));
    const merged = [...this.#merged].flatMap((row, column) => (row > 0 ? [[column - 1, row]] : []));
    return {
      numbers: Object.fromEntries(numbers.map((at) => [at - 1, this.texts.get(at) ?? 0])),
      masked: this.masked.size > 0 ? [...this.masked].map((column) => column - 1) : undefined,
      merged:
        merged.length > 0 ? (Object.fromEntries(merged) as Record<number, number>) : undefined,
      hidden: this.hidden > 0 ? this.hidden : undefined,
    };
  }
}

/** Of two sheets that become one; the first `head` rows of the second are left out. */
export function joinFacts(first: Facts, second: Facts, head: number): Facts {
  const isNumbers = (column: string) => (second.numbers?.[Number(column)] ?? Infinity) <= head;
  const numbers = Object.entries(first.numbers ?? {}).filter(([column]) => isNumbers(column));
  // The rows of the second stand below all of the first.
  const merged = Object.entries(second.merged ?? {}).flatMap(([column, row]) =>
    row > head ? [[column, MAX_ROWS]] : [],
  );
  const masked = new Set([...(first.masked ?? []), ...(second.masked ?? [])]);
  const hidden = (first.hidden ?? 0) + (second.hidden ?? 0);
  return {
    numbers: Object.fromEntries(numbers),
    masked: masked.size > 0 ? [...masked] : undefined,
    merged: Object.assign(Object.fromEntries(merged), first.merged) as Record<number, number>,
    hidden: hidden > 0 ? hidden : undefined,
  };
}

/** The number of the column in a reference such as `AB12`; 0 if there is none. */
export function columnNumber(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
