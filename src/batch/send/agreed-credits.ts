import { accountPrices, leftOf } from '../../money/read-balance.js';
import { exactCredits } from '../../money/spending/sums.js';
import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import type { SpendingLimits } from './spending.js';

/**
 * Remembers the limit that the user gives a batch, before anything is sent: whatever another command advises later,
 * in another terminal, keeps to it. What the batch sent before is not of this limit.
 */
export async function keepLimit(
  deps: Deps,
  { num }: Batch,
  { maxCredits, ofFiles }: SpendingLimits,
): Promise<void> {
  if (maxCredits === undefined) return;
  const shared = ofFiles && (await leftOf(deps, [ofFiles], await accountPrices(deps)));
  const left = shared?.[0]?.left ?? maxCredits;
  await deps.ledger.keepAgreed(num, Math.max(0, exactCredits(left)));
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit(
  { ledger }: Pick<Deps, 'ledger'>,
  { num, agreed }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (agreed !== null && maxCredits === undefined) await ledger.keepAgreed(num, null);
}
