import type { OpenDecision, UnknownPrice } from '../../../errors/batch.js';
import type { BatchLeftMessages, CommandMessages, NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, number, plural, s } from '../words.js';

/** What a batch command left when it ended, and the command that goes on. */
export const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and no answer has come. Check again: '${next.command('bulk resume', batch)}'. If that does not help, '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(count, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and checking again brought no answer. Choose: '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(count, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more; '${next.command('bulk resume', batch)}' checks once more.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: the balance or a limit does not cover ${agree(count, 'it', 'them')}. When there are credits, '${next.command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')} for up to ${plural(worstCase, 'credit', 'credits')}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and ${number(creditsLeft)} of --max-credits ${agree(creditsLeft, 'is', 'are')} left. To send ${agree(count, 'it', 'them')}: '${next.within(worstCase).command('bulk resume', batch)}'.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and ${number(creditsLeft)} of --max-credits ${agree(creditsLeft, 'is', 'are')} left. To send what that covers: '${next.command('bulk resume', batch, '--fit-balance')}'; to send all, use --max-credits ${worstCase}.`,
  running: ({ batch }, next) =>
    s`Batch ${batch} is still running at the service. To keep waiting, run ${next.waiting(batch)}. If it never ends, '${next.command('bulk resolve', batch, '--abandon')}' abandons it; what was charged stays charged.`,
  failed: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} failed and ${agree(count, 'was', 'were')} not charged. To send ${agree(count, 'it', 'them')} again: '${next.command('bulk resume', batch)}'.`,
  unanswered: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'has', 'have')} no answer. To send what was not abandoned: '${next.command('bulk resume', batch)}'.`,
  unsent: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} never sent and cost nothing. To send ${agree(count, 'it', 'them')}: '${next.command('bulk resume', batch)}'.`,
  given_up: ({ batch, count }, next) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} abandoned without an answer. To write the others: '${next.command('bulk export', batch)}'.`,
  invalid: ({ batch, count }, next) =>
    s`${plural(count, 'row', 'rows')} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept. To write all rows with their reasons: '${next.command('bulk export', batch)}'.`,
};

/** What only the user can decide. */
export const decisionErrors = {
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Choose one: --adopt <jobId> (it is this job), --resubmit (send again; may pay twice)${one('--resubmit')} or --abandon (stop waiting; what was charged stays charged)${one('--abandon')}.`;
  },
  submission_unconfirmed: (facts, next) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`Job ${job} of batch ${batch} (${plural(items, 'identifier', 'identifiers')}) may have been charged. Run ${next.onward(batch)} again: it waits, and sends the job again only if the balance shows no charge.`;
      case 'deadline':
        return s`Job ${job} of batch ${batch} (${plural(items, 'identifier', 'identifiers')}) may have been charged, and the deadline leaves no time to check. Nothing is sent again. To wait longer, run ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}.`;
      case 'others_running':
        return s`Job ${job} of batch ${batch} (${plural(items, 'identifier', 'identifiers')}) may have been charged, which shows only when no other job is running (${next.watching(facts.liveBatches)}). Nothing is sent again. Then run ${next.onward(batch)} again.`;
      case 'undecided':
        return s`Job ${job} of batch ${batch} (${plural(items, 'identifier', 'identifiers')}) may have been charged: ${phrases.undecided[facts.because]}. Nothing is sent again automatically; '${next.command('bulk status', batch)}' shows the evidence. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'The balance cannot show whether it was charged.'
          : s`Run ${next.onward(batch)} again to check the balance for a charge.`;
        return s`${plural(items, 'identifier', 'identifiers')} of batch ${batch} ${agree(items, 'was', 'were')} not sent: a single lookup of ${agree(items, 'it', 'them')} got no answer and may have been charged. ${settled} To send ${agree(items, 'it', 'them')} anyway, possibly paying twice: '${next.command('bulk resolve', batch, '--resubmit')}'.${sayPrice(facts, next)}`;
      }
    }
  },
} satisfies Partial<CommandMessages>;

/** Each choice as a whole command, and what it may cost. */
function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`Choose: '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(items, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch)} --adopt <jobId>' takes the results of that job at the service for nothing more (its support or a proxy log may know the id); '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(items, 'it', 'them')} again for up to ${plural(cost, 'credit', 'credits')}, paying twice if the service took ${agree(items, 'it', 'them')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return s` If you know the price of a record, set it (${phrases.prices(prices, next)}) and run ${next.onward(batch)} again.`;
}
