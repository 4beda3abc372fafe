import type { TypedInput } from '../base/facts.js';
import { buildLimitOption, type GivenOption, type NextSteps } from './reader.js';

const DECISIONS = ['--resubmit', '--abandon', '--adopt'];

/**
 * Returns this command line with the option `flag`, in brackets; empty where the line cannot be repeated. A decision
 * about a doubt replaces the decision that the user typed.
 */
export function repeatWith(to: NextSteps, flag: string): string {
  return to.repeatInBrackets({ set: [{ flag }], drop: DECISIONS.includes(flag) ? DECISIONS : [] });
}

/**
 * Returns this command line with a limit of `worstCase` credits, in brackets; empty where several inputs share a limit.
 */
export function repeatWithLimit(to: NextSteps, worstCase: number): string {
  return to.inputCount === 1 ? to.repeatInBrackets({ set: [buildLimitOption(worstCase)] }) : '';
}

/**
 * Returns whether the user typed this option. A program counts as typing all of its options, because it has no
 * settings.
 */
export function isTyped(to: NextSteps, flag: string): boolean {
  return to.currentCommand === '' || to.isTyped(flag);
}

/** Returns whether this command, with `--fit-balance`, could send the part of a batch that a limit covers. */
export function couldSendPart({ isPartSent }: { isPartSent?: boolean }, to: NextSteps): boolean {
  return to.canSendPart && isPartSent === true;
}

/** Returns the command that continues a batch, quoted, with an hour to wait. */
export function continueForAnHour(to: NextSteps, batch: string): string {
  const hour: GivenOption = { flag: '--deadline', value: '1h' };
  return `'${to.continueBatch(batch, [hour], to.currentCommand === 'bulk watch')}'`;
}

/**
 * Returns the command that continues a batch, quoted. The command gets an hour if the user had set a deadline, which
 * may have been too short.
 */
export function continueWithTime(to: NextSteps, batch: string): string {
  return to.isTyped('--deadline') ? continueForAnHour(to, batch) : to.continueRun(batch);
}

/** A batch whose input a new batch would look up. */
export interface NewBatchFacts {
  readonly file: string;
  /** Whether the same command line would pay again for answers that the ledger has. */
  readonly isOwed: boolean;
  readonly typed?: TypedInput;
}

/**
 * Returns the command for a new batch of the same input, quoted; the new batch pays for nothing that the ledger has.
 * Only a run can repeat its own command line; after other commands the sentence names the file.
 */
export function writeNewBatch(to: NextSteps, { file, isOwed, typed }: NewBatchFacts): string {
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const repeated = /^bulk (run|submit)$/.test(to.currentCommand)
    ? to.repeatOrNothing(change)
    : undefined;
  return repeated === undefined ? to.startNewBatch(file, typed) : `'${repeated}'`;
}
