import type { OpenDecision, UnknownPrice } from '../../errors/batch.js';
import type { ErrorFacts } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { Change, CommandMessages, NextSteps } from '../../messages/reader.js';

/** What a batch left, and what only the user can decide. */
export const batchErrors = {
  batch_left: batchLeft,
  other_key: otherKey,
  submission_unconfirmed: unconfirmed,
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choicesText(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string) => next.shown({ drop, set: [{ flag }] });
    return t.doubt.chooseOne(one('--resubmit'), one('--abandon'));
  },
} satisfies Partial<CommandMessages>;

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
      const ways = next.watching(facts.liveBatches);
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
      const because = t.phrases.undecided[facts.because];
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
  return t.doubt.sayPrice(t.phrases.prices(prices, next), next.onward(batch));
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
