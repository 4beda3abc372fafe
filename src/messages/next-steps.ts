import type { TypedInput } from '../base/facts.js';
import { buildLimitOption, type GivenOption, type NextSteps } from './reader.js';

const DECISIONS = ['--resubmit', '--abandon', '--adopt'];

/**
 * Returns this command line with the option `flag`, in brackets; empty where the line cannot be repeated. A decision
 * about a doubt replaces the decision that the user typed.
 */
export function repeatWith(steps: NextSteps, flag: string): string {
  return steps.repeatInBrackets({
    set: [{ flag }],
    drop: DECISIONS.includes(flag) ? DECISIONS : [],
  });
}

/**
 * Returns this command line with a limit of `worstCase` credits, in brackets; empty where several inputs share a limit.
 */
export function repeatWithLimit(steps: NextSteps, worstCase: number): string {
  return steps.inputCount === 1
    ? steps.repeatInBrackets({ set: [buildLimitOption(worstCase)] })
    : '';
}

/**
 * Returns whether the user typed this option. A program counts as typing all of its options, because it has no
 * settings.
 */
export function isTyped(steps: NextSteps, flag: string): boolean {
  return steps.runCommand === '' || steps.hasOption(flag);
}

/**
 * Returns whether this command, with `--fit-balance`, could send the part of a batch that a limit covers.
 * `isPartSent`: the limit covers a part.
 */
export function couldSendPart({ isPartSent }: { isPartSent?: boolean }, steps: NextSteps): boolean {
  return steps.takesFitBalance && isPartSent === true;
}

/** Returns the command that continues a batch, quoted, with an hour to wait. */
export function continueForAnHour(steps: NextSteps, batch: string): string {
  const hour: GivenOption = { flag: '--deadline', value: '1h' };
  return `'${steps.continueBatch(batch, [hour], steps.runCommand === 'bulk watch')}'`;
}

/**
 * Returns the command that continues a batch, quoted. The command gets an hour if the user had set a deadline, which
 * may have been too short.
 */
export function continueWithTime(steps: NextSteps, batch: string): string {
  return steps.hasOption('--deadline') ? continueForAnHour(steps, batch) : steps.continueRun(batch);
}

/** The facts for advice to run the input of a batch again, as a new batch. */
export interface NewBatchFacts {
  readonly file: string;
  /**
   * Whether the same command line, for example with `--fresh`, would pay again for answers that the ledger has; the
   * advice then adds `--reuse`.
   */
  readonly isOwed: boolean;
  readonly typed?: TypedInput;
}

/**
 * Returns the command for a new batch of the same input, quoted; the new batch pays for nothing that the ledger has.
 * Only a run can repeat its own command line; after other commands the sentence names the file.
 */
export function writeNewBatch(steps: NextSteps, { file, isOwed, typed }: NewBatchFacts): string {
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const repeated = /^bulk (run|submit)$/.test(steps.runCommand)
    ? steps.repeatOrNothing(change)
    : undefined;
  return repeated === undefined ? steps.startNewBatch(file, typed) : `'${repeated}'`;
}
