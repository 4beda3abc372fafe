/** Pseudo-random numbers; the same seed gives the same numbers. */
export interface Random {
  /** An integer from 0 to `end - 1`. */
  below(end: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function createRandom(seed: string): Random {
  let state = hash(seed);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193);
  return value;
}
