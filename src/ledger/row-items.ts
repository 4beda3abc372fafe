import { ANSWER, idAt, itemAt, type JobItems } from './job-items.js';
import type { Item } from './types.js';

/** What is known of the identifier of a row. */
export type RowItem = Pick<Item, 'job' | 'answer' | 'answeredAt'> & {
  /** The number of its record. */
  readonly record: number | null;
};

/** What became of each row of a batch, 19 bytes each; rows are counted from 1. */
export class RowItems {
  readonly #parts: number[] = [];
  readonly #part: Uint16Array;
  readonly #answers: Uint8Array;
  readonly #records: Uint32Array;
  readonly #times: Float64Array;
  readonly #checks: Uint32Array;

  constructor(rows: number) {
    this.#part = new Uint16Array(rows + 1);
    this.#answers = new Uint8Array(rows + 1);
    this.#records = new Uint32Array(rows + 1);
    this.#times = new Float64Array(rows + 1);
    this.#checks = new Uint32Array(rows + 1);
  }

  /** The identifiers of a job belong to their first rows. */
  add(seq: number, items: JobItems): void {
    const part = this.#parts.push(seq);
    items.rows.forEach((row, at) => {
      this.#part[row] = part;
      this.#answers[row] = items.answers[at] ?? ANSWER.waiting;
      this.#records[row] = items.records[at] ?? 0;
      this.#times[row] = items.times[at] ?? 0;
      this.#checks[row] = checkOf(idAt(items, at));
    });
  }

  /** A row has the identifier of an earlier one. */
  repeat(later: number, first: number): void {
    for (const of of [this.#part, this.#answers, this.#records, this.#times, this.#checks])
      of[later] = of[first] ?? 0;
  }

  /** Undefined where the row has no identifier, `other` where it has not this one. */
  get(row: number, id: string): RowItem | 'other' | undefined {
    const part = this.#part[row] ?? 0;
    if (part === 0) return undefined;
    if (this.#checks[row] !== checkOf(id)) return 'other';
    return itemAt(
      { answers: this.#answers, records: this.#records, times: this.#times },
      row,
      this.#parts[part - 1] ?? 0,
    );
  }
}

/** FNV-1a: a copy of the input that was read in another way shows. */
function checkOf(id: string): number {
  let check = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) check = Math.imul(check ^ id.charCodeAt(i), 0x01000193);
  return check >>> 0;
}
