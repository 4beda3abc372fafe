import { unclaimed } from '../ledger/index.js';
import type { Quota } from '../service/index.js';
import { asKnownError } from '../errors.js';
import { readBalance, type BalanceDeps } from './read-balance.js';

export interface Balance {
  readonly quota: Quota;
  /** Credits that our running jobs were charged beyond what the ledger shows. */
  readonly taken: number;
  /** `Claims.polls`, read before the balance was requested. */
  readonly polls: number;
}

/**
 * Requests the balance. Only where `needed` credits would otherwise not fit, it first asks our running
 * jobs what they were charged: part of the change of the balance may come from other programs.
 */
export async function balanceFor(deps: BalanceDeps, needed: number): Promise<Balance> {
  const { outstanding, live, polls } = await deps.ledger.claims();
  const { quota } = await readBalance(deps);
  const isEnough = needed <= unclaimed(quota.remainingCredits, outstanding) || live === 0;
  if (isEnough) return { quota, taken: 0, polls };
  const taken = await takenUnseen(deps);
  return { quota: (await readBalance(deps)).quota, taken, polls };
}

/** Reads the ledger's numbers last, so that results kept in the meantime do not count twice. */
async function takenUnseen({ ledger, client }: BalanceDeps): Promise<number> {
  const told = new Map<string, number>();
  for (const { job } of await ledger.jobsUnderWay()) {
    if (job.jobId === null) continue;
    // A job that does not answer adds nothing.
    const found = await client.batchJob(job.kind, job.jobId).then((answer) => answer.found, none);
    told.set(job.jobId, found);
  }
  const seen = await ledger.jobsUnderWay();
  return seen.reduce((sum, { job, found }) => {
    return sum + Math.max(0, (told.get(job.jobId ?? '') ?? 0) - found);
  }, 0);
}

function none(error: unknown): number {
  asKnownError(error);
  return 0;
}
