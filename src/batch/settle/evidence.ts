import { knownPrices } from '../../account/book/price.js';
import { verdictOn, type Verdict } from '../../account/book/verdict.js';
import { readBalance } from '../../account/read-balance.js';
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
  const { ledger, clock } = deps;
  const { quota, account } = await readBalance(deps);
  const book = await ledger.balanceBook(account);
  const prices = knownPrices(book, deps.costs);
  const doubt = { begun: job.begunTick ?? 0, settle: deps.settle };
  // While other jobs were processing, this one may have been queued behind them.
  const quietSince = Math.max(job.doubtedAt ?? job.submittedAt ?? 0, book.lastEnd);
  const byClock = elapsedSince(quietSince, clock.now(), began);
  // A clock that was set forward shows more time than has passed; the machine's uptime does not.
  const marks = [job.begunTick, book.lastEndTick].filter((tick) => tick !== null);
  const elapsed = Math.min(byClock, await ledger.leastElapsed(marks));
  const verdict = verdictOn({ ...doubt, elapsed }, book, prices);
  const before = book.readings.findLast(({ after }) => after <= doubt.begun);
  const evidence = { usedBefore: before?.used ?? null, usedNow: quota.usedCredits, elapsed };
  return { verdict, evidence, liveBatches: book.liveBatches };
}

/**
 * If `moment` is later than now, the clock was set back; then only the time since this run began counts.
 */
function elapsedSince(moment: number, now: number, began: number): number {
  return now - (moment > now ? began : moment);
}
