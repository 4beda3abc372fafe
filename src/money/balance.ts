import { unclaimed, type Prices } from '../ledger/index.js';
import type { Quota } from '../service/index.js';
import { asKnownError } from '../errors.js';
import { accountPrices, type PriceDeps } from './account-prices.js';
import { readBalance, type BalanceDeps } from './read-balance.js';

export interface Balance {
  readonly quota: Quota;
  /** Credits that our running jobs were charged beyond what the ledger shows. */
  readonly taken: number;
  /** `Claims.polls`, read before the balance was requested. */
  readonly polls: number;
  /** Credits of a found record of each kind. */
  readonly prices: Prices;
}

/**
 * Requests the balance. Only where the cost would otherwise not fit, it first asks our running jobs what they
 * were charged: part of the change of the balance may come from other programs. `costAt`: the most credits that
 * are needed at these prices.
 */
export async function balanceFor(
  deps: BalanceDeps & PriceDeps,
  costAt: (prices: Prices) => number,
): Promise<Balance> {
  const { live, polls } = await deps.ledger.claims();
  const { quota } = await readBalance(deps);
  const prices = await accountPrices(deps);
  const { outstanding } = await deps.ledger.claims(prices);
  const isEnough = costAt(prices) <= unclaimed(quota.remainingCredits, outstanding) || live === 0;
  if (isEnough) return { quota, taken: 0, polls, prices };
  const taken = await takenUnseen(deps, prices);
  return { quota: (await readBalance(deps)).quota, taken, polls, prices };
}

/** Reads the ledger's numbers last, so that results kept in the meantime do not count twice. */
async function takenUnseen({ ledger, client }: BalanceDeps, prices: Prices): Promise<number> {
  const told = new Map<string, number>();
  for (const { job } of await ledger.jobsUnderWay()) {
    if (job.jobId === null) continue;
    // A job that does not answer adds nothing.
    const found = await client.batchJob(job.kind, job.jobId).then((answer) => answer.found, none);
    told.set(job.jobId, found);
  }
  const seen = await ledger.jobsUnderWay();
  return seen.reduce((sum, { job, found }) => {
    const unseen = Math.max(0, (told.get(job.jobId ?? '') ?? 0) - found);
    return sum + unseen * prices[job.kind];
  }, 0);
}

function none(error: unknown): number {
  asKnownError(error);
  return 0;
}
