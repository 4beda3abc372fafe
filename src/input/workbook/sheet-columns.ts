import type { SheetColumn } from '../types.js';
import { shownAs } from './number-formats.js';

type Held = NonNullable<SheetColumn['holds']>;

interface Facts {
  width?: number;
  holds?: Held | 'several';
  format: string | number;
  lastText: number;
  readonly texts: number[];
  readonly values: [row: number, value: number][];
}

/** Columns of a sheet, and the widest that a spreadsheet shows (characters). */
const [MOST, WIDEST] = [16_384, 255];

/** Cells that are told one by one, of one column and in how many columns: they are stored with the batch. */
const [MOST_CELLS, MOST_TOLD] = [500, 200];

/** Collects what each column of a sheet holds, while the sheet is read. Columns count from 1. */
export class SheetColumns {
  readonly #widths = new Map<number, number>();
  readonly #facts: (Facts | undefined)[] = [];
  #count = 0;

  /** A row with this many cells. */
  row(cells: number): void {
    this.#count = Math.max(this.#count, cells);
  }

  /** A `<col>` element: the same width for several columns. */
  sized({ min, max, width }: Readonly<Record<string, string>>): void {
    const own = Number(width);
    if (!(own > 0 && own <= WIDEST)) return;
    const last = Math.min(Number(max), MOST);
    for (let column = Math.max(1, Number(min)); column <= last; column += 1)
      this.#widths.set(column, own);
  }

  /** A cell with a text that may look like a value, in a row (from 1). */
  text(column: number, row: number): void {
    const facts = this.#of(column);
    if (column > MOST_TOLD || facts.texts.length === MOST_CELLS) facts.lastText = row;
    else facts.texts.push(row);
  }

  /** A cell whose shown text leaves out digits of its value. */
  rounded(column: number, row: number, value: number): void {
    const { values } = this.#of(column);
    if (column <= MOST_TOLD && values.length <= MOST_CELLS) values.push([row, value]);
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
    return Array.from({ length: this.#count }, (_, index) => {
      const facts = this.#facts[index];
      const width = this.#widths.get(index + 1);
      return { lastText: facts?.lastText ?? 0, width, ...(facts && heldBy(facts)) };
    });
  }

  /** Numbers of several formats get the general one; zeros that a format shows are part of what is seen. */
  #join(facts: Facts, format: string | number): void {
    const arePlain = [facts.format, format].every((each) => shownAs(each) === 'plain');
    if (arePlain) facts.format = 0;
    else if (facts.holds !== 'date') facts.holds = 'several';
  }

  #of(column: number): Facts {
    return (this.#facts[column - 1] ??= { format: 0, lastText: 0, texts: [], values: [] });
  }
}

/** Of too many rounded values none is kept, so that a column is either exact or as it is shown. */
function heldBy({ holds, format, texts, values }: Facts): Partial<SheetColumn> {
  if (holds === undefined || holds === 'several') return {};
  return {
    ...{ holds, format },
    texts: texts.length === 0 ? undefined : texts,
    values: values.length === 0 || values.length > MOST_CELLS ? undefined : values,
  };
}
