import { ConfereError } from '../base/errors.js';
import type { LimitLeft, SpendingLimit } from '../ledger/index.js';
import { roundCreditSum, isFreePlan, TOLERANCE } from './book.js';
import type { PeriodLimits } from './period-limits.js';

/** Builds the limits of the UTC day and month that `now` (epoch ms) lies in. */
export function buildBudgets(now: number, limits: PeriodLimits): SpendingLimit[] {
  const { maxCreditsPerDay: dayLimit, maxCreditsPerMonth: monthLimit } = limits;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const [dayStart, monthStart] = [Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month)];
  return [
    ...(dayLimit === undefined ? [] : [{ of: 'day', since: dayStart, limit: dayLimit } as const]),
    ...(monthLimit === undefined
      ? []
      : [{ of: 'month', since: monthStart, limit: monthLimit } as const]),
  ];
}

export function findTightest(limits: readonly LimitLeft[]): LimitLeft | undefined {
  return limits.toSorted((a, b) => a.left - b.left)[0];
}

/** Counts how many of `items` identifiers `left` credits cover. */
export function countCovered(left: number, items: number, price: number): number {
  return Math.min(items, Math.max(0, Math.floor(left / price + TOLERANCE)));
}

/** The cost of requests that a limit may refuse, with the facts for the error of that limit. */
export interface RefusedCost {
  /** The worst case in credits. */
  readonly cost: number;
  /** The work: a lookup, all files of a command, a whole batch, the rest of one, or jobs that are sent again. */
  readonly costOf: 'lookup' | 'files' | 'batch' | 'rest' | 'resubmission';
  /** Whether the user lets a part of the batch be sent without the rest (`--fit-balance`). */
  readonly fitsBalance: boolean;
  readonly plan?: string;
  /** The price of one identifier. */
  readonly itemPrice?: number;
}

/**
 * Builds the error of the first limit that the cost exceeds; with `fitsBalance`, of the first limit that does not even
 * leave the credits for one identifier (`itemPrice`).
 */
export function findOverLimitError(
  limits: readonly LimitLeft[],
  refusedCost: RefusedCost,
  itemPrice = 1,
): ConfereError | undefined {
  const { cost, fitsBalance } = refusedCost;
  const needed = fitsBalance ? Math.min(cost, itemPrice) : cost;
  const exceeded = limits.find(({ left }) => needed > left + TOLERANCE);
  return exceeded && buildOverLimit(exceeded, { ...refusedCost, itemPrice });
}

/** Builds the error of the first limit of the user's that charges have already exceeded. */
export function findExceededLimitError(limits: readonly LimitLeft[]): ConfereError | undefined {
  const passedLimit = limits.find(({ left }) => left < -TOLERANCE);
  if (passedLimit === undefined) return undefined;
  const { of, limit } = passedLimit.limit;
  if (of === 'balance') return undefined;
  return new ConfereError('limit_passed', {
    of: of === 'files' || of === 'session' ? 'run' : of,
    limit,
    spent: roundCreditSum(limit - passedLimit.left),
  });
}

/** Builds the error of a cost that exceeds a limit. */
export function buildOverLimit(
  { limit, left: credits }: LimitLeft,
  refusedCost: RefusedCost,
): ConfereError {
  const { cost, costOf, fitsBalance, plan, itemPrice = 1 } = refusedCost;
  const left = Math.max(0, roundCreditSum(credits));
  const worstCase = roundCreditSum(cost);
  // Whether the limit covers a part, which `--fit-balance` would send.
  const isPartSent =
    (costOf !== 'resubmission' && !fitsBalance && itemPrice <= left + TOLERANCE) || undefined;
  switch (limit.of) {
    case 'day':
    case 'month':
      return new ConfereError('over_period_budget', {
        of: limit.of,
        cost: worstCase,
        left,
        limit: limit.limit,
        fits: fitsBalance,
        isPartSent,
      });
    case 'session':
      return new ConfereError('over_max_credits', {
        of: 'lookup',
        worstCase,
        maxCredits: left,
        limit: limit.limit,
      });
    case 'files':
    case 'run': {
      const of = costOf === 'resubmission' ? 'batch' : costOf;
      const isPartlyUsed = limit.of === 'files' && of === 'batch' && left < limit.limit;
      const wholeLimit = isPartlyUsed ? limit.limit : undefined;
      const facts = { of, worstCase, maxCredits: left, limit: wholeLimit, isPartSent } as const;
      return new ConfereError('over_max_credits', facts);
    }
    case 'balance': {
      const of = costOf === 'rest' ? 'next_job' : costOf;
      return new ConfereError('over_balance', {
        of,
        worstCase,
        balance: left,
        isPartSent,
        withoutOverage: isFreePlan(plan ?? '') ? plan : undefined,
      });
    }
  }
}
