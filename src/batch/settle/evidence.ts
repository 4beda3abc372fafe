import { knownPrices } from '../../money/price.js';
import { verdictOn, type Verdict } from '../../money/settle.js';
import { readBalance } from '../../money/read-balance.js';
import { settleElapsed } from '../../money/settle-elapsed.js';
import type { Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';

/** What the balance says about a submission with an unknown outcome. */
export interface Judged {
  readonly verdict: Verdict;
  /** The figures behind it, for `bulk status`. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The ids of the batches that have running jobs. */
  readonly liveBatches: readonly string[];
}

/**
 * Reads the balance and judges a job whose outcome is unknown (money rule 2 of the contract). `began`: when
 * this run started to observe the balance (epoch ms).
 */
export async function judge(deps: Deps, job: Job, began: number): Promise<Judged> {
  const { ledger } = deps;
  const { quota, account } = await readBalance(deps);
  const book = await ledger.balanceBook(account);
  const prices = knownPrices(book, deps.costs);
  const doubt = { begun: job.begunTick ?? 0, settle: deps.settle };
  // While other jobs were processing, this one may have been queued behind them.
  const quietSince = Math.max(job.doubtedAt ?? job.submittedAt ?? 0, book.lastEnd);
  const ticks = [job.begunTick, book.lastEndTick];
  const elapsed = await settleElapsed(deps, { moment: quietSince, began, ticks });
  const verdict = verdictOn({ ...doubt, elapsed }, book, prices);
  const before = book.readings.findLast(({ after }) => after <= doubt.begun);
  const evidence = { usedBefore: before?.used ?? null, usedNow: quota.usedCredits, elapsed };
  return { verdict, evidence, liveBatches: book.liveBatches };
}
