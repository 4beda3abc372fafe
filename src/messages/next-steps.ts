import type { TypedInput } from '../base/facts.js';
import { maxCredits, type GivenOption, type NextSteps } from './reader.js';

const DECISIONS = ['--resubmit', '--abandon', '--adopt'];

/** This command line with another option, or another decision, in brackets; empty where it cannot be repeated. */
export function shownWith(to: NextSteps, flag: string): string {
  return to.shown({ set: [{ flag }], drop: DECISIONS.includes(flag) ? DECISIONS : [] });
}

/** This command line with a limit that covers the whole, in brackets; empty where several inputs share the limit. */
export function shownWithLimit(to: NextSteps, worstCase: number): string {
  return to.inputs === 1 ? to.shown({ set: [maxCredits(worstCase)] }) : '';
}

/** Whether this option was typed. Programs type all of theirs, because they have no settings. */
export function isTyped(to: NextSteps, flag: string): boolean {
  return to.of === '' || to.has(flag);
}

/** Whether this command could send a part of a batch, and was not told to. */
export function couldSendPart({ isPartSent }: { isPartSent?: boolean }, to: NextSteps): boolean {
  return to.fits && isPartSent === true;
}

/** The command that goes on with a batch, quoted, with an hour to wait. */
export function withMoreTime(to: NextSteps, batch: string): string {
  const hour: GivenOption = { flag: '--deadline', value: '1h' };
  return `'${to.goOn(batch, [hour], to.of === 'bulk watch')}'`;
}

/** The command that goes on with a batch; with more time where the user had set how much, which may have been too short. */
export function goOnPatiently(to: NextSteps, batch: string): string {
  return to.has('--deadline') ? withMoreTime(to, batch) : to.onward(batch);
}

export interface Renewal {
  readonly file: string;
  /** The same command line would pay again for what was answered. */
  readonly isOwed: boolean;
  readonly typed?: TypedInput;
}

/** A new batch of the same input that pays for nothing that the ledger has. Only a run knows its own command line. */
export function newBatch(to: NextSteps, { file, isOwed, typed }: Renewal): string {
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const own = /^bulk (run|submit)$/.test(to.of) ? to.whole(change) : undefined;
  return own === undefined ? to.anew(file, typed) : `'${own}'`;
}
