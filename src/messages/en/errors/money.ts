import type { ErrorFacts, MoneyErrors } from '../../../base/error-facts.js';
import { couldSendPart, repeatWith, repeatWithLimit } from '../../next-steps.js';
import { buildLimitOption, type NextSteps, type Reader, type Sentences } from '../../reader.js';
import {
  agree,
  credits,
  number,
  phrases,
  plural,
  s,
  formatSecond,
  unexpectedCharges,
} from '../phrases.js';

export type OverMaxCredits = ErrorFacts['over_max_credits'];
export type OverBalance = ErrorFacts['over_balance'];

/** The sentences of errors about limits, the balance and prices. */
export const moneyErrors: Sentences<MoneyErrors> = {
  others_settling: ({ batch, by }, to) =>
    s`Nothing more was sent: ${by.host} has been checking an unconfirmed charge since ${formatSecond(by.since)}, ` +
    s`and batch ${batch} waits for it. Run ${to.sameCommand} again later.`,
  limit_passed({ of, spent, limit }, to) {
    const when = { run: 'during this run', day: 'today (UTC)', month: 'this month (UTC)' }[of];
    return (
      s`Nothing more was sent: ${plural(spent, 'credit was', 'credits were')} charged ${when}, more than the limit of ${number(limit)}. ` +
      s`To see what was charged: '${to.command('spend')}'.`
    );
  },
  unexpected_charges: unexpectedCharges,
  balance_unreadable({ only, why }, to) {
    const unread = s`Nothing was sent: the balance could not be read${why ? s` (${why})` : ''}`;
    const isConnection = why !== undefined && !why.startsWith('HTTP');
    const again = isConnection
      ? s`Check the base URL and the network, then run ${to.repeat()} again`
      : s`Run ${to.repeat()} again later`;
    return only
      ? s`${unread}. ${again}, or add ${to.option('--allow-overage')} to send without knowing the balance.`
      : s`${unread}, and the limit cannot be kept without it. ${again}.`;
  },
  balance_awaited({ batches: [batch] }, to) {
    if (batch === undefined)
      return s`Nothing was sent: the balance does not show yet what earlier requests cost. Run ${to.repeat()} again in two minutes.`;
    return (
      s`Nothing was sent: batch ${batch} is still running, and until the balance has shown what a record costs, requests are sent one at a time. ` +
      s`Wait for it with '${to.command('bulk watch', batch)}', or give it up with '${to.command('bulk resolve', batch, '--abandon')}'; ` +
      s`then run ${to.repeat()} again.`
    );
  },
  shared_needs_prices: ({ kinds }, to) =>
    s`Nothing was sent: other programs use this account ('shared'), so a limit needs the price of a record. Set it: ${phrases.priceCommands(kinds, to)}.`,
  over_max_credits: (facts, to) => describeLimitRefusal(facts, to) + adviseOnLimit(facts, to),
  over_period_budget(facts, to) {
    const { of, cost, left, limit, fits } = facts;
    const [whose, next] = of === 'day' ? ["today's", 'tomorrow'] : ["this month's", 'next month'];
    const isCoveredLater = cost <= limit || fits === true;
    let alternative = '';
    if (isCoveredLater) alternative = s`, or continue ${next} (UTC) with ${to.repeat()}`;
    else if (couldSendPart(facts, to))
      alternative = s`, or add ${to.option('--fit-balance')} to send what it covers now${repeatWith(to, '--fit-balance')}`;
    return (
      s`Nothing was sent: this may cost ${credits(cost)}, and ${number(left)} of ${whose} ${number(limit)} ${agree(left, 'is', 'are')} left (UTC). ` +
      s`Raise ${to.option(`--max-credits-per-${of}`)}${adviseAgainstFresh(to)}${alternative}.`
    );
  },
  over_balance(facts, to) {
    const { of, worstCase, balance, withoutOverage } = facts;
    const what = {
      batch: 'Nothing was sent: this batch',
      files: 'Nothing was sent: these files together',
      lookup: 'Nothing was sent: this',
      resubmission: 'Nothing was changed: sending that again',
      next_job: 'The next job was not sent: it',
    }[of];
    const plan = withoutOverage ? s` (plan ${withoutOverage} has no overage)` : '';
    return (
      s`${what} may cost ${credits(worstCase)}, and the balance is ${number(balance)}${plan}.` +
      s`${adviseOnBalance(facts, to)}${adviseOnOverage(facts, to)}.`
    );
  },
};

/** Says which limit of credits refuses a request; `adviseOnLimit` says how to raise it. */
function describeLimitRefusal(facts: OverMaxCredits, to: Reader): string {
  const { of, worstCase, maxCredits, limit } = facts;
  const option = to.option('--max-credits');
  if (of === 'rest')
    return (
      s`The rest was not sent and cost nothing: it may cost ${credits(worstCase)}, and this run may still spend ${number(maxCredits)}. ` +
      s`To send it, run ${to.continueRun(undefined, [buildLimitOption(worstCase)])}.`
    );
  if (of === 'files')
    return s`Nothing was sent: these files may cost ${credits(worstCase)} together, more than ${option} ${maxCredits}.`;
  if (limit === undefined)
    return s`Nothing was sent: this batch may cost ${credits(worstCase)}, more than ${option} ${maxCredits}.`;
  return (
    s`Nothing was sent: this may cost ${credits(worstCase)}, and ${number(maxCredits)} of ${option} ${limit} ${agree(maxCredits, 'is', 'are')} left. ` +
    s`To send it, give it a limit of its own${repeatWithLimit(to, worstCase)}${adviseAgainstFresh(to)}.`
  );
}

function adviseOnLimit(facts: OverMaxCredits, to: Reader): string {
  const { of, worstCase, limit } = facts;
  if (of === 'rest' || (of !== 'files' && limit !== undefined)) return '';
  const [them, repeated] =
    of === 'files'
      ? ['them', to.repeatInBrackets({ set: [buildLimitOption(worstCase)] })]
      : ['it', repeatWithLimit(to, worstCase)];
  const part = couldSendPart(facts, to)
    ? s`, or add ${to.option('--fit-balance')} to send what the limit covers${repeatWith(to, '--fit-balance')}`
    : '';
  return s` Raise ${to.option('--max-credits')} to send ${them}${repeated}${part}.`;
}

/** Advises against `--fresh`, with which a list of lookups pays again for what was answered; otherwise empty. */
function adviseAgainstFresh(to: NextSteps): string {
  return to.isFresh ? ' (without --fresh, so that what was answered is not charged again)' : '';
}

function adviseOnBalance(facts: OverBalance, to: Reader): string {
  const { of } = facts;
  const isDivisible = couldSendPart(facts, to);
  if (of === 'resubmission') return s` Run ${to.repeat()} again when there are credits`;
  if (of === 'next_job') {
    const part = isDivisible
      ? s`, or with ${to.option('--fit-balance')} to send what it covers`
      : '';
    return s` Run ${to.continueRun()} again when there are credits${part}`;
  }
  return isDivisible
    ? s` Add ${to.option('--fit-balance')} to send what it covers${repeatWith(to, '--fit-balance')}`
    : s` Run ${to.repeat()} again when there are credits`;
}

function adviseOnOverage({ of, withoutOverage }: OverBalance, to: Reader): string {
  if (withoutOverage) return '';
  const repeated = of === 'batch' || of === 'files' ? repeatWith(to, '--allow-overage') : '';
  return s`, or add ${to.option('--allow-overage')} to accept billing beyond it${repeated}`;
}
