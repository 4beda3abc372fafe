import type { OpenDecision, UnknownPrice } from '../../errors/batch.js';
import { isSentence } from '../words.js';
import type { BatchLeftMessages, CommandMessages, ErrorMessages, NextSteps } from '../reader.js';
import { agree, number, phrases, plural, s } from './phrases.js';

/** Batches, their jobs and what may be spent, for every reader. */
export const batchErrors = {
  batch_forgotten: (_, { next }) =>
    next === undefined
      ? 'Another run has just abandoned or removed this batch. Run it again.'
      : s`Another run has just abandoned or removed this batch. Run ${next.again()} again.`,
  job_id_unreadable: ({ batch, job, path }) =>
    s`Nothing was sent or changed: the file ${path}, with the id of job ${job} of batch ${batch} that the service accepted, cannot be read. Move it to another folder and run this again; the job is then unconfirmed, and can be adopted by its id if that is still legible.`,
  ledger_unwritable: (facts, { next }) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'The record is paid for and saved on this machine, but the database of the ledger cannot be reached. When it is back, the next command here stores the record; then run this again.'
        : 'The record is paid for but could not be stored in the ledger (disk full?). Keep this output: looking it up again is charged again.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`The service accepted job ${job} of batch ${batch} as ${jobId}, but the database of the ledger cannot be reached. The id is saved on this machine; when the database is back, run this again to store it.`;
    const accepted = s`The service accepted job ${job} of batch ${batch} as ${jobId}, but the ledger could not be written. Note that id and free some disk space.`;
    return next === undefined
      ? accepted
      : s`${accepted} Then run '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'The name of the batch is empty. Use its id, or the beginning of it.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`Several batches begin with ${prefix}: ${ids.join(', ')}. Type more of the id.`,
  batch_not_planned: ({ batch, file }, { next }) =>
    next === undefined
      ? s`Batch ${batch} was interrupted while ${file} was read. Run it again with that file.`
      : s`Batch ${batch} was interrupted while ${file} was read. To read it again: '${next.command('bulk run', file)}'.`,
  adopt_known: ({ jobId, owner, batch }) =>
    s`Nothing was changed in batch ${batch}: job ${jobId} already belongs to batch ${owner}.`,
  adopt_not_found: ({ jobId, said }) =>
    said === undefined
      ? s`The service shows no job ${jobId} to this key. Check the id and the key.`
      : s`The service shows no job ${jobId} to this key. It answered: "${said}"${isSentence(said) ? '' : '.'} Check the id and the key.`,
  adopt_too_early: ({ jobId }, { next }) =>
    next === undefined
      ? s`Nothing was changed: job ${jobId} has no results yet, so it cannot be matched. Run this again when it has some.`
      : s`Nothing was changed: job ${jobId} has no results yet, so it cannot be matched. Run ${next.again()} again when it has some.`,
  adopt_nameless: ({ jobId, batch }, { next }) =>
    next === undefined
      ? s`Nothing was changed: job ${jobId} has ended without results, so it can never be matched. Abandon what is missing, or send it again, which pays twice if the service took it the first time.`
      : s`Nothing was changed: job ${jobId} has ended without results, so it can never be matched. '${next.command('bulk resolve', batch, '--abandon')}' abandons what is missing, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends it again, and you pay twice if the service took it the first time.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    s`Nothing was changed: job ${jobId} (${plural(items, 'identifier', 'identifiers')}) does not match any unconfirmed job of batch ${batch}; its size or its identifiers differ.`,
  declined: ({ nothing }) => (nothing === 'changed' ? 'Nothing was changed.' : 'Nothing was sent.'),
  limit_passed: ({ of, spent, limit }, { next }) =>
    ({
      run: s`Nothing more was sent: the price of a record rose, and this run was charged ${plural(spent, 'credit', 'credits')}, more than its limit of ${number(limit)}.`,
      day: s`Nothing more was sent: the price of a record rose, and ${plural(spent, 'credit was', 'credits were')} charged today (UTC), more than the budget of ${number(limit)}.`,
      month: s`Nothing more was sent: the price of a record rose, and ${plural(spent, 'credit was', 'credits were')} charged this month (UTC), more than the budget of ${number(limit)}.`,
    })[of] + (next === undefined ? '' : s` To see what was charged: '${next.command('spend')}'.`),
  price_unproved: ({ kind }, { next }) => {
    const unsent = s`Nothing more was sent: the price of a ${kind.toUpperCase()} is not known yet, and what was sent may cost all that is left.`;
    return next === undefined
      ? unsent
      : s`${unsent} Run ${next.onward()} again when the running jobs have ended; if none is running, set the price: ${phrases.prices([kind], next)}.`;
  },
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandBatchErrors = {
  job_taken: ({ job }, next) =>
    s`Another run has just changed job ${job}. To see it: '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    s`Another run is working on batch ${batch}${phrases.holder(by)}. Wait for it, or see its state: '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix, way }, next) =>
    way === undefined
      ? s`There is no batch ${prefix} here. '${next.command('bulk list')}' shows the batches; the sandbox, each profile and each base URL have their own.`
      : s`There is no batch ${prefix} here. It belongs to another account: ${next.again(way)}.`,
  no_batches: (_, next) =>
    s`There are no batches yet. To start one: '${next.command('bulk run')} <file>'.`,
  batch_not_ended: ({ batch }, next) =>
    s`Batch ${batch} has not ended. Wait for it with '${next.command('bulk watch', batch)}', or add --partial to export what there is.`,
  batch_under_way: ({ batch, state }, next) =>
    state === 'running'
      ? s`Nothing was removed: batch ${batch} is still running, and its results may be paid for. Wait for it with '${next.command('bulk watch', batch)}'; if it never ends, '${next.command('bulk resolve', batch, '--abandon')}' abandons it, and what was charged stays charged.`
      : s`Nothing was removed: batch ${batch} has an unconfirmed job, and its results may be paid for. '${next.command('bulk resolve', batch, '--abandon')}' abandons it first; what was charged stays charged.`,
  nothing_unconfirmed: ({ batch, job }, next) =>
    s`There is nothing to decide: batch ${batch} has no unconfirmed job${job === undefined ? '' : s` with number ${job}`}. To see its state: '${next.command('bulk status', batch)}'.`,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? s`Job ${job} was not sent: ${plural(items, 'identifier', 'identifiers')} of it ${agree(items, 'is', 'are')} being looked up in batch ${batch}. Wait for '${next.command('bulk watch', batch)}', then run ${next.again()} again; ${agree(items, 'its answer then costs', 'their answers then cost')} nothing more.`
      : s`Job ${job} was not sent: ${plural(items, 'identifier', 'identifiers')} of it may have been charged in batch ${batch}, which is unconfirmed. Check with '${next.command('bulk resume', batch)}', or decide with '${next.command('bulk resolve', batch)}'; then run ${next.again()} again.`,
} satisfies Partial<CommandMessages>;

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

/** Single lookups and identifiers, for every reader. */
export const lookupErrors = {
  bad_birth_date: ({ why }) =>
    ({
      form: 'The birth date must look like DD/MM/YYYY or DDMMYYYY.',
      no_day: 'The birth date is not a valid date since 1900. The order is day, month, year.',
      future: 'The birth date is in the future.',
    })[why],
  lookup_under_way: () =>
    'Nothing was sent: another process is looking up this identifier. Try again; its answer is reused.',
  job_under_lookup: ({ job, items }) =>
    s`Job ${job} was not sent: the deadline passed while single lookups had ${plural(items, 'identifier', 'identifiers')} of it. Run it again.`,
  not_asked: ({ because }, { sentence }) =>
    s`Not sent, because an earlier lookup failed: ${sentence(because)}`,
  empty: ({ kind }) => s`This is not a ${kind.toUpperCase()}: it is empty.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'This is not a CPF: it does not have 11 digits.'
      : 'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.',
  check_digit: ({ kind }) => s`This is not a ${kind.toUpperCase()}: its check digits do not match.`,
  repeated: ({ kind }) =>
    s`This is not a ${kind.toUpperCase()}: all its characters are the same, and such a number is never issued.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandLookupErrors = {
  lookup_in_doubt: (facts, next) => {
    const what = (): string => {
      if (facts.why === 'too_soon')
        return s`Run the same command again in ${plural(Math.ceil(facts.ms / 1000), 'second', 'seconds')}: the balance may then show that it was free.`;
      if (facts.why === 'others_running')
        return s`The balance can show that only when no job is running (${next.watching(facts.liveBatches)}). Then run the same command again.`;
      if (facts.why !== 'undecidable')
        return {
          unreadable:
            'The balance, which may show that it was free, could not be read. Run the same command again.',
          other_account:
            'It was made with a key of another account, and only the balance there can show that. Use that key.',
          not_settled: 'Run the same command again to check the balance for a charge.',
        }[facts.why];
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : s`The balance cannot show whether it was charged, because the price of a record is not known yet. If you know it, set it (${phrases.prices(facts.prices, next)}) and run the same command again.`;
    };
    return s`Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ${what()} --fresh looks it up now, which may cost ${plural(facts.price, 'credit', 'credits')} more.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Nothing was sent: batch ${batch} is looking up this identifier. Wait for it with '${next.command('bulk watch', batch)}'; what it finds is then free.`
      : s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Decide with '${next.command('bulk resolve', batch)}'; --fresh looks it up now, which may cost ${plural(price, 'credit', 'credits')} more.`,
  needs_realtime: () => '--birth-date needs --realtime.',
  needs_birth_date: () => 'A real-time lookup needs --birth-date DD/MM/YYYY.',
  one_cpf: () => 'A real-time lookup takes one CPF.',
} satisfies Partial<CommandMessages>;
