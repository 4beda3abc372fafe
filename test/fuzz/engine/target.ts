import type { Random } from '../../crash/random.js';

/** One border of confere that takes bytes of others. */
export interface Target {
  readonly name: string;
  /** Inputs as they really are, from which the others are made. */
  readonly seeds: (random: Random) => readonly Buffer[];
  /** Words that a mutation may insert. */
  readonly words: readonly string[];
  /** A change that knows what the input is; undefined if the input is not of that form. */
  readonly change?: (input: Buffer, random: Random) => Buffer | undefined;
  /** Throws if the input breaks what must hold for every input. */
  readonly check: (input: Buffer) => void | Promise<void>;
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
