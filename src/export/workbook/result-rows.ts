import type { Cell } from '../sheet-xml.js';
import type { ExportRow } from '../rows.js';
import type { ReadSheet } from './plan.js';
import type { PlacedRow } from './sheet.js';

/** The rows of a result that follow one another in a sheet. */
interface Group {
  readonly sheet: number;
  readonly rows: readonly PlacedRow[];
}

/**
 * Hands out the rows of a result sheet by sheet. The archive may have the sheets in another order than the rows, which
 * are then read again.
 */
export class ResultRows {
  #groups: AsyncGenerator<Group> | undefined;
  #waiting: Group | undefined;
  /** The last sheet of which rows were handed out or passed over. */
  #passed = -1;

  constructor(
    readonly sheets: readonly ReadSheet[],
    readonly read: () => AsyncIterable<readonly ExportRow[]>,
    readonly cellsOf: (entry: ExportRow) => readonly Cell[],
  ) {}

  /** Begins with a sheet; returns a function that returns its next rows, or none at their end. */
  async begin(sheet: number): Promise<() => Promise<readonly PlacedRow[]>> {
    if (sheet < this.#passed) await this.close();
    return async () => {
      for (;;) {
        this.#groups ??= this.#placed();
        this.#waiting ??= await this.#nextGroup();
        const group = this.#waiting;
        if (group === undefined || group.sheet > sheet) return [];
        this.#waiting = undefined;
        this.#passed = group.sheet;
        if (group.sheet === sheet) return group.rows;
      }
    };
  }

  async close(): Promise<void> {
    await this.#groups?.return(undefined);
    this.#groups = undefined;
    this.#waiting = undefined;
    this.#passed = -1;
  }

  async #nextGroup(): Promise<Group | undefined> {
    const next = await this.#groups?.next();
    return next?.done === false ? next.value : undefined;
  }

  async *#placed(): AsyncGenerator<Group> {
    const place = createPlacer(this.sheets);
    for await (const entries of this.read()) {
      let rows: PlacedRow[] = [];
      let of = 0;
      for (const entry of entries) {
        const { sheet, number } = place(entry.row.sheetRow);
        if (sheet !== of && rows.length > 0) {
          yield { sheet: of, rows };
          rows = [];
        }
        of = sheet;
        const { reading } = entry.row;
        const isBlank = !reading.valid && reading.reason === 'empty';
        rows.push({ number, cells: this.cellsOf(entry), isBlank });
      }
      if (rows.length > 0) yield { sheet: of, rows };
    }
  }
}

/** Returns a function from the rows of the text, in order, to their sheets and the rows there. */
function createPlacer(
  sheets: readonly ReadSheet[],
): (sheetRow: number) => { sheet: number; number: number } {
  const last = sheets[0]?.room.last ?? 0;
  let [sheet, stretch, taken] = [1, 0, 0];
  return (sheetRow) => {
    if (sheetRow <= last) return { sheet: 0, number: sheetRow };
    for (; sheet < sheets.length; sheet += 1, stretch = 0) {
      const stretches = sheets[sheet]?.stretches ?? [];
      for (; stretch < stretches.length; stretch += 2, taken = 0) {
        if (taken >= (stretches[stretch + 1] ?? 0)) continue;
        taken += 1;
        return { sheet, number: (stretches[stretch] ?? 0) + taken - 1 };
      }
    }
    return { sheet, number: 0 };
  };
}
