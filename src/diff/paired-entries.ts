import type { Entry } from './types.js';

/** An identifier with what each result says about it. */
export interface Pair {
  readonly older: Entry | undefined;
  readonly newer: Entry | undefined;
}

/** Reads sorted entries one after another; the next chunk is awaited only when one is used up. */
class Reader {
  #chunk: readonly Entry[] = [];
  #at = 0;
  #isOver = false;
  readonly #chunks: AsyncIterator<readonly Entry[]>;

  constructor(chunks: AsyncIterable<readonly Entry[]>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the chunk. */
  get next(): Entry | undefined {
    return this.#chunk[this.#at];
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  pass(): void {
    this.#at += 1;
  }

  async fill(): Promise<void> {
    while (!this.#isOver && this.next === undefined) {
      const next = await this.#chunks.next();
      if (next.done === true) this.#isOver = true;
      else [this.#chunk, this.#at] = [next.value, 0];
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** Brings together what two sorted results say about each identifier, sorted by the identifier. */
export async function* pairedEntries(
  older: AsyncIterable<readonly Entry[]>,
  newer: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<readonly Pair[]> {
  const [a, b] = [new Reader(older), new Reader(newer)];
  try {
    for (;;) {
      await a.fill();
      await b.fill();
      if (a.isOver && b.isOver) return;
      yield pairsInMemory(a, b);
    }
  } finally {
    await a.close();
    await b.close();
  }
}

/** Ends where one of the chunks does, unless that result is over. */
function pairsInMemory(a: Reader, b: Reader): Pair[] {
  const pairs: Pair[] = [];
  for (;;) {
    const [older, newer] = [a.next, b.next];
    const needsMore = (older === undefined && !a.isOver) || (newer === undefined && !b.isOver);
    if (needsMore || (older === undefined && newer === undefined)) return pairs;
    const isOlder = newer === undefined || (older !== undefined && older.id <= newer.id);
    const isNewer = older === undefined || (newer !== undefined && newer.id <= older.id);
    pairs.push({ older: isOlder ? older : undefined, newer: isNewer ? newer : undefined });
    if (isOlder) a.pass();
    if (isNewer) b.pass();
  }
}
