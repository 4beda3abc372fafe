import type { PlannedItem } from '../../ledger/index.js';

/** Identifiers in memory at one time, 30 bytes each. */
const CAPACITY = 1 << 20;
const LONGEST_ID = 14;

/**
 * The first rows of identifiers: added in input order, returned sorted by identifier. SQLite writes each
 * page of a table once if rows arrive in the order of the key, and many times if they arrive at random.
 * The order holds within a million identifiers and need not be exact.
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

  /** The identifiers that it holds. */
  get size(): number {
    return this.#size;
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
   * Assigns a job to each identifier, in input order; `jobOf` gets the length of the identifier.
   * Identifiers that `paid` returns get no job; `paid` is asked for many at once.
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

  /** Returns all of them, `count` at a time, approximately sorted by identifier, and empties the set. */
  *drain(count: number): Generator<PlannedItem[], void, undefined> {
    const order = this.#order();
    this.#size = 0;
    for (let from = 0; from < order.length; from += count) {
      yield Array.from(order.subarray(from, from + count), (key) => this.#row(key % CAPACITY));
    }
  }

  /** One number combines the first six characters and the index, because engines sort numbers fastest. */
  #order(): Float64Array {
    const keys = new Float64Array(this.#size);
    for (let i = 0; i < keys.length; i += 1) {
      keys[i] = this.#beginning(i) * CAPACITY + i;
    }
    return keys.sort();
  }

  /** The first six characters as a base-36 number, without creating a string. */
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
