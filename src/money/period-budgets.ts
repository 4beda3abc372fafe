import type { Clock } from '../clock.js';
import type { Ledger, PeriodBudget, Prices } from '../ledger/index.js';

/** Credits that may be spent in a period; no limit where one is left out. */
export interface PeriodLimits {
  readonly maxPerDay?: number;
  readonly maxPerMonth?: number;
}

/** What is left of a budget. */
export interface PeriodLeft {
  readonly budget: PeriodBudget;
  readonly left: number;
}

/** Limits without the periods that have none. */
export function periodLimits(
  maxPerDay: number | undefined,
  maxPerMonth: number | undefined,
): PeriodLimits {
  return {
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
    ...(maxPerMonth === undefined ? {} : { maxPerMonth }),
  };
}

/** The budgets of the day and of the month, both in UTC as the service's own periods. `now` in epoch ms. */
export function budgetsAt(now: number, { maxPerDay, maxPerMonth }: PeriodLimits): PeriodBudget[] {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const day = Date.UTC(year, month, date.getUTCDate());
  return [
    ...(maxPerDay === undefined ? [] : [{ of: 'day', since: day, limit: maxPerDay } as const]),
    ...(maxPerMonth === undefined
      ? []
      : [{ of: 'month', since: Date.UTC(year, month), limit: maxPerMonth } as const]),
  ];
}

/** What is left of each budget of the day and the month. */
export async function leftOfPeriods(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  limits: PeriodLimits,
  prices: Prices,
): Promise<PeriodLeft[]> {
  const all: PeriodLeft[] = [];
  for (const budget of budgetsAt(clock.now(), limits)) {
    const spent = await ledger.spentSince(budget.since, prices);
    all.push({ budget, left: Math.max(0, budget.limit - spent) });
  }
  return all;
}

/** The budget of which the least is left; undefined without any. */
export async function tightestBudget(
  ...given: Parameters<typeof leftOfPeriods>
): Promise<PeriodLeft | undefined> {
  const all = await leftOfPeriods(...given);
  return all.toSorted((a, b) => a.left - b.left)[0];
}
