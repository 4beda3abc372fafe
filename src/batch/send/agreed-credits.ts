import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import type { SpendingLimits } from './spending.js';

/**
 * Remembers the limit that the user gives a batch, before anything is sent: whatever another command advises later,
 * in another terminal, keeps to it. What the batch sent before is not of this limit.
 */
export async function keepLimit(
  { ledger }: Deps,
  { num }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (maxCredits !== undefined) await ledger.keepAgreed(num, maxCredits);
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit(
  { ledger }: Deps,
  { num, agreed }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (agreed !== null && maxCredits === undefined) await ledger.keepAgreed(num, null);
}
