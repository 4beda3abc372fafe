import type { Job } from '../../ledger/index.js';
import { knownPrices } from '../../money/price.js';
import { accountBook } from '../../money/read-balance.js';
import { obstaclesTo, type Obstacles } from '../../money/settle.js';
import type { Deps } from '../dependencies.js';

/** What stands in the way of settling a job, as the book of its account shows it. */
export async function obstaclesOf(
  deps: Pick<Deps, 'ledger' | 'keyFingerprint' | 'costs'>,
  { begunTick }: Pick<Job, 'begunTick'>,
): Promise<Obstacles> {
  const book = await accountBook(deps);
  return obstaclesTo({ begun: begunTick ?? 0 }, book, knownPrices(book, deps.costs));
}

/** Says what stands in the way, before anybody waits. */
export async function tellObstacles(deps: Deps, job: Pick<Job, 'begunTick'>): Promise<void> {
  const { prices, hasOthers } = await obstaclesOf(deps, job);
  if (prices.length > 0 || hasOthers) deps.emit({ type: 'obstacles', prices, hasOthers });
}
