import type { PlannedItem } from '../../ledger/index.js';

/** So many identifiers are held at once, 30 bytes each. */
const CAPACITY = 1 << 20;
const LONGEST_ID = 14;

/**
 * The first rows of identifiers, taken in in the order of the input and out in that of the identifiers: a
 * table that is filled in the order of its key is written once from front to back, one that is filled at
 * random is written over and over. The order is one within a million, and need not be exact.
 */
export class FirstRows {
  readonly #ids: Buffer;
  readonly #positions: Uint32Array;
  readonly #jobs: Uint32Array;
  readonly #lengths: Uint8Array;
  #size = 0;

  constructor(readonly capacity = CAPACITY) {
    this.#ids = Buffer.allocUnsafe(capacity * LONGEST_ID);
    this.#lengths = new Uint8Array(capacity);
    this.#positions = new Uint32Array(capacity);
    this.#jobs = new Uint32Array(capacity);
  }

  get isFull(): boolean {
    return this.#size === this.capacity;
  }

  add(id: string, position: number): void {
    this.#lengths[this.#size] = id.length;
    this.#ids.write(id, this.#size * LONGEST_ID, 'latin1');
    this.#positions[this.#size] = position;
    this.#size += 1;
  }

  /**
   * Writes down the job of each, in input order, told the length of its identifier: but of those that
   * `paid` names, asked for so many at a time.
   */
  async assign(jobOf: (length: number) => number, paid?: Paid): Promise<void> {
    const count = paid?.count ?? this.capacity;
    for (let from = 0; from < this.#size; from += count) {
      const to = Math.min(from + count, this.#size);
      const answered = await paid?.among(
        Array.from({ length: to - from }, (_, i) => this.#id(from + i)),
      );
      for (let at = from; at < to; at += 1) {
        const isPaid = answered?.has(this.#id(at)) === true;
        this.#jobs[at] = isPaid ? 0 : jobOf(this.#lengths[at] ?? 0);
      }
    }
  }

  /** Takes all of them out, `count` at a time, in about the order of the identifiers. */
  *drain(count: number): Generator<PlannedItem[], void, undefined> {
    const order = this.#order();
    this.#size = 0;
    for (let from = 0; from < order.length; from += count) {
      yield Array.from(order.subarray(from, from + count), (key) => this.#row(key % CAPACITY));
    }
  }

  /** A number holds both the first six characters and the place: the engine sorts numbers fastest. */
  #order(): Float64Array {
    const keys = new Float64Array(this.#size);
    for (let i = 0; i < keys.length; i += 1) {
      keys[i] = this.#beginning(i) * CAPACITY + i;
    }
    return keys.sort();
  }

  /** The first six characters as a number of base 36, without making a text of them. */
  #beginning(at: number): number {
    let value = 0;
    for (let i = at * LONGEST_ID; i < at * LONGEST_ID + 6; i += 1) {
      const code = this.#ids[i] ?? 0;
      value = value * 36 + (code < 58 ? code - 48 : code - 55);
    }
    return value;
  }

  #row(at: number): PlannedItem {
    return { id: this.#id(at), position: this.#positions[at] ?? 0, job: this.#jobs[at] ?? 0 };
  }

  #id(at: number): string {
    return this.#ids.toString(
      'latin1',
      at * LONGEST_ID,
      at * LONGEST_ID + (this.#lengths[at] ?? 0),
    );
  }
}

interface Paid {
  readonly count: number;
  readonly among: (ids: readonly string[]) => Promise<Pick<ReadonlySet<string>, 'has'>>;
}
