import type { OpenDecision, UnknownPrice } from '../../../errors/batch.js';
import type { BatchLeftMessages, CommandMessages, NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, plural, s } from '../words.js';

/** What a batch command left when it ended, and the command that goes on. */
export const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and no answer has come. '${next.command('bulk resume', batch)}' asks once more. If that does not help, '${next.command('bulk resolve', batch, '--abandon')}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and asking again brought no answer. '${next.command('bulk resolve', batch, '--abandon')}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more; '${next.command('bulk resume', batch)}' asks once more.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing, because the balance or a limit does not cover ${agree(count, 'it', 'them')}. When there are credits, '${next.command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')}, for up to ${plural(worstCase, 'credit', 'credits')}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and of --max-credits ${plural(creditsLeft, 'is', 'are')} left. '${next.within(worstCase).command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')}.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and of --max-credits ${plural(creditsLeft, 'is', 'are')} left. '${next.command('bulk resume', batch, '--fit-balance')}' sends what that covers; --max-credits ${worstCase} sends all.`,
  running: ({ batch }, next) =>
    s`Batch ${batch} is still being processed at the service; ${next.waiting(batch)} keeps waiting. If it never ends, '${next.command('bulk resolve', batch, '--abandon')}' gives it up, and what was charged stays charged.`,
  failed: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} failed and ${agree(count, 'was', 'were')} not charged; '${next.command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')} again.`,
  unanswered: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'has', 'have')} no answer; '${next.command('bulk resume', batch)}' sends what was not given up.`,
  unsent: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} never sent, and cost nothing; '${next.command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')}.`,
  given_up: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} given up and ${agree(count, 'stays', 'stay')} without an answer; '${next.command('bulk export', batch)}' writes the others.`,
  invalid: ({ batch, count }, next) =>
    s`${plural(count, 'row', 'rows')} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept; '${next.command('bulk export', batch)}' writes all of them with the reason.`,
};

/** What only the user can decide. */
export const decisionErrors = {
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Choose one: --adopt <jobId> (this is the job), --resubmit (send again; may pay twice)${one('--resubmit')} or --abandon (give it up; what was charged stays charged)${one('--abandon')}.`;
  },
  submission_unconfirmed: (facts, next) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`It is not yet known whether the service accepted job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch}. It will be resent only once the balance shows that nothing was charged. Run ${next.onward(batch)} again: it waits until that is settled.`;
      case 'deadline':
        return s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}: it waits longer.`;
      case 'others_running':
        return s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged; that can be settled once no other job is running (${next.watching(facts.liveBatches)}). Nothing is sent again. Run ${next.onward(batch)} again then.`;
      case 'undecided':
        return s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged: ${phrases.undecided[facts.because]}. Nothing is resent automatically. '${next.command('bulk status', batch)}' shows the evidence. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'The balance cannot show whether it was charged.'
          : s`Run ${next.onward(batch)} again: the balance may show then that it was free.`;
        return s`${plural(items, 'identifier', 'identifiers')} of batch ${batch} ${agree(items, 'was', 'were')} not sent, because a single lookup of ${agree(items, 'it', 'them')} got no answer and may have been charged. ${settled} '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(items, 'it', 'them')}; what was charged before is then paid for twice.${sayPrice(facts, next)}`;
      }
    }
  },
} satisfies Partial<CommandMessages>;

/** Each choice as a whole command, and what it may cost. */
function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`'${next.command('bulk resolve', batch, '--abandon')}' gives ${agree(items, 'it', 'them')} up, and what was charged stays charged. '${next.command('bulk resolve', batch)} --adopt <jobId>' takes the results of the job that the service has, and costs nothing more; the service lists no jobs, but its support or the log of a proxy may know the id. '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(items, 'it', 'them')} again for up to ${plural(cost, 'credit', 'credits')}, and pays twice if the service took ${agree(items, 'it', 'them')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return s` If you know what a found record costs on this account, say so (${phrases.prices(prices, next)}); then ${next.onward(batch)} judges the balance again.`;
}
