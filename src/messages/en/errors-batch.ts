import { FIT, maxCredits as creditsOption, newBatch, OVERAGE } from '../steps.js';
import type { NextSteps, Reader } from '../reader.js';
import type {
  Holder,
  NoFacts,
  Of,
  OpenDecision,
  OtherKey,
  UnknownPrice,
  WhyUnconfirmed,
} from '../../errors/facts.js';
import { isSentence } from '../words.js';
import { agree, n, number, phrases, plural, s } from './phrases.js';

/** Each choice as a whole command, and what it may cost. */
export function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`Choose: '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(items, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch, '--adopt', '<jobId>')}' takes the results of that job at the service for nothing more (its support or a proxy log may know the id); '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(items, 'it', 'them')} again for up to ${n.credits(cost)}, paying twice if the service took ${agree(items, 'it', 'them')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: Reader,
): string {
  if (prices.length === 0) return '';
  return s` If you know the price of a record, set it (${phrases.prices(prices, next)}) and run ${next.onward(batch)} again.`;
}

export const batchErrors = {
  batch_forgotten: (_: NoFacts, next: Reader) =>
    s`Another run has just abandoned or removed this batch. Run ${next.again()} again.`,
  job_id_unreadable: ({ batch, job, path }: Of<'batch' | 'job' | 'path'>) =>
    s`Nothing was sent or changed: the file ${path}, with the id of job ${job} of batch ${batch} that the service accepted, cannot be read. Move it to another folder and run this again; the job is then unconfirmed, and can be adopted by its id if that is still legible.`,
  ledger_unwritable: (
    facts:
      | (Of<'batch' | 'job' | 'jobId'> & { of: 'job_id'; waits?: boolean })
      | { of: 'record'; waits?: boolean },
    next: Reader,
  ) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'The record is paid for and saved on this machine, but the database of the ledger cannot be reached. When it is back, the next command here stores the record; then run this again.'
        : 'The record is paid for but could not be stored in the ledger (disk full?). Keep this output: looking it up again is charged again.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`The service accepted job ${job} of batch ${batch} as ${jobId}, but the database of the ledger cannot be reached. The id is saved on this machine; when the database is back, run this again to store it.`;
    const accepted = s`The service accepted job ${job} of batch ${batch} as ${jobId}, but the ledger could not be written. Note that id and free some disk space.`;
    return s`${accepted} Then run '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'The name of the batch is empty. Use its id, or the beginning of it.',
  ambiguous_batch: ({ prefix, ids }: Of<'prefix' | 'ids'>) =>
    s`Several batches begin with ${prefix}: ${ids.join(', ')}. Type more of the id.`,
  batch_not_planned: ({ batch, file }: Of<'batch' | 'file'>, next: Reader) =>
    s`Batch ${batch} was interrupted while ${file} was read. To read it again: '${next.command('bulk run', file)}'.`,
  adopt_known: ({ jobId, owner, batch }: Of<'jobId' | 'owner' | 'batch'>) =>
    s`Nothing was changed in batch ${batch}: job ${jobId} already belongs to batch ${owner}.`,
  adopt_not_found: ({ jobId, said = '' }: Of<'jobId'> & { said: string | undefined }) =>
    s`The service shows no job ${jobId} to this key${said === '' ? '' : s` and answered: "${said}"`}${isSentence(said) ? '' : '.'} Check the id and the key.`,
  adopt_too_early: ({ jobId }: Of<'jobId'>, next: Reader) =>
    s`Nothing was changed: job ${jobId} has no results yet, so it cannot be matched. Run ${next.again()} again when it has some.`,
  adopt_nameless: ({ jobId, batch }: Of<'jobId' | 'batch'>, next: Reader) =>
    s`Nothing was changed: job ${jobId} has ended without results, so it can never be matched. '${next.command('bulk resolve', batch, '--abandon')}' abandons what is missing, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends it again, and you pay twice if the service took it the first time.`,
  adopt_misfit: ({ jobId, items, batch }: Of<'jobId' | 'items' | 'batch'>) =>
    s`Nothing was changed: job ${jobId} (${n.identifiers(items)}) does not match any unconfirmed job of batch ${batch}; its size or its identifiers differ.`,
  declined: ({ nothing }: { nothing: 'changed' | 'sent'; terminated?: true }): string =>
    nothing === 'changed' ? 'Nothing was changed.' : 'Nothing was sent.',
  limit_passed: (facts: Of<'spent' | 'limit'> & { of: 'run' | 'day' | 'month' }, next: Reader) => {
    const when = { run: 'in this run', day: 'today (UTC)', month: 'this month (UTC)' }[facts.of];
    return s`Nothing more was sent: the price of a record rose, and ${plural(facts.spent, 'credit was', 'credits were')} charged ${when}, more than the limit of ${number(facts.limit)}. To see what was charged: '${next.command('spend')}'.`;
  },
  price_unproved: ({ kind }: { kind: UnknownPrice }, next: Reader) => {
    const unsent = s`Nothing more was sent: the price of a ${kind.toUpperCase()} is not known yet, and what was sent may cost all that is left.`;
    return s`${unsent} Run ${next.onward()} again when the running jobs have ended; if none is running, set the price: ${phrases.prices([kind], next)}.`;
  },
  job_taken: ({ job }: Of<'job' | 'to'>, next: Reader) =>
    s`Another run has just changed job ${job}. To see it: '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }: Of<'batch'> & { by?: Holder | null }, next: Reader) =>
    s`Another run is working on batch ${batch}${phrases.holder(by)}. Wait for it, or see its state: '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix }: Of<'prefix'>, next: Reader) =>
    s`There is no batch ${prefix} here. '${next.command('bulk list')}' shows the batches; the sandbox, each profile and each base URL have their own.`,
  no_batches: (_: NoFacts, next: Reader) =>
    s`There are no batches yet. To start one: '${next.command('bulk run', '<file>')}'.`,
  batch_not_ended: ({ batch }: Of<'batch'>, next: Reader) =>
    s`Batch ${batch} has not ended. Wait for it with '${next.command('bulk watch', batch)}', or add --partial to export what there is.`,
  batch_under_way: ({ batch, state }: Of<'batch' | 'state'>, next: Reader) =>
    s`Nothing was removed: batch ${batch} is still running or unconfirmed, and its results may be paid for. ${state === 'running' ? s`Wait for it with '${next.command('bulk watch', batch)}', or abandon` : 'Abandon'} it first with '${next.command('bulk resolve', batch, '--abandon')}'; what was charged stays charged.`,
  nothing_unconfirmed: ({ batch, job }: Of<'batch'> & { job?: number }, next: Reader) =>
    s`There is nothing to decide: batch ${batch} has no unconfirmed job${job === undefined ? '' : s` with number ${job}`}. To see its state: '${next.command('bulk status', batch)}'.`,
  looked_up_elsewhere: (facts: Of<'items' | 'job' | 'batch' | 'state'>, next: Reader) =>
    facts.state === 'running'
      ? s`Job ${facts.job} was not sent: ${n.identifiers(facts.items)} of it ${agree(facts.items, 'is', 'are')} being looked up in batch ${facts.batch}. Wait for '${next.command('bulk watch', facts.batch)}', then run ${next.again()} again; ${agree(facts.items, 'its answer then costs', 'their answers then cost')} nothing more.`
      : s`Job ${facts.job} was not sent: ${n.identifiers(facts.items)} of it may have been charged in batch ${facts.batch}, which is unconfirmed. Check with '${next.command('bulk resume', facts.batch)}', or decide with '${next.command('bulk resolve', facts.batch)}'; then run ${next.again()} again.`,
  submission_unconfirmed: (facts: Of<'batch' | 'job' | 'items'> & WhyUnconfirmed, next: Reader) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`Job ${job} of batch ${batch} (${n.identifiers(items)}) may have been charged. Run ${next.onward(batch)} again: it waits, and sends the job again only if the balance shows no charge.`;
      case 'deadline':
        return s`Job ${job} of batch ${batch} (${n.identifiers(items)}) may have been charged, and the deadline leaves no time to check. Nothing is sent again. To wait longer, run ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}.`;
      case 'others_running':
        return s`Job ${job} of batch ${batch} (${n.identifiers(items)}) may have been charged, which shows only when no other job is running (${phrases.watching(facts.liveBatches, next)}). Nothing is sent again. Then run ${next.onward(batch)} again.`;
      case 'undecided':
        return s`Job ${job} of batch ${batch} (${n.identifiers(items)}) may have been charged: ${phrases.undecided[facts.because]}. Nothing is sent again automatically; '${next.command('bulk status', batch)}' shows the evidence. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'The balance cannot show whether it was charged.'
          : s`Run ${next.onward(batch)} again to check the balance for a charge.`;
        return s`${n.identifiers(items)} of batch ${batch} ${agree(items, 'was', 'were')} not sent: a single lookup of ${agree(items, 'it', 'them')} got no answer and may have been charged. ${settled} To send ${agree(items, 'it', 'them')} anyway, possibly paying twice: '${next.command('bulk resolve', batch, '--resubmit')}'.${sayPrice(facts, next)}`;
      }
    }
  },
  /** `limit`: the user's own, of which the rest is left; without it that is all. `rest`: what a run has not sent yet. `isPartSent`: with --fit-balance, which was not given. */
  over_max_credits: (
    facts: Of<'worstCase' | 'maxCredits'> & {
      of: 'batch' | 'rest' | 'lookup';
      limit?: number;
      isPartSent?: boolean;
    },
    next: Reader,
  ) => {
    const { of, worstCase, maxCredits, limit, isPartSent = false } = facts;
    const raised = { set: [creditsOption(worstCase)] };
    if (of === 'rest')
      return s`The rest was not sent and cost nothing: it may cost ${n.credits(worstCase)}, and this run may still spend ${number(maxCredits)}. To send it, run ${next.onward(undefined, raised.set)}.`;
    if (limit !== undefined)
      return s`Nothing was sent: this may cost ${n.credits(worstCase)}, and ${number(maxCredits)} of --max-credits ${limit} ${agree(maxCredits, 'is', 'are')} left. Raise --max-credits to send it.`;
    const told = s`Nothing was sent: this batch may cost ${n.credits(worstCase)}, more than --max-credits ${maxCredits}. Raise --max-credits to send it`;
    return next.fits && next.inputs === 1 && isPartSent
      ? s`${told} all${next.shown(raised)}, or add --fit-balance to send what the limit covers${next.shown(FIT)}.`
      : s`${told}${next.inputs === 1 ? next.shown(raised) : ''}.`;
  },
  over_period_budget: (
    facts: Of<'cost' | 'left' | 'limit'> & {
      of: 'day' | 'month';
      fits?: boolean;
      isPartSent?: boolean;
    },
    next: Reader,
  ) => {
    const [period, later] =
      facts.of === 'day' ? ["today's", 'tomorrow'] : ["this month's", 'next month'];
    const told = s`Nothing was sent: this may cost ${n.credits(facts.cost)}, and ${number(facts.left)} of ${period} ${number(facts.limit)} ${agree(facts.left, 'is', 'are')} left (UTC). Raise --max-credits-per-${facts.of}`;
    if (facts.cost <= facts.limit || facts.fits === true)
      return s`${told}, or continue ${later} (UTC) with ${next.again()}.`;
    return next.fits && facts.isPartSent === true
      ? s`${told}, or add --fit-balance to send what it covers now${next.shown(FIT)}.`
      : `${told}.`;
  },
  /** `withoutOverage`: the plan, where it has no billing beyond the balance. */
  over_balance: (
    facts: Of<'worstCase' | 'balance'> & {
      of: 'batch' | 'next_job' | 'resubmission';
      withoutOverage?: string;
      isPartSent?: boolean;
    },
    next: Reader,
  ) => {
    const { of, worstCase, balance, withoutOverage: plan, isPartSent = false } = facts;
    const what = {
      batch: 'Nothing was sent: this batch',
      resubmission: 'Nothing was changed: sending that again',
      next_job: 'The next job was not sent: it',
    }[of];
    const none = plan === undefined ? '' : s` (plan ${plan} has no overage)`;
    const told = s`${what} may cost ${n.credits(worstCase)}, and the balance is ${number(balance)}${none}.`;
    const overage = s`--allow-overage to accept billing beyond it${of === 'batch' ? next.shown(OVERAGE) : ''}`;
    if (of === 'batch' && isPartSent)
      return s`${told} Add --fit-balance to send what it covers${next.shown(FIT)}${plan === undefined ? `, or ${overage}` : ''}.`;
    const others = [
      ...(of === 'next_job' ? ['--fit-balance'] : []),
      ...(plan === undefined ? [overage] : []),
    ];
    const run = of === 'next_job' ? next.onward() : next.again();
    return s`${told} Run ${run} again when there are credits${others.length === 0 ? '' : `, or with ${others.join(' or ')}`}.`;
  },
  other_key: (facts: OtherKey, next: Reader) => {
    const { batch, madeWith, inUse, isUnderWay, isOwed } = facts;
    const told = s`Batch ${batch} was made with another API key (fingerprint ${madeWith}; current: ${inUse}), and the service shows its jobs to no other:`;
    if (isUnderWay)
      return s`${told} use that key. If it is gone for good, '${next.command('bulk resolve', batch, '--abandon')}' abandons the running jobs; what they cost stays charged.`;
    const { exported, command, isOwn } = newBatch(facts, next);
    const none = s`${told} none of its jobs is running.`;
    if (!isOwn)
      return s`${none} '${exported}' writes what there is; ${command} makes a new batch with the current key.`;
    return isOwed
      ? s`${none} Write its result first: '${exported}'. Then ${command} makes a new batch with the current key and reuses what you have paid for; ${next.again()} would look up and pay for everything again.`
      : s`${none} ${command} makes a new batch with the current key and reuses what you have paid for.`;
  },
};
