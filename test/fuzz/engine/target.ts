import type { Random } from '../../crash/random.js';

/** One border of confere that takes bytes of others. */
export interface Target {
  readonly name: string;
  /** Inputs as they really are, from which the others are made. */
  readonly seeds: (random: Random) => readonly Buffer[];
  /** Words that a mutation may insert. */
  readonly words: readonly string[];
  /** Throws if the input breaks what must hold for every input. */
  readonly check: (input: Buffer) => void | Promise<void>;
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
