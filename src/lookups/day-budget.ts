import { accountPrices, type PriceDeps } from '../account/account-prices.js';
import { budgetsAt } from '../account/period-budgets.js';
import type { Clock } from '../clock.js';
import type { Budget } from './session-budget.js';

/** The budget of a session that also keeps to one of the UTC day, over restarts. */
export interface DayBudget extends Budget {
  readonly perDay: number;
  /** Credits left of the day, when `within` last looked. */
  leftToday(): number;
  /** Counts what the ledger says was spent today, then runs one lookup. */
  within<T>(lookup: () => Promise<T>): Promise<T>;
}

/**
 * Adds a limit per UTC day to the budget of a session. All lookups and jobs of the ledger count, also those that
 * may have been charged. While lookups run at the same time, one may count twice, never none.
 */
export function createDayBudget(
  session: Budget,
  perDay: number,
  deps: PriceDeps & { readonly clock: Clock },
): DayBudget {
  let [spent, claimed, running] = [0, 0, 0];
  const leftToday = () => Math.max(0, perDay - spent - claimed);
  const look = async () => {
    const prices = await accountPrices(deps);
    for (const { since } of budgetsAt(deps.clock.now(), { maxPerDay: perDay }))
      spent = await deps.ledger.spentSince(since, prices);
  };
  return {
    ...{ limit: session.limit, perDay, leftToday },
    left: () => Math.min(session.left(), leftToday()),
    reserve(credits) {
      if (credits > leftToday() || !session.reserve(credits)) return false;
      claimed += credits;
      return true;
    },
    release(credits) {
      claimed = Math.max(0, claimed - credits);
      session.release(credits);
    },
    async within(lookup) {
      running += 1;
      try {
        await look();
        return await lookup();
      } finally {
        running -= 1;
        if (running === 0) {
          // The ledger counts what was claimed, unless it cannot be read: then the claim stays.
          await look().then(
            () => (claimed = 0),
            () => undefined,
          );
        }
      }
    },
  };
}
