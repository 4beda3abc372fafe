import { leftOfBudgets } from '../lookups/account.js';
import { asKnownError } from '../errors.js';
import type { LookupDeps } from './lookups.js';

type Spending = Pick<
  LookupDeps,
  'ledger' | 'clock' | 'keyFingerprint' | 'costs' | 'budget' | 'periods'
>;

/** What may still be spent, for the model; undefined without a budget. */
export async function leftToSpend(deps: Spending): Promise<string | undefined> {
  const { budget, periods } = deps;
  // The answer of a lookup is not lost because a budget cannot be read.
  const hasPeriods = Object.keys(periods).length > 0;
  const left = hasPeriods ? await leftOfBudgets(deps, periods).catch(asKnownError) : [];
  const ofPeriods = (Array.isArray(left) ? left : []).map(({ budget: { of }, left: credits }) =>
    of === 'day' ? `${credits} today (UTC)` : `${credits} this month (UTC)`,
  );
  const ofSession =
    budget.limit === Infinity || budget.limit === 0 ? [] : [`${budget.left()} in this session`];
  if (ofPeriods.length + ofSession.length === 0) return undefined;
  return `Credits left to spend: ${[...ofPeriods, ...ofSession].join(', ')}.`;
}
