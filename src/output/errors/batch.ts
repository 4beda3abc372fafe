import type { WhyUndecided } from '../../errors/batch.js';
import { undecidedReason } from '../../sentences/undecided.js';
import { periodSentence } from '../../sentences/budget.js';
import type { ErrorFacts, Sentences } from '../../errors.js';
import { batchSentences } from '../../sentences/batch.js';
import { agree, formatNumber, plural, say } from '../../text/index.js';

export const batchErrors = {
  ...batchSentences,
  job_taken: ({ job, to }) =>
    say`Job ${job} could not become ${to}: another run has moved it on. See 'confere bulk status'.`,
  batch_held: ({ batch }) =>
    say`Another run holds batch ${batch}; wait for it, or look with 'confere bulk status ${batch}'.`,
  no_such_batch: ({ prefix, way }) => {
    const advice =
      way === undefined
        ? say`'confere bulk list' shows what there is (the sandbox, each profile and each base URL have their own).`
        : say`it belongs to another account: ${way}.`;
    return say`There is no batch ${prefix} here; ${advice}`;
  },
  no_batches: () => say`There are no batches yet; 'confere bulk run <file>' makes one.`,
  batch_left: batchLeft,
  batch_not_ended: ({ batch }) =>
    say`Batch ${batch} has not ended; 'confere bulk watch ${batch}' waits for it, --partial exports what there is.`,
  batch_under_way: underWay,
  other_key: otherKey,
  nothing_unconfirmed: ({ batch, job }) => {
    const which = job === undefined ? '' : say` with number ${job}`;
    return say`Batch ${batch} has no unconfirmed job${which}; there is nothing to decide.`;
  },
  rejects_is_input: () => say`--rejects would replace the input; name another file.`,
} satisfies Partial<Sentences>;

export const spendingErrors = {
  over_max_credits: (facts) =>
    facts.of === 'batch'
      ? say`This batch may cost ${plural(facts.worstCase, 'credit', 'credits')}, more than --max-credits ${facts.maxCredits}; nothing was sent. Raise --max-credits to send it.`
      : say`This lookup may cost ${plural(facts.cost, 'credit', 'credits')}, and ${formatNumber(facts.left)} of the ${formatNumber(facts.limit)} that this session may spend ${agree(facts.left, 'is', 'are')} left; nothing was asked.`,
  over_period_budget: (facts) => {
    const told = periodSentence(facts);
    return facts.of === 'day'
      ? say`${told} Raise --max-credits-per-day, or go on tomorrow (UTC).`
      : say`${told} Raise --max-credits-per-month, or go on next month (UTC).`;
  },
  over_balance: (facts) =>
    facts.of === 'batch'
      ? say`This batch may cost ${plural(facts.worstCase, 'credit', 'credits')} and the balance covers ${facts.balance}; nothing was sent. Add --fit-balance to send what the balance covers, or --allow-overage to accept billing beyond it.`
      : facts.of === 'resubmission'
        ? say`To send that again may cost ${plural(facts.worstCase, 'credit', 'credits')} and the balance covers ${facts.balance}; nothing was changed. Run the same command again when there are credits, or with --allow-overage.`
        : say`The balance covers ${plural(facts.balance, 'credit', 'credits')} now, and the next job may cost ${facts.worstCase}; it was not sent and stays pending. Run the same command again when there are credits, or with --fit-balance or --allow-overage.`,
  looked_up_elsewhere: ({ items, job, batch, state }) =>
    state === 'running'
      ? say`${formatNumber(items)} of the identifiers of job ${job} ${agree(items, 'is', 'are')} being looked up in batch ${batch}; it was not sent. Run this again when 'confere bulk watch ${batch}' has ended; then ${agree(items, 'its answer costs', 'their answers cost')} nothing more.`
      : say`${formatNumber(items)} of the identifiers of job ${job} may have been paid for in batch ${batch}, whose outcome is unknown; it was not sent. Run this again when 'confere bulk resume ${batch}' has settled that, or 'confere bulk resolve ${batch}' decided it.`,
  submission_unconfirmed: unconfirmed,
} satisfies Partial<Sentences>;

function underWay({ batch, state }: ErrorFacts['batch_under_way']): string {
  return state === 'running'
    ? say`Batch ${batch} is still being processed, and its results may be paid for; 'confere bulk watch ${batch}' comes first, or 'confere bulk resolve ${batch} --abandon' if it never ends. Nothing was removed.`
    : say`Batch ${batch} has a job whose outcome is unknown, and its results may be paid for; 'confere bulk resolve ${batch} --abandon' comes first. Nothing was removed.`;
}

function otherKey({ batch, madeWith, inUse, found }: ErrorFacts['other_key']): string {
  const advice =
    found === undefined
      ? say`use that key; if it is gone for good, 'confere bulk resolve ${batch} --abandon' gives up what is under way, and then --again with the file makes a new batch.`
      : keyAdvice(found);
  return say`Batch ${batch} was made with another API key (fingerprint ${madeWith}, the one in use is ${inUse}), and the service shows its jobs to no other; ${advice}`;
}

/** The key that a flag or the environment hides may be the one that made the batch. */
function keyAdvice({ profile, hiddenBy }: NonNullable<ErrorFacts['other_key']['found']>): string {
  const way = hiddenBy === 'option' ? say`leave out --api-key-file` : say`unset ${hiddenBy}`;
  return say`profile ${profile} has that key: ${way}.`;
}

function unconfirmed(facts: ErrorFacts['submission_unconfirmed']): string {
  const { batch, job, items } = facts;
  switch (facts.why) {
    case 'no_answer':
      return say`Nobody can say yet whether the service took job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch}; it is not sent again until the balance proves that nothing was charged. Run the same command again: it waits until that is settled.`;
    case 'others_running': {
      const ways = facts.liveBatches.map((id) => `'confere bulk watch ${id}'`).join(', ');
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged; that can be settled once no other job is running (${ways}). Nothing is sent again. Run the same command again then.`;
    }
    case 'deadline':
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run the same command again, with a longer --deadline.`;
    case 'undecided': {
      const because = undecidedReason(facts.because);
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged: ${because}. Nothing is sent again by itself. 'confere bulk status ${batch}' shows the evidence, 'confere bulk resolve ${batch}' decides.${priceAdvice(facts.because)}`;
    }
  }
}

/** The user may know what the history does not show. */
function priceAdvice(because: WhyUndecided): string {
  if (because !== 'price_unknown') return '';
  return say` If a record costs 1 credit on your plan, 'confere config set cost-cpf 1' (cost-cnpj) and the same command again settle it.`;
}

/** What a batch command left, and the command that goes on. */
function batchLeft({ batch, why, count }: ErrorFacts['batch_left']): string {
  switch (why) {
    case 'unconfirmed':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and asking again brought no answer. 'confere bulk resolve ${batch} --abandon' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; 'confere bulk resolve ${batch} --resubmit' sends ${agree(count, 'it', 'them')} again, for up to ${plural(count, 'credit', 'credits')} more; 'confere bulk resume ${batch}' asks once more.`;
    case 'credits':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up for want of credits, and cost nothing; 'confere bulk resume ${batch}' sends ${agree(count, 'it', 'them')} when there are credits.`;
    case 'running':
      return say`Batch ${batch} is still being processed at the service; 'confere bulk watch ${batch}' goes on waiting.`;
    case 'failed':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} failed and ${agree(count, 'was', 'were')} not charged; 'confere bulk resume ${batch}' sends ${agree(count, 'it', 'them')} again.`;
    case 'given_up':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} given up and ${agree(count, 'stays', 'stay')} without an answer; 'confere bulk export ${batch}' writes the others.`;
    case 'invalid':
      return say`${plural(count, 'row', 'rows')} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept; 'confere bulk export ${batch}' writes all of them with the reason.`;
  }
}
