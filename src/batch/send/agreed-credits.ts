import { pricesOf } from '../../money/price.js';
import { accountPrices } from '../../money/read-balance.js';
import { forgotten } from '../find-batch.js';
import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { toSummary, underWay } from '../summary.js';
import type { SpendingLimits } from './spending.js';

/**
 * Remembers the limit that the user gives a batch, before anything is sent: whatever another command advises later,
 * in another terminal, keeps to it. What the batch was charged before is not of this limit.
 */
export async function keepLimit(
  deps: Deps,
  { num }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (maxCredits === undefined) return;
  const prices = pricesOf(await accountPrices(deps));
  const [figures] = await deps.ledger.figures(num);
  if (figures === undefined) throw forgotten();
  const { charged } = toSummary(figures, prices).credits;
  await deps.ledger.keepAgreed(num, maxCredits + charged + underWay(figures.jobs, prices));
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit(
  { ledger }: Deps,
  { num, agreed }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (agreed !== null && maxCredits === undefined) await ledger.keepAgreed(num, null);
}
