import type { ErrorFacts } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { CommandMessages, NextSteps } from '../../messages/reader.js';
import { maxCredits as limitOf } from '../next-step.js';

/** What a budget or the balance does not cover. */
export const spendingErrors = {
  over_max_credits: overMaxCredits,
  over_period_budget: (facts, next) => {
    const { of, cost, left, limit } = facts;
    const told =
      of === 'day' ? t.budget.overDay(cost, limit, left) : t.budget.overMonth(cost, limit, left);
    if (cost > limit && facts.fits !== true) return neverFits(of, told, next);
    return of === 'day'
      ? t.budget.raiseDayOrContinue(told, next.again())
      : t.budget.raiseMonthOrContinue(told, next.again());
  },
  over_balance: overBalance,
} satisfies Partial<CommandMessages>;

/** The commands that can send a part of a batch. */
const FITS: ReadonlySet<string> = new Set(['bulk run', 'bulk submit', 'bulk resume']);

/** No day and no month has room for all of it. */
function neverFits(of: 'day' | 'month', told: string, next: NextSteps): string {
  const flag = of === 'day' ? '--max-credits-per-day' : '--max-credits-per-month';
  if (!FITS.has(next.of)) return t.budget.raise(told, flag);
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return t.budget.raiseOrFit(told, flag, fit);
}

function overMaxCredits(facts: ErrorFacts['over_max_credits'], next: NextSteps): string {
  if (facts.of === 'lookup') return t.budget.lookupOverMax(facts.cost, facts.left, facts.limit);
  if (facts.of === 'rest') {
    const more = next.onward(undefined, [limitOf(facts.worstCase)]);
    return t.budget.restOverMax(facts.worstCase, facts.maxCredits, more);
  }
  const { worstCase, maxCredits, limit } = facts;
  if (limit !== undefined) return t.budget.overMaxAfterFiles(worstCase, maxCredits, limit);
  // Of several inputs, each may have used up a part of the limit.
  const isWhole = next.inputs === 1;
  const shown = isWhole ? next.shown({ set: [limitOf(worstCase)] }) : '';
  if (!isWhole || maxCredits < 1 || !FITS.has(next.of))
    return t.budget.overMax(worstCase, maxCredits, shown);
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return t.budget.overMaxOrFit(worstCase, maxCredits, shown, fit);
}

function overBalance(facts: ErrorFacts['over_balance'], next: NextSteps): string {
  const { worstCase, balance, withoutOverage: plan } = facts;
  if (plan !== undefined) return withoutOverage({ ...facts, plan }, next);
  if (facts.of === 'resubmission')
    return t.budget.resubmitOverBalance(worstCase, balance, next.again());
  if (facts.of === 'next_job')
    return t.budget.nextJobOverBalance(balance, worstCase, next.onward());
  const over = next.shown({ set: [{ flag: '--allow-overage' }] });
  if (balance <= 0) return t.budget.overBalance(worstCase, balance, next.again(), over);
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return t.budget.overBalanceFit(worstCase, balance, fit, over);
}

/** The same for a plan that has no billing beyond the balance, where --allow-overage cannot help. */
function withoutOverage(
  { of, worstCase, balance, plan }: ErrorFacts['over_balance'] & { readonly plan: string },
  next: NextSteps,
): string {
  if (of === 'resubmission')
    return t.budget.resubmitOverBalanceNoOverage(worstCase, balance, next.again(), plan);
  if (of === 'next_job')
    return t.budget.nextJobOverBalanceNoOverage(balance, worstCase, next.onward(), plan);
  if (balance <= 0) return t.budget.overBalanceNoOverage(worstCase, balance, next.again(), plan);
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return t.budget.overBalanceFitNoOverage(worstCase, balance, fit, plan);
}
