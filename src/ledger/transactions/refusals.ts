import { ONE_EACH, type PeriodBudget, type Prices } from '../operations/balances.js';
import type { OverBudget } from '../operations/lookups.js';
import type { Steps, Tables } from './steps.js';

/** Differences below this come from adding fractions. */
const TOLERANCE = 1e-6;

interface Limits {
  readonly budgets?: readonly PeriodBudget[];
  readonly prices?: Prices;
}

/** The first budget of a day or a month that the cost would exceed. */
export function* brokenBudget(
  { balances }: Tables,
  { budgets = [], prices = ONE_EACH }: Limits,
  cost: number,
): Steps<OverBudget | undefined> {
  for (const budget of budgets) {
    const left = budget.limit - (yield* balances.spentSince(budget.since, prices));
    if (cost > left + TOLERANCE)
      return { verdict: 'over_budget', cost, budget, left: Math.max(0, left) };
  }
  return undefined;
}

class Refusal<V> {
  constructor(readonly verdict: V) {}
}

/** Undoes the transaction; its verdict is the result of `orVerdict`. */
export function refuse(verdict: unknown): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- it never leaves `orVerdict`
  throw new Refusal(verdict);
}

/** An operation whose transaction may be refused. */
export function orVerdict<Given extends unknown[], V>(
  operation: (...given: Given) => Promise<V>,
): (...given: Given) => Promise<V> {
  return async (...given) => {
    try {
      return await operation(...given);
    } catch (error) {
      if (error instanceof Refusal) return (error as Refusal<V>).verdict;
      throw error;
    }
  };
}
