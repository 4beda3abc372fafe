import type { Cell } from '../sheet-xml.js';
import type { ExportRow } from '../rows.js';
import type { ReadSheet } from './plan.js';
import type { PlacedRow } from './sheet.js';

/** The rows of a result that follow one another in a sheet. */
interface RowGroup {
  readonly sheet: number;
  readonly rows: readonly PlacedRow[];
}

/**
 * Provides the rows of a result sheet by sheet. The archive may have the sheets in another order than the rows; the
 * rows are then read again.
 */
export class ResultRows {
  #groups: AsyncGenerator<RowGroup> | undefined;
  #pending: RowGroup | undefined;
  /** The last sheet whose rows were returned or skipped; -1 before the first row. */
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
        this.#groups ??= this.#groupRows();
        this.#pending ??= await this.#readGroup();
        const group = this.#pending;
        if (group === undefined || group.sheet > sheet) return [];
        this.#pending = undefined;
        this.#passed = group.sheet;
        if (group.sheet === sheet) return group.rows;
      }
    };
  }

  async close(): Promise<void> {
    await this.#groups?.return(undefined);
    this.#groups = undefined;
    this.#pending = undefined;
    this.#passed = -1;
  }

  async #readGroup(): Promise<RowGroup | undefined> {
    const next = await this.#groups?.next();
    return next?.done === false ? next.value : undefined;
  }

  async *#groupRows(): AsyncGenerator<RowGroup> {
    const locate = createRowLocator(this.sheets);
    for await (const entries of this.read()) {
      let rows: PlacedRow[] = [];
      let currentSheet = 0;
      for (const entry of entries) {
        const { sheet, number } = locate(entry.row.sheetRow);
        if (sheet !== currentSheet && rows.length > 0) {
          yield { sheet: currentSheet, rows };
          rows = [];
        }
        currentSheet = sheet;
        const { reading } = entry.row;
        const isBlank = !reading.valid && reading.reason === 'empty';
        rows.push({ number, cells: this.cellsOf(entry), isBlank });
      }
      if (rows.length > 0) yield { sheet: currentSheet, rows };
    }
  }
}

/** Creates a function that returns the sheet of a row of the input, and its row there. Rows must come in order. */
function createRowLocator(
  sheets: readonly ReadSheet[],
): (sheetRow: number) => { sheet: number; number: number } {
  const last = sheets[0]?.usedArea.last ?? 0;
  let [sheet, stretch, takenRows] = [1, 0, 0];
  return (sheetRow) => {
    if (sheetRow <= last) return { sheet: 0, number: sheetRow };
    for (; sheet < sheets.length; sheet += 1, stretch = 0) {
      const stretches = sheets[sheet]?.stretches ?? [];
      for (; stretch < stretches.length; stretch += 2, takenRows = 0) {
        if (takenRows >= (stretches[stretch + 1] ?? 0)) continue;
        takenRows += 1;
        return { sheet, number: (stretches[stretch] ?? 0) + takenRows - 1 };
      }
    }
    return { sheet, number: 0 };
  };
}
