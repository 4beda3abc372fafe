import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';

const SECOND = 1_000;

/** How far what the balance shows lies behind: not at all, a few seconds, or until a cache is renewed. */
export class Lag {
  readonly #ms: number;
  readonly #isCache: boolean;

  constructor(random: Random, kinds: ReadonlySet<Kind>) {
    this.#ms = kinds.has('late_balance') ? random.int(1, 5) * SECOND : 0;
    this.#isCache = random.chance(0.3);
  }

  /** The moment whose balance is shown now. */
  shown(now: number): number {
    if (this.#ms === 0) return now;
    return this.#isCache ? now - (now % this.#ms) : now - this.#ms;
  }
}
