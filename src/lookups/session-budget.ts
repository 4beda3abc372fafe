import { ConfereError } from '../errors.js';
import { say } from '../text/index.js';
import type { Lookup } from './lookup.js';

/** The credits that one session may spend, as the person who started it said. */
export interface Budget {
  /** `Infinity` where nobody set a limit. */
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

/** A doubt costs, because it may have been charged. */
export function mayHaveCost({ answer, failure }: Lookup): boolean {
  const isPaid = answer.status === 'found' && answer.source === 'api';
  return isPaid || failure?.kind === 'unconfirmed';
}

/** The session may not spend what this lookup may cost; nothing was asked. In credits. */
export class OverSessionBudgetError extends ConfereError {
  override readonly name = 'OverSessionBudgetError';
  constructor(
    readonly cost: number,
    readonly left: number,
    readonly limit: number,
  ) {
    super(
      'credits',
      'over_max_credits',
      say`This lookup may cost ${cost} credits, and ${left} of the ${limit} that this session may spend are left; nothing was asked.`,
    );
  }
}
