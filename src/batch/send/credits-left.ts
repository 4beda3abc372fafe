import { accountPrices } from '../../account/account-prices.js';
import { readBalance } from '../../account/read-balance.js';
import { TOLERANCE } from '../../account/book/charges.js';
import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { leastPriceOf, type SpendingLimits } from './spending.js';

/** A run that has sent something, or has found nothing to send. */
export interface SendingRun {
  readonly limits: SpendingLimits;
  /** The ledger's tick before its first submission. */
  readonly began: number;
  /** Credits that the user agreed to, once; undefined while nothing was to be sent. */
  readonly agreed: number | undefined;
}

/**
 * The limits of what the run sends next; undefined if it may send no more. Without `fitBalance` only what failed is
 * sent again, which was not charged. With it, planned jobs are sent as far as the credits reach that the run has left:
 * what it agreed to, minus what its jobs were charged or may still be. Not found was free.
 */
export async function limitsOfNext(
  deps: Deps,
  { num }: Batch,
  { limits, began, agreed = Infinity }: SendingRun,
  failedAgain: number,
): Promise<SpendingLimits | undefined> {
  // The user's word covers this too.
  const going = { ...limits, confirm: () => Promise.resolve(true) };
  if (!limits.fitBalance) return failedAgain > 0 ? going : undefined;
  const planned = (await deps.ledger.jobsOf(num)).filter(({ state }) => state === 'planned');
  if (planned.length === 0 || deps.clock.now() > deps.deadline) return undefined;
  // What the jobs of this run were charged may show the price of a record.
  await readBalance(deps);
  const prices = await accountPrices(deps);
  const most = Math.min(agreed, limits.maxCredits ?? Infinity);
  const left = most - (await deps.ledger.spentInBatch(num, began, prices));
  if (left + TOLERANCE < leastPriceOf(planned, prices)) return undefined;
  return { ...going, isGoingOn: true, ...(left === Infinity ? {} : { maxCredits: left }) };
}
