import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { isSentence } from '../../lists.js';
import { agree, number, plural, s } from '../words.js';

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
