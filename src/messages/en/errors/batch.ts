import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, number, plural, s } from '../words.js';

/** Batches, their jobs and what may be spent, for every reader. */
export const batchErrors = {
  batch_forgotten: (_, { next }) =>
    next === undefined
      ? 'Another run has just abandoned or removed this batch; run it again.'
      : s`Another run has just abandoned or removed this batch; run ${next.again()} again.`,
  job_id_unreadable: ({ batch, job, path }) =>
    s`The file ${path} keeps the id of job ${job} of batch ${batch}, which the service accepted, and cannot be read; nothing was sent or changed. Move it to another folder and run this again: the outcome of that job is then unknown, and it can be adopted by its id, if that is still legible.`,
  ledger_unwritable: (facts, { next }) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'The record is paid for, but the database of the ledger cannot be reached. It is kept on this machine and is stored by the next command here once the database is back; run this again then.'
        : 'The record is paid for but could not be stored in the ledger; is the disk full? Keep this output, asking again costs again.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`The service took job ${job} of batch ${batch} as ${jobId}, but the database of the ledger cannot be reached. The id is kept on this machine and is written down here as soon as the database is back; run this again then.`;
    const told = s`The service took job ${job} of batch ${batch} as ${jobId}, but the ledger could not be written; note that id and free some disk space.`;
    return next === undefined
      ? told
      : s`${told} Then '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'The name of the batch is empty; write its id, or the beginning of it.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`${prefix} could be any of ${ids.join(', ')}; write more of it.`,
  batch_not_planned: ({ batch, file }, { next }) =>
    next === undefined
      ? s`Batch ${batch} was interrupted while ${file} was read; run it again with that file.`
      : s`Batch ${batch} was interrupted while ${file} was read; '${next.command('bulk run', file)}' reads it again.`,
  adopt_known: ({ jobId, owner, batch }) =>
    s`Job ${jobId} belongs to batch ${owner} already; nothing was changed in batch ${batch}.`,
  adopt_not_found: ({ jobId, said = 'The service has no such record.' }) =>
    s`The service shows no job ${jobId} to this key (${said}); check the id and the key.`,
  adopt_too_early: ({ jobId }, { next }) =>
    next === undefined
      ? s`Job ${jobId} has no results yet, so it cannot be matched; run this again when it has some.`
      : s`Job ${jobId} has no results yet, so it cannot be matched; nothing was changed. Run ${next.again()} when it has some.`,
  adopt_nameless: ({ jobId, batch }, { next }) =>
    next === undefined
      ? s`Job ${jobId} has ended without results, so it can never be matched; give up what is missing, or send it again, which pays twice if the service took it the first time.`
      : s`Job ${jobId} has ended without results, so it can never be matched; nothing was changed. '${next.command('bulk resolve', batch, '--abandon')}' gives up what is missing, and what was charged for it stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends it again and pays twice if the service took it the first time.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    s`Job ${jobId} (${plural(items, 'identifier', 'identifiers')}) does not fit any unconfirmed job of batch ${batch}: its size or its identifiers differ. Nothing was changed.`,
  declined: ({ nothing }) => (nothing === 'changed' ? 'Nothing was changed.' : 'Nothing was sent.'),
  limit_passed: ({ of, spent, limit }, { next }) =>
    ({
      run: s`A record costs more than before: this run was charged ${plural(spent, 'credit', 'credits')}, more than the ${number(limit)} that it was allowed. Nothing more was sent.`,
      day: s`A record costs more than before: ${plural(spent, 'credit was', 'credits were')} charged today (UTC), more than the budget of ${number(limit)}. Nothing more was sent.`,
      month: s`A record costs more than before: ${plural(spent, 'credit was', 'credits were')} charged this month (UTC), more than the budget of ${number(limit)}. Nothing more was sent.`,
    })[of] + (next === undefined ? '' : s` '${next.command('spend')}' shows what was charged.`),
  price_unproved: ({ kind }, { next }) => {
    const told = s`Nothing shows yet what a found ${kind.toUpperCase()} costs on this account, and what was sent may cost all that is left; nothing more was sent.`;
    return next === undefined
      ? told
      : s`${told} Run ${next.onward()} again when what runs has ended; if nothing runs, say what a record costs: ${phrases.prices([kind], next)}.`;
  },
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandBatchErrors = {
  job_taken: ({ job }, next) =>
    s`Another run has just changed job ${job}. See '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    s`Another run holds batch ${batch}${phrases.holder(by)}; wait for it, or look with '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix, way }, next) =>
    way === undefined
      ? s`There is no batch ${prefix} here; '${next.command('bulk list')}' shows what there is (the sandbox, each profile and each base URL have their own).`
      : s`There is no batch ${prefix} here; it belongs to another account: ${next.again(way)}.`,
  no_batches: (_, next) =>
    s`There are no batches yet; '${next.command('bulk run')} <file>' makes one.`,
  batch_not_ended: ({ batch }, next) =>
    s`Batch ${batch} has not ended; '${next.command('bulk watch', batch)}' waits for it, --partial exports what there is.`,
  batch_under_way: ({ batch, state }, next) =>
    state === 'running'
      ? s`Batch ${batch} is still being processed, and its results may be paid for; '${next.command('bulk watch', batch)}' comes first, or '${next.command('bulk resolve', batch, '--abandon')}' if it never ends. Nothing was removed.`
      : s`Batch ${batch} has a job whose outcome is unknown, and its results may be paid for; '${next.command('bulk resolve', batch, '--abandon')}' comes first. Nothing was removed.`,
  nothing_unconfirmed: ({ batch, job }, next) =>
    s`Batch ${batch} has no unconfirmed job${job === undefined ? '' : s` with number ${job}`}; there is nothing to decide. '${next.command('bulk status', batch)}' shows its state.`,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? s`${number(items)} of the identifiers of job ${job} ${agree(items, 'is', 'are')} being looked up in batch ${batch}; it was not sent. Run ${next.again()} again when '${next.command('bulk watch', batch)}' has ended; then ${agree(items, 'its answer costs', 'their answers cost')} nothing more.`
      : s`${number(items)} of the identifiers of job ${job} may have been paid for in batch ${batch}, whose outcome is unknown; it was not sent. Run ${next.again()} again when '${next.command('bulk resume', batch)}' has settled that, or '${next.command('bulk resolve', batch)}' decided it.`,
} satisfies Partial<CommandMessages>;
