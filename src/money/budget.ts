import { ConfereError } from '../base/errors.js';
import type { LimitLeft, SpendingLimit } from '../ledger/index.js';
import { exactCredits, isFreePlan, TOLERANCE } from './book.js';
import type { PeriodLimits } from './period-limits.js';

/** Builds the limits of the UTC day and month that `now` (epoch ms) lies in. */
export function buildBudgets(now: number, limits: PeriodLimits): SpendingLimit[] {
  const { maxCreditsPerDay: ofDay, maxCreditsPerMonth: ofMonth } = limits;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const [day, first] = [Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month)];
  return [
    ...(ofDay === undefined ? [] : [{ of: 'day', since: day, limit: ofDay } as const]),
    ...(ofMonth === undefined ? [] : [{ of: 'month', since: first, limit: ofMonth } as const]),
  ];
}

export function findTightest(all: readonly LimitLeft[]): LimitLeft | undefined {
  return all.toSorted((a, b) => a.left - b.left)[0];
}

/** Counts how many of `items` identifiers `left` credits cover. */
export function countCovered(left: number, items: number, price: number): number {
  return Math.min(items, Math.max(0, Math.floor(left / price + TOLERANCE)));
}

/** The cost of requests that were about to be sent, with what the refusal of a limit says about them. */
export interface RefusedCost {
  /** The worst case in credits. */
  readonly cost: number;
  /** All files of a command, a whole batch, the rest of one, or jobs that are sent again. */
  readonly part: 'files' | 'batch' | 'rest' | 'resubmission';
  /** Whether a part of the batch may be sent without the rest. */
  readonly canSendPart: boolean;
  readonly plan?: string;
  /** The price of one identifier. */
  readonly least?: number;
}

/**
 * Builds the error of the first limit that the cost exceeds; with `canSendPart`, of the first one that does not even
 * leave `least` credits.
 */
export function findOverLimitError(
  all: readonly LimitLeft[],
  refused: RefusedCost,
  least = 1,
): ConfereError | undefined {
  const { cost, canSendPart } = refused;
  const needed = canSendPart ? Math.min(cost, least) : cost;
  const over = all.find(({ left }) => needed > left + TOLERANCE);
  return over && buildOverLimit(over, { ...refused, least });
}

/** Builds the error of a limit of the user's that charges have exceeded already. */
export function findPassedLimitError(all: readonly LimitLeft[]): ConfereError | undefined {
  const passed = all.find(({ left }) => left < -TOLERANCE);
  if (passed === undefined) return undefined;
  const { of, limit } = passed.limit;
  if (of === 'balance') return undefined;
  return new ConfereError('limit_passed', {
    of: of === 'files' || of === 'session' ? 'run' : of,
    limit,
    spent: exactCredits(limit - passed.left),
  });
}

/** Builds the error of a cost that exceeds a limit. */
export function buildOverLimit(
  { limit, left: credits }: LimitLeft,
  refused: RefusedCost,
): ConfereError {
  const { cost, part, canSendPart, plan, least = 1 } = refused;
  const left = Math.max(0, exactCredits(credits));
  const worstCase = exactCredits(cost);
  const isPartSent =
    (part !== 'resubmission' && !canSendPart && least <= left + TOLERANCE) || undefined;
  switch (limit.of) {
    case 'day':
    case 'month':
      return new ConfereError('over_period_budget', {
        of: limit.of,
        cost: worstCase,
        left,
        limit: limit.limit,
        fits: canSendPart,
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
      const of = part === 'resubmission' ? 'batch' : part;
      const isPart = limit.of === 'files' && of === 'batch' && left < limit.limit;
      const whole = isPart ? limit.limit : undefined;
      const facts = { of, worstCase, maxCredits: left, limit: whole, isPartSent } as const;
      return new ConfereError('over_max_credits', facts);
    }
    case 'balance': {
      const of = part === 'rest' ? 'next_job' : part;
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
