import { base36 } from './id-set.js';

/** An identifier and the row that it was first seen in. */
export interface FirstRow {
  readonly id: string;
  readonly position: number;
  /** The job it is planned for; 0 where a record that was paid for answers it. */
  readonly job: number;
}

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

  /** Writes down the job of each, in input order, but of those that `paid` names: asked for so many at a time. */
  assign(jobOf: (id: string) => number, { count, among }: Paid): void {
    for (let from = 0; from < this.#size; from += count) {
      const length = Math.min(count, this.#size - from);
      const ids = Array.from({ length }, (_, i) => this.#id(from + i));
      const paid = among(ids);
      ids.forEach((id, i) => {
        this.#jobs[from + i] = paid.has(id) ? 0 : jobOf(id);
      });
    }
  }

  /** Takes all of them out, `count` at a time, in about the order of the identifiers. */
  *drain(count: number): Generator<FirstRow[], void, undefined> {
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
      keys[i] = base36(this.#id(i), 0, 6) * CAPACITY + i;
    }
    return keys.sort();
  }

  #row(at: number): FirstRow {
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
  readonly among: (ids: readonly string[]) => Pick<ReadonlySet<string>, 'has'>;
}
