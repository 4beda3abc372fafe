import { ConfereError } from '../errors.js';
import { isFreePlan } from './book/billing-period.js';
import type { PeriodLeft } from './period-budgets.js';

export interface BudgetQuestion {
  /** Credits to be charged if every identifier to send is found. */
  readonly worstCase: number;
  /** Credits left after subtracting what our running jobs may still be charged. */
  readonly balance: number;
  readonly maxCredits?: number;
  /** The tightest budget of a day or a month. */
  readonly period?: PeriodLeft | undefined;
  readonly allowOverage: boolean;
  /** The plan of the account, as `GET /quota` names it. */
  readonly plan?: string;
  readonly fitBalance: boolean;
}

/**
 * How many credits may be spent (money rule 4 of the contract).
 *
 * @throws ConfereError kind `credits` when a guard stops the batch; nothing has been sent then
 */
export function affordable(question: BudgetQuestion): number {
  const { worstCase, balance, maxCredits } = question;
  if (maxCredits !== undefined && worstCase > maxCredits)
    throw new ConfereError('over_max_credits', { of: 'batch', worstCase, maxCredits });
  if (question.period !== undefined) refuseOver(question.period, worstCase);
  if (worstCase <= balance || question.allowOverage) return worstCase;
  if (!question.fitBalance)
    throw new ConfereError('over_balance', {
      ...{ of: 'batch', worstCase, balance },
      ...overageOf(question.plan),
    });
  return Math.max(0, balance);
}

/** The plan, where it is known to have no billing beyond the balance. */
export function overageOf(plan = ''): { readonly withoutOverage?: string } {
  return isFreePlan(plan) ? { withoutOverage: plan } : {};
}

/** @throws ConfereError `over_period_budget` if the budget of a day or a month does not cover the cost */
export function refuseOver({ budget: { of, limit }, left }: PeriodLeft, cost: number): void {
  if (cost > left) throw new ConfereError('over_period_budget', { of, cost, left, limit });
}
