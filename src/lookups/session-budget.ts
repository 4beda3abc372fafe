import { TOLERANCE } from '../money/charges.js';
import type { Lookup } from './lookup.js';

/** The credits that one session may spend, as the user set it. */
export interface Budget {
  /** `Infinity` without a limit. */
  readonly limit: number;
  /** Credits that are neither spent nor reserved. */
  left(): number;
  /** Reserves credits before a request. Returns false, and reserves nothing, if too few are left. */
  reserve(credits: number): boolean;
  /** Releases credits that a request certainly did not cost. */
  release(credits: number): void;
  /** Adds what records turned out to cost beyond what was reserved for them; may be negative. */
  correct(credits: number): void;
}

/** Reserved credits count as spent until released, so that parallel requests stay within the limit. */
export function createBudget(limit: number): Budget {
  let claimed = 0;
  return {
    limit,
    left: () => Math.max(0, limit - claimed),
    reserve(credits) {
      if (claimed + credits > limit + TOLERANCE) return false;
      claimed += credits;
      return true;
    },
    release: (credits) => void (claimed -= credits),
    correct: (credits) => void (claimed += credits),
  };
}

/** An unknown outcome counts as a cost, because it may have been charged. */
export function mayHaveCost({ answer, failure }: Lookup): boolean {
  const isPaid = answer.status === 'found' && answer.source === 'api';
  return isPaid || failure?.kind === 'unconfirmed';
}
