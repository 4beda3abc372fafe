import type { BatchErrors, ErrorFacts } from '../../../base/error-facts.js';
import { continueWithTime, writeNewBatch, continueForAnHour } from '../../next-steps.js';
import type { Reader, Sentences } from '../../reader.js';
import { missingFullStop } from '../../words.js';
import { agree, listDecisions, identifiers, nameWithin, phrases, s } from '../phrases.js';

/** The sentences of errors about batches and their jobs. */
export const batchErrors: Sentences<BatchErrors> = {
  job_under_lookup: ({ job, items }) =>
    s`Job ${job} was not sent: the deadline passed while single lookups had ${identifiers(items)} of it. Run it again.`,
  batch_forgotten: (_, to) =>
    s`Another run has just abandoned or deleted this batch. Run ${to.repeat()} again.`,
  empty_batch_name: () => 'The name of the batch is empty. Use its id, or the beginning of it.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`Several batches begin with ${prefix}: ${ids.join(', ')}. Type more of the id.`,
  batch_not_planned: ({ batch, file }, to) =>
    s`Batch ${batch} was interrupted while ${nameWithin(file)} was read. To read it again: ${to.readAgain(file)}.`,
  adopt_known: ({ batch, jobId, owner }) =>
    s`Nothing was changed in batch ${batch}: job ${jobId} already belongs to batch ${owner}.`,
  adopt_not_found({ jobId, said }) {
    const answer = said ? s` and answered: "${said}"` : '';
    return s`The service shows no job ${jobId} to this key${answer}${missingFullStop(said)} Check the id and the key.`;
  },
  adopt_too_early: ({ jobId }, to) =>
    s`Nothing was changed: job ${jobId} has no results yet, so it cannot be matched. Run ${to.repeat()} again when it has some.`,
  adopt_nameless: ({ batch, jobId }, to) =>
    s`Nothing was changed: job ${jobId} has ended without results, so it can never be matched. ` +
    s`'${to.command('bulk resolve', batch, '--abandon')}' abandons what is missing, and what was charged stays charged; ` +
    s`'${to.command('bulk resolve', batch, '--resubmit')}' sends it again, and you pay twice if the service took it the first time.`,
  adopt_misfit: ({ batch, jobId, items }) =>
    s`Nothing was changed: job ${jobId} (${identifiers(items)}) does not match any unconfirmed job of batch ${batch}; ` +
    'its size or its identifiers differ.',
  batch_held: ({ batch, by }, to) =>
    s`Another run is working on batch ${batch}${phrases.heldBy(by)}. Wait for it, or see its state: '${to.command('bulk status', batch)}'.`,
  batch_lost: ({ batch, by }, to) =>
    s`This process was suspended too long, and another run took over batch ${batch}${phrases.heldBy(by)}. ` +
    s`Nothing was changed after that; run ${to.sameCommand} again.`,
  no_such_batch: ({ prefix }, to) =>
    s`There is no batch ${prefix} here. '${to.command('bulk list')}' shows the batches; the sandbox, each profile and each base URL have their own.`,
  no_batches: (_, to) =>
    s`There are no batches yet. To start one: '${to.command('bulk run', '<file>')}'.`,
  batch_not_ended({ batch, state }, to) {
    const advice =
      state === 'running'
        ? s`Wait for it with '${to.command('bulk watch', batch)}'`
        : s`Part of it was never sent: '${to.command('bulk status', batch)}' shows how to send it`;
    return s`Batch ${batch} has not ended. ${advice}, or add ${to.option('--partial')} to export what there is.`;
  },
  batch_under_way({ batch, state }, to) {
    const abandon =
      state === 'running'
        ? s`Wait for it with '${to.command('bulk watch', batch)}', or abandon`
        : 'Abandon';
    return (
      s`Nothing was deleted: batch ${batch} is still running or unconfirmed, and its results may be paid for. ` +
      s`${abandon} it first with '${to.command('bulk resolve', batch, '--abandon')}'; what was charged stays charged.`
    );
  },
  nothing_unconfirmed({ batch, job }, to) {
    const which = job === undefined ? '' : s` with number ${job}`;
    return s`There is nothing to decide: batch ${batch} has no unconfirmed job${which}. To see its state: '${to.command('bulk status', batch)}'.`;
  },
  looked_up_elsewhere({ job, items, batch, state }, to) {
    if (state === 'running')
      return (
        s`Job ${job} was not sent: ${identifiers(items)} of it ${agree(items, 'is', 'are')} being looked up in batch ${batch}. ` +
        s`Wait for '${to.command('bulk watch', batch)}', then run ${to.repeat()} again; ` +
        s`${agree(items, 'its answer then costs', 'their answers then cost')} nothing more.`
      );
    return (
      s`Job ${job} was not sent: ${identifiers(items)} of it may have been charged in batch ${batch}, which is unconfirmed. ` +
      s`Check with '${to.command('bulk resume', batch)}', or decide with '${to.command('bulk resolve', batch)}'; then run ${to.repeat()} again.`
    );
  },
  declined: ({ nothing }) => phrases.declined[nothing],
  terminated: (stop, to) => to.stopAdvice(stop),
  job_taken: ({ job }, to) =>
    s`Another run has just changed job ${job}. To see it: '${to.command('bulk status')}'.`,
  submission_unconfirmed(facts, to) {
    const { batch, job, items } = facts;
    if (facts.why === 'left_out') return describeExcluded(facts, to);
    const what = s`Job ${job} of batch ${batch} (${identifiers(items)}) may have been charged`;
    switch (facts.why) {
      case 'no_answer':
        return s`${what}. Run ${continueWithTime(to, batch)} again: it waits, and sends the job again only if the balance shows no charge.`;
      case 'deadline':
        return s`${what}, and the deadline leaves no time to check. Nothing is sent again. To wait longer, run ${continueForAnHour(to, batch)}.`;
      case 'others_running':
        return (
          s`${what}, which shows only when no other job is running (${phrases.watchCommands(facts.liveBatches, to)}). ` +
          s`Nothing is sent again. Then run ${to.continueRun(batch)} again.`
        );
      case 'undecided':
        return (
          s`${what}: ${phrases.undecided[facts.because]}. Nothing is sent again automatically; ` +
          s`'${to.command('bulk status', batch)}' shows the evidence. ` +
          listDecisions({ batch, items, cost: facts.cost }, to)
        );
    }
  },
  other_key: (facts, to) =>
    s`Batch ${facts.batch} was made with another API key (fingerprint ${facts.madeWith}; current: ${facts.inUse}), ` +
    s`and the service shows its jobs to no other: ${adviseOnOtherKey(facts, to)}`,
};

/** The facts of identifiers that were not sent because of a single lookup in doubt. */
export type Excluded = Extract<ErrorFacts['submission_unconfirmed'], { why: 'left_out' }>;

function describeExcluded({ batch, items, isUndecidable }: Excluded, to: Reader): string {
  const them = agree(items, 'it', 'them');
  const check = isUndecidable
    ? 'The balance cannot show whether it was charged.'
    : s`Run ${continueWithTime(to, batch)} again to check the balance for a charge.`;
  return (
    s`${identifiers(items)} of batch ${batch} ${agree(items, 'was', 'were')} not sent: a single lookup of ${them} got no answer and may have been charged. ` +
    s`${check} To send ${them} anyway, possibly paying twice: '${to.command('bulk resolve', batch, '--resubmit')}'.`
  );
}

function adviseOnOtherKey(facts: ErrorFacts['other_key'], to: Reader): string {
  const { batch, isUnderWay, isPlanned, isOwed } = facts;
  if (isUnderWay)
    return (
      s`use that key. If it is gone for good, '${to.command('bulk resolve', batch, '--abandon')}' abandons the running jobs; ` +
      'what they cost stays charged.'
    );
  const partial = isPlanned ? ['--partial'] : [];
  const repeatWouldPay = isOwed
    ? s`; ${to.repeat()} would look up and pay for everything again`
    : '';
  return (
    s`none of its jobs is running. '${to.command('bulk export', batch, ...partial)}' writes what there is. ` +
    s`Then ${writeNewBatch(to, facts)} makes a new batch with the current key and reuses what you have paid for${repeatWouldPay}.`
  );
}
