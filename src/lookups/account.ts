import { accountPrices, type PriceDeps } from '../money/account-prices.js';
import { leftOfPeriods, type PeriodLeft, type PeriodLimits } from '../money/period-budgets.js';
import type { Clock } from '../clock.js';

export { periodLimits, type PeriodLimits } from '../money/period-budgets.js';
export { balanceNotes } from '../money/read-balance.js';

/** The lowest limit of the day and the month; Infinity without any. */
export function lowestLimit({
  maxPerDay = Infinity,
  maxPerMonth = Infinity,
}: PeriodLimits): number {
  return Math.min(maxPerDay, maxPerMonth);
}

/** What is left of the day and of the month, at the price of the account. */
export async function leftOfBudgets(
  deps: PriceDeps & { readonly clock: Clock },
  limits: PeriodLimits,
): Promise<PeriodLeft[]> {
  return leftOfPeriods(deps, limits, await accountPrices(deps));
}
