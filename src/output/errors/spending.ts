import type { ErrorFacts } from '../../errors.js';
import { batchSentences, periodSentence } from '../../sentences/batch.js';
import { agree, formatNumber, plural, say } from '../../text/index.js';
import { maxCredits as limitOf, type NextSteps } from '../next-step/next-steps.js';
import { priceCommands, type CommandSentences } from './command-sentences.js';

/** What a budget or the balance does not cover. */
export const spendingErrors = {
  over_max_credits: overMaxCredits,
  over_period_budget: (facts, next) => {
    const told = periodSentence(facts);
    if (facts.cost > facts.limit && facts.fits !== true) return neverFits(facts.of, told, next);
    return facts.of === 'day'
      ? say`${told} Raise --max-credits-per-day, or continue tomorrow (UTC) with ${next.again()}.`
      : say`${told} Raise --max-credits-per-month, or continue next month (UTC) with ${next.again()}.`;
  },
  over_balance: overBalance,
  limit_passed: (facts, next) => `${batchSentences.limit_passed(facts)} ${spendShows(next)}`,
  price_unproved: (facts, next) => {
    const told = batchSentences.price_unproved(facts);
    return say`${told} Run ${next.onward()} again when what runs has ended; if nothing runs, say what a record costs: ${priceCommands([facts.kind], next)}.`;
  },
  declined: batchSentences.declined,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? say`${formatNumber(items)} of the identifiers of job ${job} ${agree(items, 'is', 'are')} being looked up in batch ${batch}; it was not sent. Run ${next.again()} again when '${next.command('bulk watch', batch)}' has ended; then ${agree(items, 'its answer costs', 'their answers cost')} nothing more.`
      : say`${formatNumber(items)} of the identifiers of job ${job} may have been paid for in batch ${batch}, whose outcome is unknown; it was not sent. Run ${next.again()} again when '${next.command('bulk resume', batch)}' has settled that, or '${next.command('bulk resolve', batch)}' decided it.`,
} satisfies Partial<CommandSentences>;

function spendShows(next: NextSteps): string {
  return say`'${next.command('spend')}' shows what was charged.`;
}

/** The commands that can send a part of a batch. */
const FITS: ReadonlySet<string> = new Set(['bulk run', 'bulk submit', 'bulk resume']);

/** No day and no month has room for all of it. */
function neverFits(of: 'day' | 'month', told: string, next: NextSteps): string {
  const flag = of === 'day' ? '--max-credits-per-day' : '--max-credits-per-month';
  if (!FITS.has(next.of)) return say`${told} Raise ${flag}.`;
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return say`${told} Raise ${flag}, or add --fit-balance to send what it covers, and the rest later${fit}.`;
}

function overMaxCredits(facts: ErrorFacts['over_max_credits'], next: NextSteps): string {
  if (facts.of === 'lookup')
    return say`This lookup may cost ${plural(facts.cost, 'credit', 'credits')}, and ${plural(facts.left, 'is', 'are')} left of --max-credits ${facts.limit}; it was not sent. Raise --max-credits to send it.`;
  if (facts.of === 'rest') {
    const more = next.onward(undefined, [limitOf(facts.worstCase)]);
    return say`What is left to send may cost ${plural(facts.worstCase, 'credit', 'credits')}, more than the ${formatNumber(facts.maxCredits)} that this run may still spend; it was not sent and cost nothing. ${more} sends it.`;
  }
  const { worstCase, maxCredits, limit } = facts;
  if (limit !== undefined)
    return say`This batch may cost ${plural(worstCase, 'credit', 'credits')}, and ${plural(maxCredits, 'is', 'are')} left of --max-credits ${limit} after the files before; nothing was sent. Raise --max-credits to send it.`;
  // Of several inputs, each may have used up a part of the limit.
  const isWhole = next.inputs === 1;
  const shown = isWhole ? next.shown({ set: [limitOf(worstCase)] }) : '';
  if (!isWhole || maxCredits < 1 || !FITS.has(next.of))
    return say`This batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}; nothing was sent. Raise --max-credits to send it${shown}.`;
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return say`This batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}; nothing was sent. Raise --max-credits to send it all${shown}, or add --fit-balance to send what the limit covers${fit}.`;
}

function overBalance(facts: ErrorFacts['over_balance'], next: NextSteps): string {
  const { worstCase, balance, withoutOverage: plan } = facts;
  if (plan !== undefined) return withoutOverage({ ...facts, plan }, next);
  if (facts.of === 'resubmission')
    return say`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was changed. Run ${next.again()} again when there are credits, or with --allow-overage.`;
  if (facts.of === 'next_job')
    return say`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${formatNumber(worstCase)}; it was not sent and stays pending. Run ${next.onward()} again when there are credits, or with --fit-balance or --allow-overage.`;
  const over = next.shown({ set: [{ flag: '--allow-overage' }] });
  if (balance <= 0)
    return say`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was sent. Run ${next.again()} again when there are credits, or with --allow-overage to accept billing beyond the balance${over}.`;
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return say`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was sent. Add --fit-balance to send what the balance covers${fit}, or --allow-overage to accept billing beyond it${over}.`;
}

/** The same for a plan that has no billing beyond the balance, where --allow-overage cannot help. */
function withoutOverage(
  { of, worstCase, balance, plan }: ErrorFacts['over_balance'] & { readonly plan: string },
  next: NextSteps,
): string {
  if (of === 'resubmission')
    return say`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was changed. Run ${next.again()} again when there are credits: the plan ${plan} has none beyond the balance.`;
  if (of === 'next_job')
    return say`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${formatNumber(worstCase)}; it was not sent and stays pending. Run ${next.onward()} again when there are credits, or with --fit-balance: the plan ${plan} has none beyond the balance.`;
  if (balance <= 0)
    return say`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was sent. Run ${next.again()} again when there are credits: the plan ${plan} has none beyond the balance.`;
  const fit = next.shown({ set: [{ flag: '--fit-balance' }] });
  return say`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${formatNumber(balance)}; nothing was sent. Add --fit-balance to send what the balance covers${fit}: the plan ${plan} has none beyond it.`;
}
