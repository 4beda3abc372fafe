/** The credits that one session may spend, as the person who started it said. */
export interface Budget {
  readonly limit: number;
  /** Credits that are neither spent nor set aside. */
  left(): number;
  /** Sets credits aside before a request; false, and nothing set aside, where they are not left. */
  reserve(credits: number): boolean;
  /** Gives back what a request certainly did not cost. */
  release(credits: number): void;
}

/** What is set aside counts as spent until it is given back, so requests side by side stay within it. */
export function createBudget(limit: number): Budget {
  let claimed = 0;
  return {
    limit,
    left: () => limit - claimed,
    reserve(credits) {
      if (claimed + credits > limit) return false;
      claimed += credits;
      return true;
    },
    release(credits) {
      claimed -= credits;
    },
  };
}
