import type { BatchLeft, CommandErrors } from '../../../base/command-errors.js';
import type { BatchErrorFacts } from '../../../base/facts.js';
import { continueForAnHour } from '../../next-steps.js';
import type { Reader } from '../../reader.js';
import { listChoices } from '../../words.js';
import { agree, credits, identifiers, number, rows, s } from '../phrases.js';

/** The facts of a batch that left something open, for the reasons `Why`. */
export type BatchLeftBy<Why> = BatchErrorFacts & Extract<BatchLeft, { readonly why: Why }>;

const FIT_BALANCE = { flag: '--fit-balance' };

/** Says what a batch has left open, and which command continues it. */
export function batchLeft(facts: CommandErrors['batch_left'], to: Reader): string {
  const { batch } = facts;
  switch (facts.why) {
    case 'unconfirmed':
      return describeUnconfirmed(facts, to);
    case 'credits':
      return describeNotCovered(facts, to);
    case 'running':
      return (
        s`Batch ${batch} is still running at the service. To keep waiting, run ${continueForAnHour(to, batch)}. ` +
        s`If it never ends, '${to.command('bulk resolve', batch, '--abandon')}' abandons it; what was charged stays charged.`
      );
    case 'failure_unchecked':
      return (
        s`The service says that a job of batch ${batch} failed, and the deadline left no time to make sure. ` +
        s`To look again, run ${continueForAnHour(to, batch)}.`
      );
    case 'failed':
      return (
        s`${identifiers(facts.count)} of batch ${batch} failed or ${agree(facts.count, 'was', 'were')} never sent, and cost nothing. ` +
        s`To send ${agree(facts.count, 'it', 'them')}: '${to.continueBatch(batch)}'.`
      );
    case 'unsent_at_deadline':
      return (
        s`${identifiers(facts.count)} of batch ${batch} ${agree(facts.count, 'was', 'were')} not sent and cost nothing: the deadline passed first. ` +
        s`To send ${agree(facts.count, 'it', 'them')}, run ${continueForAnHour(to, batch)}.`
      );
    case 'unanswered':
      return (
        s`${identifiers(facts.count)} of batch ${batch} ${agree(facts.count, 'has', 'have')} no answer. ` +
        s`To send what was not abandoned: '${to.continueBatch(batch)}'.`
      );
    case 'abandoned':
      return describeAbandoned(facts, to);
    case 'invalid':
      return describeInvalid(facts, to);
  }
}

function describeUnconfirmed(facts: BatchLeftBy<'unconfirmed'>, to: Reader): string {
  const { batch, count, worstCase, isCheckedAgain } = facts;
  const them = agree(count, 'it', 'them');
  const charged = s`${identifiers(count)} of batch ${batch} may have been charged`;
  const decisions = [
    s`'${to.command('bulk resolve', batch, '--abandon')}': give ${them} up (what was charged stays charged)`,
    s`'${to.command('bulk resolve', batch, '--resubmit')}': send ${them} again, for up to ${credits(worstCase)} more`,
  ];
  const continueCommand = s`'${to.continueBatch(batch)}'`;
  if (isCheckedAgain)
    return listChoices(s`${charged}, and checking again brought no answer. Choose:`, [
      ...decisions,
      `${continueCommand}: check once more, free`,
    ]);
  return listChoices(
    s`${charged}, and no answer has come. Check again: ${continueCommand}. If that does not help:`,
    decisions,
  );
}

/** Says that the limit, the balance or a budget did not cover some identifiers, and how to send them. */
function describeNotCovered(facts: BatchLeftBy<'credits'>, to: Reader): string {
  const { batch, count, worstCase, creditsLeft } = facts;
  const [them, they] = [agree(count, 'it', 'them'), agree(count, 'it', 'they')];
  const notLookedUp = s`${identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing`;
  if (creditsLeft === undefined)
    return (
      s`${notLookedUp}: the balance or a limit does not cover ${them}. ` +
      s`When there are credits, '${to.continueBatch(batch)}' sends ${them} for up to ${credits(worstCase)}.`
    );
  const whatIsLeft =
    s`${notLookedUp}: ${they} may cost ${credits(worstCase)}, ` +
    s`and ${number(creditsLeft)} of --max-credits ${agree(creditsLeft, 'is', 'are')} left`;
  const coversNone = creditsLeft * count < worstCase;
  if (coversNone)
    return s`${whatIsLeft}. To send ${them}: '${to.withCreditsLeft(worstCase).continueBatch(batch)}'.`;
  return (
    s`${whatIsLeft}. To send what that covers: '${to.continueBatch(batch, [FIT_BALANCE])}'; ` +
    s`to send all, use --max-credits ${worstCase}.`
  );
}

function describeAbandoned(
  { batch, count, isWritten }: BatchLeftBy<'abandoned' | 'invalid'>,
  to: Reader,
): string {
  const exportAdvice = isWritten
    ? ''
    : s` To write the others: '${to.command('bulk export', batch)}'.`;
  return s`${identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} abandoned without an answer.${exportAdvice}`;
}

function describeInvalid(
  { batch, count, isWritten }: BatchLeftBy<'abandoned' | 'invalid'>,
  to: Reader,
): string {
  const reasons = isWritten
    ? 'The result has the reason of each.'
    : s`To write all rows with their reasons: '${to.command('bulk export', batch)}'.`;
  return s`${rows(count)} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept. ${reasons}`;
}
