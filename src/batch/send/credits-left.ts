import { accountPrices, dearestPrices } from '../../money/account-prices.js';
import { readBalance } from '../../money/read-balance.js';
import { TOLERANCE } from '../../money/charges.js';
import type { Batch, Prices } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { leastPriceOf } from './job-costs.js';
import type { SpendingLimits } from './spending.js';

/** A run that has sent something, or has found nothing to send. */
export interface SendingRun {
  readonly limits: SpendingLimits;
  /** The ledger's tick before its first submission. */
  readonly began: number;
  /** Credits that the user agreed to, once; undefined while nothing was to be sent. */
  readonly agreed: number | undefined;
  /** Only a part of it was sent, so that its charge shows the price of a record. */
  readonly isStart?: boolean;
}

/**
 * The limits of what the run sends next; undefined if it may send no more. Without `fitBalance` only what failed is
 * sent again, which was not charged, within what is left of `maxCredits`. With it, planned jobs are sent as far as the
 * credits reach that the run has left: what it agreed to, minus what its jobs were charged or may still be. Not found
 * was free.
 */
export async function limitsOfNext(
  deps: Deps,
  { num }: Batch,
  run: SendingRun,
  failedAgain: number,
): Promise<SpendingLimits | undefined> {
  const { limits, isStart = false } = run;
  // The user's word covers this too.
  const going = { ...limits, isGoingOn: true, confirm: () => Promise.resolve(true) };
  if (!limits.fitBalance) {
    if (failedAgain === 0 && !isStart) return undefined;
    return { ...going, ...(await leftOf(deps, num, run)) };
  }
  const planned = (await deps.ledger.jobsOf(num)).filter(({ state }) => state === 'planned');
  if (planned.length === 0 || deps.clock.now() > deps.deadline) return undefined;
  const left = await leftOf(deps, num, run);
  const least = leastPriceOf(planned, await accountPrices(deps));
  if ((left.maxCredits ?? Infinity) + TOLERANCE < least) return undefined;
  return { ...going, ...left };
}

/**
 * What the jobs of the run leave of its credits; no limit where there was none. What the user agreed to was told at the
 * assumed price. A limit that the user set is kept at the dearest one, also where no reading shows what was charged.
 */
async function leftOf(
  deps: Deps,
  batch: number,
  { limits, began, agreed = Infinity, isStart = false }: SendingRun,
): Promise<Pick<SpendingLimits, 'maxCredits'>> {
  const told = isStart || limits.fitBalance ? agreed : Infinity;
  const { maxCredits = Infinity } = limits;
  if (Math.min(told, maxCredits) === Infinity) return {};
  // What these jobs were charged may show the price of a record.
  await readBalance(deps);
  const spentAt = (prices: Prices) => deps.ledger.spentInBatch(batch, began, prices);
  const left = Math.min(
    told - (await spentAt(await accountPrices(deps))),
    maxCredits - (await spentAt(await dearestPrices(deps))),
  );
  return { maxCredits: Math.max(0, left) };
}
