import { ConfereError } from '../errors.js';
import { isFreePlan } from './billing-period.js';
import { TOLERANCE } from './charges.js';
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
  /** Send as much as the balance and the budgets cover. */
  readonly fitBalance: boolean;
  /** The least that one record may cost (credits); one when left out. */
  readonly leastPrice?: number;
  /** The run has sent a part already; a guard refuses the rest. */
  readonly isGoingOn?: boolean;
}

/**
 * How many credits may be spent (money rule 4 of the contract).
 *
 * @throws ConfereError kind `credits` when a guard stops the batch; nothing has been sent then
 */
export function affordable(question: BudgetQuestion): number {
  const { worstCase, balance, maxCredits = Infinity, period, allowOverage } = question;
  const budget = Math.min(maxCredits, period?.left ?? Infinity);
  const { leastPrice = 1 } = question;
  // A budget that covers no record at all refuses as it does without the option.
  const mayFit = question.fitBalance && budget + TOLERANCE >= Math.min(leastPrice, worstCase);
  if (question.isGoingOn === true && balance < budget) refuseOverBalance(question);
  if (!mayFit) refuseOverBudgets(question);
  const most = Math.min(worstCase, budget);
  if (most <= balance || allowOverage) return most;
  refuseOverBalance(question);
  return Math.max(0, balance);
}

/** `--fit-balance` sends what the balance covers, `--allow-overage` more. */
function refuseOverBalance(question: BudgetQuestion): void {
  const { worstCase, balance, allowOverage, fitBalance } = question;
  if (allowOverage || fitBalance || worstCase <= balance) return;
  throw new ConfereError('over_balance', {
    ...{ of: question.isGoingOn === true ? 'next_job' : 'batch', worstCase, balance },
    ...overageOf(question.plan),
  });
}

function refuseOverBudgets(question: BudgetQuestion): void {
  const { worstCase, maxCredits, period, isGoingOn, fitBalance } = question;
  // What this run may still spend is no limit that the user set, so to raise it would not help against the period.
  if (period !== undefined && isGoingOn === true) refuseOver(period, worstCase, fitBalance);
  if (maxCredits !== undefined && worstCase > maxCredits + TOLERANCE)
    throw new ConfereError('over_max_credits', {
      ...{ of: isGoingOn === true ? 'rest' : 'batch', worstCase, maxCredits },
    });
  if (period !== undefined) refuseOver(period, worstCase, fitBalance);
}

/** The plan, where it is known to have no billing beyond the balance. */
export function overageOf(plan = ''): { readonly withoutOverage?: string } {
  return isFreePlan(plan) ? { withoutOverage: plan } : {};
}

/** @throws ConfereError `over_period_budget` if the budget of a day or a month does not cover the cost */
export function refuseOver(
  { budget: { of, limit }, left }: PeriodLeft,
  cost: number,
  fits: boolean,
): void {
  if (cost > left + TOLERANCE)
    throw new ConfereError('over_period_budget', { of, cost, left, limit, fits });
}
