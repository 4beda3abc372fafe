import { noValidCell } from './column.js';
import { FirstRows } from './first-rows.js';
import type { InputLayout, InputRow } from './types.js';

/** Counts the rows of an input as they are read, and knows which is the first with an identifier. */
export class RowCounter {
  readonly #reasons: Record<string, number> = {};
  readonly #firsts = new FirstRows();
  readonly counts = { rows: 0, invalid: 0, duplicates: 0, repaired: 0, reasons: this.#reasons };

  /** The first row that has its identifier; undefined if it has none. */
  take({ number, reading }: InputRow): number | undefined {
    this.counts.rows += 1;
    if (!reading.valid) {
      this.counts.invalid += 1;
      this.#reasons[reading.reason] = (this.#reasons[reading.reason] ?? 0) + 1;
      return undefined;
    }
    if (reading.repaired) this.counts.repaired += 1;
    const first = this.#firsts.add(reading.kind, reading.id, number);
    if (first !== number) this.counts.duplicates += 1;
    return first;
  }

  /** @throws UsageError `no_valid_cell`, `other_kind` */
  refuseNoneValid(layout: InputLayout, file: string): void {
    const { rows, invalid, reasons } = this.counts;
    if (rows > 0 && invalid === rows) throw noValidCell(layout, layout, file, reasons);
  }
}
