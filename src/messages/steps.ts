import type { BatchLeft, OtherKey } from '../errors/facts.js';
import type { Change, GivenOption, NextSteps, Reader } from './reader.js';

export const FIT = { set: [{ flag: '--fit-balance' }] };
export const OVERAGE = { set: [{ flag: '--allow-overage' }] };

/** The option as a person would type it: a sum of prices is 1.59, not 1.5899999999999999. */
export function maxCredits(credits: number): GivenOption {
  return { flag: '--max-credits', value: String(Number(credits.toFixed(6))) };
}

/**
 * A new batch of the same input that pays for nothing that the ledger has. `isOwn`: a run knows its own command line,
 * every other command only the file.
 */
export function newBatch({ batch, file, isPlanned, isOwed, typed }: OtherKey, next: Reader) {
  const isOwn = next.of === 'bulk run' || next.of === 'bulk submit';
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change: Change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const own = isOwn ? next.whole(change) : undefined;
  return {
    isOwn,
    exported: next.command('bulk export', batch, ...(isPlanned ? ['--partial'] : [])),
    command: own === undefined ? next.anew(file, typed) : `'${own}'`,
  };
}

/** A command keeps to the limit where that covers anything; more is for the user to decide. */
export function leftOf(
  { why, count, worstCase, creditsLeft }: BatchLeft,
  next: NextSteps,
): BatchLeft['why'] | 'asked_again' | 'over_limit' | 'partly_over_limit' {
  // What may still bring the results comes first, but a command never advises itself first.
  if (why === 'unconfirmed') return next.of === 'bulk resume' ? 'asked_again' : why;
  if (why !== 'credits' || creditsLeft === undefined) return why;
  return creditsLeft * count < worstCase ? 'over_limit' : 'partly_over_limit';
}
