/** What scripts/fuzz/instrument.js adds to the code: a counter for each branch, and the texts it compares with. */
interface Instrumented {
  fuzzCounters?: Uint8Array;
  fuzzWords?: readonly string[];
}

const { fuzzCounters: counters, fuzzWords: words = [] } = globalThis as Instrumented;

/** Texts that the code compares its input with; empty if it is not instrumented. */
export const comparedWords: readonly string[] = words;

/** Remembers which branches were taken, and how often (once, twice, up to 4, 8, ... times). */
export class Coverage {
  readonly #seen = new Uint8Array(counters?.length ?? 0);

  /** Forgets what ran since the last input. */
  begin(): void {
    counters?.fill(0);
  }

  /** Whether the input that just ran took a branch, or took it more often, than all inputs before. */
  isNew(): boolean {
    if (counters === undefined) return false;
    let isNew = false;
    for (let at = 0; at < counters.length; at += 1) {
      const count = counters[at] ?? 0;
      if (count === 0) continue;
      const bit = 1 << (31 - Math.clz32(count));
      if (((this.#seen[at] ?? 0) & bit) !== 0) continue;
      this.#seen[at] = (this.#seen[at] ?? 0) | bit;
      isNew = true;
    }
    return isNew;
  }

  /** The number of branches that were taken at least once. */
  get branches(): number {
    return this.#seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0);
  }
}
