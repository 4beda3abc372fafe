import type { TypedInput } from '../base/facts.js';
import { maxCredits, type GivenOption, type NextSteps } from './reader.js';

const DECISIONS = ['--resubmit', '--abandon', '--adopt'];

/**
 * Returns this command line with the option `flag`, in brackets; a decision replaces the one that was typed. Empty
 * where the line cannot be repeated.
 */
export function shownWith(to: NextSteps, flag: string): string {
  return to.repeatInBrackets({ set: [{ flag }], drop: DECISIONS.includes(flag) ? DECISIONS : [] });
}

/** This command line with a limit that covers the whole, in brackets; empty where several inputs share the limit. */
export function shownWithLimit(to: NextSteps, worstCase: number): string {
  return to.inputCount === 1 ? to.repeatInBrackets({ set: [maxCredits(worstCase)] }) : '';
}

/**
 * Returns whether the user typed this option. A program counts as typing all of its options, because it has no
 * settings.
 */
export function isTyped(to: NextSteps, flag: string): boolean {
  return to.runCommand === '' || to.has(flag);
}

/** Returns whether this command could send the part of a batch that a limit covers, if the user told it to. */
export function couldSendPart({ isPartSent }: { isPartSent?: boolean }, to: NextSteps): boolean {
  return to.canSendPart && isPartSent === true;
}

/** The command that goes on with a batch, quoted, with an hour to wait. */
export function withMoreTime(to: NextSteps, batch: string): string {
  const hour: GivenOption = { flag: '--deadline', value: '1h' };
  return `'${to.continueBatch(batch, [hour], to.runCommand === 'bulk watch')}'`;
}

/**
 * Returns the command that goes on with a batch. It gives more time if the user had set a deadline, which may have been
 * too short.
 */
export function goOnPatiently(to: NextSteps, batch: string): string {
  return to.has('--deadline') ? withMoreTime(to, batch) : to.continueRun(batch);
}

export interface Renewal {
  readonly file: string;
  /** The same command line would pay again for what was answered. */
  readonly isOwed: boolean;
  readonly typed?: TypedInput;
}

/**
 * Returns the command for a new batch of the same input, which pays for nothing that the ledger has. Only a run can
 * repeat its own command line; another command names the file.
 */
export function newBatch(to: NextSteps, { file, isOwed, typed }: Renewal): string {
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const own = /^bulk (run|submit)$/.test(to.runCommand) ? to.repeatOrNothing(change) : undefined;
  return own === undefined ? to.startNewBatch(file, typed) : `'${own}'`;
}
