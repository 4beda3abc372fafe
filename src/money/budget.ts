import { ConfereError } from '../base/errors.js';
import type { LimitLeft, SpendingLimit } from '../ledger/index.js';
import { exactCredits, isFreePlan, TOLERANCE } from './book.js';
import type { PeriodLimits } from './period-limits.js';

/** The budgets of the UTC day and month. `now` in epoch ms. */
export function budgetsAt(now: number, limits: PeriodLimits): SpendingLimit[] {
  const { maxCreditsPerDay: ofDay, maxCreditsPerMonth: ofMonth } = limits;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const [day, first] = [Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month)];
  return [
    ...(ofDay === undefined ? [] : [{ of: 'day', since: day, limit: ofDay } as const]),
    ...(ofMonth === undefined ? [] : [{ of: 'month', since: first, limit: ofMonth } as const]),
  ];
}

export function tightest(all: readonly LimitLeft[]): LimitLeft | undefined {
  return all.toSorted((a, b) => a.left - b.left)[0];
}

/** How many of `items` identifiers what is left covers. */
export function coveredBy(left: number, items: number, price: number): number {
  return Math.min(items, Math.max(0, Math.floor(left / price + TOLERANCE)));
}

export interface Refused {
  readonly cost: number;
  /** All files of a command; of a batch, all of it, what is left of it, or what is sent again. */
  readonly part: 'files' | 'batch' | 'rest' | 'resubmission';
  /** A part of the batch may go alone. */
  readonly fits: boolean;
  readonly plan?: string;
  /** The price of one identifier. */
  readonly least?: number;
}

/** With `fits`, only a limit of which not even `least` credits are left. */
export function refusal(
  all: readonly LimitLeft[],
  refused: Refused,
  least = 1,
): ConfereError | undefined {
  const { cost, fits } = refused;
  const needed = fits ? Math.min(cost, least) : cost;
  const over = all.find(({ left }) => needed > left + TOLERANCE);
  return over && overLimit(over, { ...refused, least });
}

export function passedLimit(all: readonly LimitLeft[]): ConfereError | undefined {
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

export function overLimit({ limit, left: credits }: LimitLeft, refused: Refused): ConfereError {
  const { cost, part, fits, plan, least = 1 } = refused;
  const left = Math.max(0, exactCredits(credits));
  const worstCase = exactCredits(cost);
  const isPartSent = (part !== 'resubmission' && !fits && least <= left + TOLERANCE) || undefined;
  switch (limit.of) {
    case 'day':
    case 'month':
      return new ConfereError('over_period_budget', {
        of: limit.of,
        cost: worstCase,
        left,
        limit: limit.limit,
        fits,
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
