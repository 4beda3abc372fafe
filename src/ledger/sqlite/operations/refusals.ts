import type { Database } from '../../../sqlite/index.js';
import { ONE_EACH, type PeriodBudget, type Prices } from '../../operations/balances.js';
import type { OverBudget } from '../../operations/lookups.js';
import type { Tables } from '../tables/index.js';

/** Differences below this come from adding fractions. */
const TOLERANCE = 1e-6;

interface Limits {
  readonly budgets?: readonly PeriodBudget[];
  readonly prices?: Prices;
}

/** The first budget of a day or a month that the cost would exceed. */
export function brokenBudget(
  { balances }: Tables,
  { budgets = [], prices = ONE_EACH }: Limits,
  cost: number,
): OverBudget | undefined {
  for (const budget of budgets) {
    const left = budget.limit - balances.spentSince(budget.since, prices);
    if (cost > left + TOLERANCE)
      return { verdict: 'over_budget', cost, budget, left: Math.max(0, left) };
  }
  return undefined;
}

class Refusal<V> {
  constructor(readonly verdict: V) {}
}

/** Runs `work` in one transaction. A value passed to `refuse` rolls it back and becomes the result. */
export function transactionOrVerdict<T, V>(
  db: Database,
  work: (refuse: (verdict: V) => never) => T,
): T | V {
  const refuse = (verdict: V): never => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- it never leaves this function
    throw new Refusal(verdict);
  };
  try {
    return db.transaction(() => work(refuse));
  } catch (error) {
    if (error instanceof Refusal) return (error as Refusal<V>).verdict;
    throw error;
  }
}
