import { asKnownError } from '../errors.js';
import { leftOfBudgets } from '../lookups/account.js';
import type { LookupDeps } from './lookups.js';

/** Credits that may still be spent, of each budget that there is. */
export interface Left {
  readonly session?: number;
  readonly day?: number;
  readonly month?: number;
}

type Spending = Pick<
  LookupDeps,
  'ledger' | 'clock' | 'keyFingerprint' | 'costs' | 'budget' | 'periods'
>;

/** What may still be spent. Never rejects because a budget cannot be read: an answer is not lost by that. */
export async function leftToSpend(deps: Spending): Promise<Left> {
  const { budget, periods } = deps;
  const ofSession = budget.limit === Infinity ? {} : { session: budget.left() };
  if (Object.keys(periods).length === 0) return ofSession;
  const left = await leftOfBudgets(deps, periods).catch(asKnownError);
  const ofPeriods = Array.isArray(left) ? left : [];
  return {
    ...Object.fromEntries(ofPeriods.map(({ budget: { of }, left: credits }) => [of, credits])),
    ...ofSession,
  };
}

/** The same for a model that reads texts; undefined without a budget. */
export function leftText({ session, day, month }: Left): string | undefined {
  const parts = [
    ...(day === undefined ? [] : [`${day} today (UTC)`]),
    ...(month === undefined ? [] : [`${month} this month (UTC)`]),
    ...(session === undefined ? [] : [`${session} in this session`]),
  ];
  return parts.length === 0 ? undefined : `Credits left to spend: ${parts.join(', ')}.`;
}
