import type { Sentences, ErrorFacts } from '../errors.js';
import { formatNumber, plural, say } from '../text/index.js';
import type { WhyUndecided } from '../errors/batch.js';

/** About batches, without a word of the command line. */
export const batchSentences = {
  ledger_newer: () =>
    say`The ledger was written by a newer confere; update confere and run this again.`,
  ledger_older: ({ place }) =>
    say`The ledger in ${place} was written by an earlier version of confere; nothing of it was changed. Finish or purge it with that version, or move it away to begin a new one.`,
  batch_forgotten: () => say`Another run has just given this batch up or removed it; run it again.`,
  job_id_unreadable: ({ batch, job, path }) =>
    say`The file ${path} keeps the id of job ${job} of batch ${batch}, which the service accepted, and cannot be read; nothing was sent or changed. Move it to another folder and run this again: the outcome of that job is then unknown, and it can be adopted by its id, if that is still legible.`,
  ledger_unwritable: (facts) => {
    if (facts.of === 'record' && facts.waits === true)
      return say`The record is paid for, but the database of the ledger cannot be reached. It is kept on this machine and is stored by the next command here once the database is back; run this again then.`;
    if (facts.of === 'record')
      return say`The record is paid for but could not be stored in the ledger; is the disk full? Keep this output, asking again costs again.`;
    if (facts.waits === true)
      return say`The service took job ${facts.job} of batch ${facts.batch} as ${facts.jobId}, but the database of the ledger cannot be reached. The id is kept on this machine and is written down here as soon as the database is back; run this again then.`;
    return say`The service took job ${facts.job} of batch ${facts.batch} as ${facts.jobId}, but the ledger could not be written; note that id and free some disk space.`;
  },
  limit_passed: ({ of, spent, limit }) => {
    if (of === 'run')
      return say`A record costs more than before: this run was charged ${plural(spent, 'credit', 'credits')}, more than the ${formatNumber(limit)} that it was allowed. Nothing more was sent.`;
    return of === 'day'
      ? say`A record costs more than before: ${plural(spent, 'credit was', 'credits were')} charged today (UTC), more than the budget of ${formatNumber(limit)}. Nothing more was sent.`
      : say`A record costs more than before: ${plural(spent, 'credit was', 'credits were')} charged this month (UTC), more than the budget of ${formatNumber(limit)}. Nothing more was sent.`;
  },
  price_unproved: ({ kind }) =>
    say`Nothing shows yet what a found ${kind.toUpperCase()} costs on this account, and what was sent may cost all that is left; nothing more was sent.`,
  declined: ({ nothing }) =>
    nothing === 'changed' ? say`Nothing was changed.` : say`Nothing was sent.`,
  empty_batch_name: () =>
    say`The name of the batch is empty; write its id, or the beginning of it.`,
  ambiguous_batch: ({ prefix, ids }) =>
    say`${prefix} could be any of ${ids.join(', ')}; write more of it.`,
  batch_not_planned: ({ batch, file }) =>
    say`Batch ${batch} was interrupted while ${file} was read; run it again with that file.`,
  adopt_known: ({ jobId, owner, batch }) =>
    say`Job ${jobId} belongs to batch ${owner} already; nothing was changed in batch ${batch}.`,
  adopt_not_found: ({ jobId, said = say`The service has no such record.` }) =>
    say`The service shows no job ${jobId} to this key (${said}); check the id and the key.`,
  adopt_too_early: ({ jobId }) =>
    say`Job ${jobId} has no results yet, so it cannot be matched; run this again when it has some.`,
  adopt_nameless: ({ jobId }) =>
    say`Job ${jobId} has ended without results, so it can never be matched; give up what is missing, or send it again, which pays twice if the service took it the first time.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    say`Job ${jobId} (${plural(items, 'identifier', 'identifiers')}) does not fit any unconfirmed job of batch ${batch}: its size or its identifiers differ. Nothing was changed.`,
} satisfies Partial<Sentences>;

/** Why the balance proves nothing about a request with an unknown outcome. */
export function undecidedReason(because: WhyUndecided): string {
  switch (because) {
    case 'moved':
      return say`the balance moved by more than our own requests explain`;
    case 'fell':
      return say`the used credits fell, and a renewal or a refund proves nothing`;
    case 'plan_changed':
      return say`the plan of the account changed meanwhile`;
    case 'period':
      return say`a billing period may have begun meanwhile`;
    case 'price_unknown':
      return say`nothing shows yet what a record costs on this account`;
    case 'no_reading':
      return say`no balance from before it is known`;
  }
}

/** What the budget of a day or a month does not cover, without options. */
export function periodSentence({
  of,
  cost,
  left,
  limit,
}: ErrorFacts['over_period_budget']): string {
  return of === 'day'
    ? say`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for today ${left} are left; it was not sent.`
    : say`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for this month ${left} are left; it was not sent.`;
}
