import type { SheetColumn } from '../types.js';
import { shownAs } from './number-formats.js';

type Held = NonNullable<SheetColumn['holds']>;

interface Facts {
  width?: number;
  holds?: Held | 'several';
  format: string | number;
  lastText: number;
}

/** Columns of a sheet, and the widest that a spreadsheet shows (characters). */
const [MOST, WIDEST] = [16_384, 255];

/** Collects what each column of a sheet holds, while the sheet is read. Columns count from 1. */
export class SheetColumns {
  readonly #widths = new Map<number, number>();
  readonly #facts: (Facts | undefined)[] = [];

  /** A `<col>` element: the same width for several columns. */
  sized({ min, max, width }: Readonly<Record<string, string>>): void {
    const own = Number(width);
    if (!(own > 0 && own <= WIDEST)) return;
    const last = Math.min(Number(max), MOST);
    for (let column = Math.max(1, Number(min)); column <= last; column += 1)
      this.#widths.set(column, own);
  }

  /** A cell with a text in a row (from 1). */
  text(column: number, row: number): void {
    this.#of(column).lastText = row;
  }

  /** A cell with a number, a date or a boolean, in this format. */
  holds(column: number, what: Held, format: string | number): void {
    const facts = this.#of(column);
    if (facts.holds === undefined) [facts.holds, facts.format] = [what, format];
    else if (facts.holds !== what) facts.holds = 'several';
    else if (facts.format !== format) this.#join(facts, format);
  }

  /** In the order of the sheet. */
  all(): SheetColumn[] {
    return Array.from(this.#facts, (facts, index) => {
      const { holds, format = 0, lastText = 0 } = facts ?? {};
      const width = this.#widths.get(index + 1);
      return {
        lastText,
        ...(width === undefined ? {} : { width }),
        ...(holds === undefined || holds === 'several' ? {} : { holds, format }),
      };
    });
  }

  /** Numbers of several formats get the general one; zeros that a format shows are part of what is seen. */
  #join(facts: Facts, format: string | number): void {
    const arePlain = [facts.format, format].every((each) => shownAs(each) === 'plain');
    if (arePlain) facts.format = 0;
    else if (facts.holds !== 'date') facts.holds = 'several';
  }

  #of(column: number): Facts {
    return (this.#facts[column - 1] ??= { format: 0, lastText: 0 });
  }
}
