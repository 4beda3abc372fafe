import type { ErrorFacts } from '../../errors.js';
import { errorTexts } from '../../messages/error-texts.js';
import { t } from '../../messages/index.js';
import type {
  BatchLeftMessages,
  Change,
  CommandMessages,
  NextSteps,
} from '../../messages/reader.js';

/** What a batch left, and a batch of another key. */
export const batchErrors = {
  batch_left: (facts, next) => errorTexts().batchLeft[left(facts, next)](facts, next),
  other_key: otherKey,
} satisfies Partial<CommandMessages>;

/** A command keeps to the limit where that covers anything; more is for the user to decide. */
function left(
  { why, count, worstCase, creditsLeft }: ErrorFacts['batch_left'],
  next: NextSteps,
): keyof BatchLeftMessages {
  // What may still bring the results comes first, but a command never advises itself first.
  if (why === 'unconfirmed') return next.of === 'bulk resume' ? 'asked_again' : why;
  if (why !== 'credits' || creditsLeft === undefined) return why;
  return creditsLeft * count < worstCase ? 'over_limit' : 'partly_over_limit';
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
