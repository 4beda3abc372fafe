import type { OpenDecision, UnknownPrice } from '../../errors/batch.js';
import type { ErrorFacts } from '../../errors.js';
import { batchSentences, undecidedReason } from '../../sentences/batch.js';
import { heldWhere } from '../../sentences/shared-ledger.js';
import { agree, plural, say } from '../../text/index.js';
import type { Change, NextSteps } from '../next-step/next-steps.js';
import { type CommandSentences, priceCommands } from './command-sentences.js';

export const batchErrors = {
  ...batchSentences,
  job_taken: ({ job }, next) =>
    say`Another run has just changed job ${job}. See '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    say`Another run holds batch ${batch}${heldWhere(by)}; wait for it, or look with '${next.command('bulk status', batch)}'.`,
  batch_forgotten: (_, next) =>
    say`Another run has just given this batch up or removed it; run ${next.again()} again.`,
  no_such_batch: ({ prefix, way }, next) => {
    const advice =
      way === undefined
        ? say`'${next.command('bulk list')}' shows what there is (the sandbox, each profile and each base URL have their own).`
        : say`it belongs to another account: ${next.again(way)}.`;
    return say`There is no batch ${prefix} here; ${advice}`;
  },
  no_batches: (_, next) =>
    say`There are no batches yet; '${next.command('bulk run')} <file>' makes one.`,
  batch_not_planned: ({ batch, file }, next) =>
    say`Batch ${batch} was interrupted while ${file} was read; '${next.command('bulk run', file)}' reads it again.`,
  batch_left: batchLeft,
  batch_not_ended: ({ batch }, next) =>
    say`Batch ${batch} has not ended; '${next.command('bulk watch', batch)}' waits for it, --partial exports what there is.`,
  batch_under_way: underWay,
  other_key: otherKey,
  nothing_unconfirmed: ({ batch, job }, next) => {
    const which = job === undefined ? '' : say` with number ${job}`;
    return say`Batch ${batch} has no unconfirmed job${which}; there is nothing to decide. '${next.command('bulk status', batch)}' shows its state.`;
  },
  adopt_too_early: ({ jobId }, next) =>
    say`Job ${jobId} has no results yet, so it cannot be matched; nothing was changed. Run ${next.again()} when it has some.`,
  adopt_nameless: ({ jobId, batch }, next) =>
    say`Job ${jobId} has ended without results, so it can never be matched; nothing was changed. '${next.command('bulk resolve', batch, '--abandon')}' gives up what is missing, and what was charged for it stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends it again and pays twice if the service took it the first time.`,
  rejects_is_input: () => say`--rejects would replace the input; name another file.`,
  submission_unconfirmed: unconfirmed,
  ledger_unwritable: (facts, next) =>
    facts.of === 'record' || facts.waits === true
      ? batchSentences.ledger_unwritable(facts)
      : say`${batchSentences.ledger_unwritable(facts)} Then '${next.command('bulk resolve', facts.batch, '--adopt', facts.jobId)}'.`,
} satisfies Partial<CommandSentences>;

function underWay({ batch, state }: ErrorFacts['batch_under_way'], next: NextSteps): string {
  const abandon = next.command('bulk resolve', batch, '--abandon');
  return state === 'running'
    ? say`Batch ${batch} is still being processed, and its results may be paid for; '${next.command('bulk watch', batch)}' comes first, or '${abandon}' if it never ends. Nothing was removed.`
    : say`Batch ${batch} has a job whose outcome is unknown, and its results may be paid for; '${abandon}' comes first. Nothing was removed.`;
}

function otherKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, madeWith, inUse, found } = facts;
  const advice = found === undefined ? withoutItsKey(facts, next) : keyAdvice(found, next);
  return say`Batch ${batch} was made with another API key (fingerprint ${madeWith}, the one in use is ${inUse}), and the service shows its jobs to no other; ${advice}`;
}

/** One command: what is under way is given up before a new batch can be made. */
function withoutItsKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, isUnderWay } = facts;
  if (isUnderWay)
    return say`use that key. If it is gone for good, '${next.command('bulk resolve', batch, '--abandon')}' gives up what is under way, and what was charged for it stays charged.`;
  return say`nothing of it is under way. ${anew(facts, next)}`;
}

/** A new batch of the same input. A run knows its own command line, every other command only the file. */
function anew(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, file, isPlanned, isOwed, typed } = facts;
  const exported = next.command('bulk export', batch, ...(isPlanned ? ['--partial'] : []));
  const isRun = next.of === 'bulk run' || next.of === 'bulk submit';
  const own = isRun ? next.whole(reusing(isOwed)) : undefined;
  const command = own === undefined ? next.anew(file, typed) : `'${own}'`;
  if (!isRun)
    return say`'${exported}' writes what there is; ${command} makes a new batch with the key in use.`;
  return isOwed
    ? say`Its result was never written: '${exported}' writes what it found. ${command} makes a new batch with the key in use, and what is paid for is taken from the ledger. ${next.again()} asks and pays for all of it again, once that result is written.`
    : say`${command} makes a new batch with the key in use; what is paid for is in the ledger already.`;
}

/** A new batch that pays for nothing that the ledger has. */
function reusing(isOwed: boolean): Change {
  const set = [{ flag: '--again' }, ...(isOwed ? [{ flag: '--reuse', value: '30d' }] : [])];
  return { drop: ['--fresh'], set };
}

/** The key that a flag or the environment hides may be the one that made the batch. */
function keyAdvice(
  { profile, hiddenBy }: NonNullable<ErrorFacts['other_key']['found']>,
  next: NextSteps,
): string {
  if (hiddenBy !== 'option') return say`profile ${profile} has that key: unset ${hiddenBy}.`;
  const shown = next.shown({ drop: ['--api-key-file'] });
  return say`profile ${profile} has that key: leave out --api-key-file${shown}.`;
}

function unconfirmed(facts: ErrorFacts['submission_unconfirmed'], next: NextSteps): string {
  const { batch, job, items } = facts;
  switch (facts.why) {
    case 'no_answer':
      return say`It is not yet known whether the service accepted job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch}. It will be resent only once the balance shows that nothing was charged. Run ${next.onward(batch)} again: it waits until that is settled.`;
    case 'others_running': {
      const ways = facts.liveBatches.map((id) => `'${next.command('bulk watch', id)}'`).join(', ');
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged; that can be settled once no other job is running (${ways}). Nothing is sent again. Run ${next.onward(batch)} again then.`;
    }
    case 'deadline': {
      const longer = next.onward(batch, [{ flag: '--deadline', value: '1h' }]);
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run ${longer}: it waits longer.`;
    }
    case 'left_out': {
      const resubmit = next.command('bulk resolve', batch, '--resubmit');
      const settled = facts.isDecided
        ? say`The balance cannot show whether it was charged.`
        : say`Run ${next.onward(batch)} again: the balance may show then that it was free.`;
      const what = say`${plural(items, 'identifier', 'identifiers')} of batch ${batch} ${agree(items, 'was', 'were')} not sent, because a single lookup of ${agree(items, 'it', 'them')} got no answer and may have been charged.`;
      const word = say`'${resubmit}' sends ${agree(items, 'it', 'them')}; what was charged before is then paid for twice.`;
      return `${what} ${settled} ${word}${priceAdvice(facts, next)}`;
    }
    case 'undecided': {
      const because = undecidedReason(facts.because);
      return say`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged: ${because}. Nothing is resent automatically. '${next.command('bulk status', batch)}' shows the evidence. ${choicesText(facts, next)}${priceAdvice(facts, next)}`;
    }
  }
}

/** Each choice of the user as a whole command, and what it may cost. */
export function choicesText({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  const [abandon, resolve, resubmit] = [['--abandon'], [], ['--resubmit']].map((words) =>
    next.command('bulk resolve', batch, ...words),
  );
  return say`'${abandon ?? ''}' gives ${agree(items, 'it', 'them')} up, and what was charged stays charged. '${resolve ?? ''} --adopt <jobId>' takes the results of the job that the service has, and costs nothing more; the service lists no jobs, but its support or the log of a proxy may know the id. '${resubmit ?? ''}' sends ${agree(items, 'it', 'them')} again for up to ${plural(cost, 'credit', 'credits')}, and pays twice if the service took ${agree(items, 'it', 'them')}.`;
}

/** The user may know what the history does not show. */
function priceAdvice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return say` If you know what a found record costs on this account, say so (${priceCommands(prices, next)}); then ${next.onward(batch)} judges the balance again.`;
}

/** The commands that wait for jobs until a deadline. */
const WAITING = /^bulk (run|submit|watch|resume)$/;

/** What a batch command left, and the command that goes on. */
function batchLeft(facts: ErrorFacts['batch_left'], next: NextSteps): string {
  const { batch, why, count, worstCase } = facts;
  const resume = next.command('bulk resume', batch);
  const exported = next.command('bulk export', batch);
  switch (why) {
    case 'unconfirmed': {
      const [abandon, resubmit] = ['--abandon', '--resubmit'].map((word) =>
        next.command('bulk resolve', batch, word),
      );
      // What may still bring the results comes first, but a command never advises itself first.
      if (next.of !== 'bulk resume')
        return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and no answer has come. '${resume}' asks once more. If that does not help, '${abandon ?? ''}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${resubmit ?? ''}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more.`;
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and asking again brought no answer. '${abandon ?? ''}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${resubmit ?? ''}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more; '${resume}' asks once more.`;
    }
    case 'credits':
      if (facts.creditsLeft !== undefined) return overLimit(facts, facts.creditsLeft, next);
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing, because the balance or a limit does not cover ${agree(count, 'it', 'them')}. When there are credits, '${resume}' sends ${agree(count, 'it', 'them')}, for up to ${plural(worstCase, 'credit', 'credits')}.`;
    case 'running': {
      const waits = WAITING.test(next.of)
        ? next.onward(batch, [{ flag: '--deadline', value: '1h' }])
        : `'${next.command('bulk watch', batch)}'`;
      return say`Batch ${batch} is still being processed at the service; ${waits} keeps waiting. If it never ends, '${next.command('bulk resolve', batch, '--abandon')}' gives it up, and what was charged stays charged.`;
    }
    case 'failed':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} failed and ${agree(count, 'was', 'were')} not charged; '${resume}' sends ${agree(count, 'it', 'them')} again.`;
    case 'unanswered':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'has', 'have')} no answer; '${resume}' sends what was not given up.`;
    case 'unsent':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} never sent, and cost nothing; '${resume}' sends ${agree(count, 'it', 'them')}.`;
    case 'given_up':
      return say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} given up and ${agree(count, 'stays', 'stay')} without an answer; '${exported}' writes the others.`;
    case 'invalid':
      return say`${plural(count, 'row', 'rows')} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept; '${exported}' writes all of them with the reason.`;
  }
}

/** The command keeps to the limit where that covers anything; more is for the user to decide. */
function overLimit(
  { batch, count, worstCase }: ErrorFacts['batch_left'],
  left: number,
  next: NextSteps,
): string {
  const told = say`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and of --max-credits ${plural(left, 'is', 'are')} left.`;
  if (left * count < worstCase)
    return say`${told} '${next.within(worstCase).command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')}.`;
  const fitting = next.command('bulk resume', batch, '--fit-balance');
  return say`${told} '${fitting}' sends what that covers; --max-credits ${worstCase} sends all.`;
}
