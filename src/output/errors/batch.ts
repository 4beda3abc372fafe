import type { ErrorFacts } from '../../errors.js';
import { t } from '../../messages/index.js';
import type {
  BatchLeftMessages,
  Change,
  CommandMessages,
  NextSteps,
} from '../../messages/reader.js';
import { maxCredits as limitOf } from '../next-step.js';

/** What a batch left, and a batch of another key. */
export const batchErrors = {
  batch_left: (facts, next) => t.batchLeft[left(facts, next)](facts, next),
  other_key: otherKey,
} satisfies Partial<CommandMessages>;

/** A command keeps to the limit where that covers anything; more is for the user to decide. */
function left(
  { why, count, worstCase, creditsLeft }: ErrorFacts['batch_left'],
  next: NextSteps,
): keyof BatchLeftMessages {
  // What may still bring the results comes first, but a command never advises itself first.
  if (why === 'unconfirmed') return next.of === 'bulk resume' ? 'asked_again' : why;
  if (why !== 'credits' || creditsLeft === undefined) return why;
  return creditsLeft * count < worstCase ? 'over_limit' : 'partly_over_limit';
}

function otherKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, madeWith, inUse, found } = facts;
  const advice = found === undefined ? withoutItsKey(facts, next) : keyAdvice(found, next);
  return t.doubt.otherKey(batch, madeWith, inUse, advice);
}

/** One command: what is under way is given up before a new batch can be made. */
function withoutItsKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, isUnderWay } = facts;
  if (isUnderWay) return t.doubt.useThatKey(next.command('bulk resolve', batch, '--abandon'));
  return t.doubt.nothingUnderWay(anew(facts, next));
}

/** A new batch of the same input. A run knows its own command line, every other command only the file. */
function anew(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, file, isPlanned, isOwed, typed } = facts;
  const exported = next.command('bulk export', batch, ...(isPlanned ? ['--partial'] : []));
  const isRun = next.of === 'bulk run' || next.of === 'bulk submit';
  const own = isRun ? next.whole(reusing(isOwed)) : undefined;
  const command = own === undefined ? next.anew(file, typed) : `'${own}'`;
  if (!isRun) return t.doubt.exportThenNewBatch(exported, command);
  return isOwed
    ? t.doubt.resultNeverWritten(exported, command, next.again())
    : t.doubt.newBatchWithKey(command);
}

/** A new batch that pays for nothing that the ledger has. */
function reusing(isOwed: boolean): Change {
  const set = [{ flag: '--again' }, ...(isOwed ? [{ flag: '--reuse', value: '30d' }] : [])];
  return { drop: ['--fresh'], set };
}

/** The key that a flag or the environment hides may be the one that made the batch. */
function keyAdvice(
  { profile, hiddenBy }: NonNullable<ErrorFacts['other_key']['found']>,
  next: NextSteps,
): string {
  if (hiddenBy !== 'option') return t.account.profileHasKey(profile, hiddenBy);
  const shown = next.shown({ drop: ['--api-key-file'] });
  return t.account.profileHasKeyFile(profile, shown);
}

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
