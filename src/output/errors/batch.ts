import type { OpenDecision, UnknownPrice } from '../../errors/batch.js';
import type { ErrorFacts } from '../../errors.js';
import { batchSentences, undecidedReason } from '../../sentences/batch.js';
import { heldWhere } from '../../sentences/shared-ledger.js';
import { t } from '../../messages/index.js';
import type { Change, NextSteps } from '../next-step/next-steps.js';
import { type CommandSentences, priceCommands } from './command-sentences.js';

export const batchErrors = {
  ...batchSentences,
  job_taken: ({ job }, next) => t.doubt.jobTaken(job, next.command('bulk status')),
  batch_held: ({ batch, by }, next) =>
    t.doubt.batchHeld(batch, heldWhere(by), next.command('bulk status', batch)),
  batch_forgotten: (_, next) => t.batch.takenOverOrRemovedRerun(next.again()),
  no_such_batch: ({ prefix, way }, next) => {
    const advice =
      way === undefined
        ? t.doubt.listBatches(next.command('bulk list'))
        : t.account.keyOfOtherAccount(next.again(way));
    return t.doubt.noSuchBatch(prefix, advice);
  },
  no_batches: (_, next) => t.doubt.noBatches(next.command('bulk run')),
  batch_not_planned: ({ batch, file }, next) =>
    t.doubt.interruptedReadingRerun(batch, file, next.command('bulk run', file)),
  batch_left: batchLeft,
  batch_not_ended: ({ batch }, next) =>
    t.exports.notEnded(batch, next.command('bulk watch', batch)),
  batch_under_way: underWay,
  other_key: otherKey,
  nothing_unconfirmed: ({ batch, job }, next) => {
    const which = job === undefined ? '' : t.doubt.withNumber(job);
    return t.doubt.nothingUnconfirmed(batch, which, next.command('bulk status', batch));
  },
  adopt_too_early: ({ jobId }, next) => t.doubt.adoptTooEarly(jobId, next.again()),
  adopt_nameless: ({ jobId, batch }, next) =>
    t.doubt.adoptNameless(
      jobId,
      next.command('bulk resolve', batch, '--abandon'),
      next.command('bulk resolve', batch, '--resubmit'),
    ),
  rejects_is_input: () => t.exports.rejectsWouldReplaceInput,
  submission_unconfirmed: unconfirmed,
  ledger_unwritable: (facts, next) =>
    facts.of === 'record' || facts.waits === true
      ? batchSentences.ledger_unwritable(facts)
      : t.doubt.then(
          batchSentences.ledger_unwritable(facts),
          next.command('bulk resolve', facts.batch, '--adopt', facts.jobId),
        ),
} satisfies Partial<CommandSentences>;

function underWay({ batch, state }: ErrorFacts['batch_under_way'], next: NextSteps): string {
  const abandon = next.command('bulk resolve', batch, '--abandon');
  return state === 'running'
    ? t.doubt.stillProcessing(batch, next.command('bulk watch', batch), abandon)
    : t.doubt.outcomeUnknown(batch, abandon);
}

function otherKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, madeWith, inUse, found } = facts;
  const advice = found === undefined ? withoutItsKey(facts, next) : keyAdvice(found, next);
  return t.doubt.otherKey(batch, madeWith, inUse, advice);
}

/** One command: what is under way is given up before a new batch can be made. */
function withoutItsKey(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, isUnderWay } = facts;
  if (isUnderWay) return t.doubt.useThatKey(next.command('bulk resolve', batch, '--abandon'));
  return t.doubt.nothingUnderWay(anew(facts, next));
}

/** A new batch of the same input. A run knows its own command line, every other command only the file. */
function anew(facts: ErrorFacts['other_key'], next: NextSteps): string {
  const { batch, file, isPlanned, isOwed, typed } = facts;
  const exported = next.command('bulk export', batch, ...(isPlanned ? ['--partial'] : []));
  const isRun = next.of === 'bulk run' || next.of === 'bulk submit';
  const own = isRun ? next.whole(reusing(isOwed)) : undefined;
  const command = own === undefined ? next.anew(file, typed) : `'${own}'`;
  if (!isRun) return t.doubt.exportThenNewBatch(exported, command);
  return isOwed
    ? t.doubt.resultNeverWritten(exported, command, next.again())
    : t.doubt.newBatchWithKey(command);
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
  if (hiddenBy !== 'option') return t.account.profileHasKey(profile, hiddenBy);
  const shown = next.shown({ drop: ['--api-key-file'] });
  return t.account.profileHasKeyFile(profile, shown);
}

function unconfirmed(facts: ErrorFacts['submission_unconfirmed'], next: NextSteps): string {
  const { batch, job, items } = facts;
  switch (facts.why) {
    case 'no_answer':
      return t.doubt.jobUnconfirmed(job, items, batch, next.onward(batch));
    case 'others_running': {
      const ways = facts.liveBatches.map((id) => `'${next.command('bulk watch', id)}'`).join(', ');
      return t.doubt.othersRunning({ job, items, batch, ways, onward: next.onward(batch) });
    }
    case 'deadline': {
      const longer = next.onward(batch, [{ flag: '--deadline', value: '1h' }]);
      return t.doubt.deadlineTooShort(job, items, batch, longer);
    }
    case 'left_out': {
      const resubmit = next.command('bulk resolve', batch, '--resubmit');
      const settled = facts.isDecided
        ? t.doubt.balanceCannotShow
        : t.doubt.rerunSettles(next.onward(batch));
      const what = t.doubt.lookupInDoubt(items, batch);
      const word = t.doubt.resubmitPaysTwice(resubmit, items);
      return `${what} ${settled} ${word}${priceAdvice(facts, next)}`;
    }
    case 'undecided': {
      const because = undecidedReason(facts.because);
      return t.doubt.undecided({
        job,
        items,
        batch,
        because,
        status: next.command('bulk status', batch),
        choices: choicesText(facts, next),
        advice: priceAdvice(facts, next),
      });
    }
  }
}

/** Each choice of the user as a whole command, and what it may cost. */
export function choicesText({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  const [abandon, resolve, resubmit] = [['--abandon'], [], ['--resubmit']].map((words) =>
    next.command('bulk resolve', batch, ...words),
  );
  return t.doubt.choices({
    abandon: abandon ?? '',
    items,
    resolve: resolve ?? '',
    resubmit: resubmit ?? '',
    cost,
  });
}

/** The user may know what the history does not show. */
function priceAdvice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return t.doubt.sayPrice(priceCommands(prices, next), next.onward(batch));
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
        return t.doubt.noAnswerYet({
          count,
          batch,
          resume,
          abandon: abandon ?? '',
          resubmit: resubmit ?? '',
          worstCase,
        });
      return t.doubt.askedAgainInVain({
        count,
        batch,
        abandon: abandon ?? '',
        resubmit: resubmit ?? '',
        worstCase,
        resume,
      });
    }
    case 'credits':
      if (facts.creditsLeft !== undefined) return overLimit(facts, facts.creditsLeft, next);
      return t.doubt.notCoveredItems(count, batch, resume, worstCase);
    case 'running': {
      const waits = WAITING.test(next.of)
        ? next.onward(batch, [{ flag: '--deadline', value: '1h' }])
        : `'${next.command('bulk watch', batch)}'`;
      return t.doubt.keepsWaiting(batch, waits, next.command('bulk resolve', batch, '--abandon'));
    }
    case 'failed':
      return t.doubt.failedNotCharged(count, batch, resume);
    case 'unanswered':
      return t.doubt.hasNoAnswer(count, batch, resume);
    case 'unsent':
      return t.doubt.neverSent(count, batch, resume);
    case 'given_up':
      return t.doubt.givenUp(count, batch, exported);
    case 'invalid':
      return t.doubt.invalidStrict(count, batch, exported);
  }
}

/** The command keeps to the limit where that covers anything; more is for the user to decide. */
function overLimit(
  { batch, count, worstCase }: ErrorFacts['batch_left'],
  left: number,
  next: NextSteps,
): string {
  const told = t.doubt.overMaxItems(count, batch, worstCase, left);
  if (left * count < worstCase)
    return t.doubt.sendsThem(told, next.within(worstCase).command('bulk resume', batch), count);
  const fitting = next.command('bulk resume', batch, '--fit-balance');
  return t.doubt.sendsCovered(told, fitting, worstCase);
}
