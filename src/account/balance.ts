import { unclaimed, type Ledger, type PastReading } from '../ledger/index.js';
import type { Quota, ServiceClient } from '../service/index.js';
import { asKnownError } from '../errors.js';

/**
 * Credits may be fractional (1.5 for a real-time lookup). This tolerance only absorbs floating-point
 * errors.
 */
export const TOLERANCE = 1e-6;

interface LedgerAndClient {
  readonly ledger: Ledger;
  readonly client: ServiceClient;
}

/**
 * Whether the charges of this account cannot be relied on as evidence: a found identifier may not cost
 * one credit here (spec, "Costs": plans may have their own prices), or other programs spend from the
 * same account. It is true when `usedCredits` changed between two quiet submissions by another number
 * than our jobs found. `history`: the newest reading first.
 */
export function isCostUncertain(history: readonly PastReading[]): boolean {
  return history.slice(1).some((from, index) => {
    const to = history[index] ?? from;
    const found = from.charged - to.charged;
    const moved = to.used - from.used;
    // A new billing period starts at zero, and a submission without a known outcome explains any
    // difference.
    if (found === 0 || moved < 0 || from.isInDoubt) return false;
    return Math.abs(moved - found) > TOLERANCE;
  });
}

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
export async function balanceFor(deps: LedgerAndClient, needed: number): Promise<Balance> {
  const { outstanding, live, polls } = await deps.ledger.claims();
  const quota = await deps.client.quota();
  const isEnough = needed <= unclaimed(quota.remainingCredits, outstanding) || live === 0;
  if (isEnough) return { quota, taken: 0, polls };
  const taken = await takenUnseen(deps);
  return { quota: await deps.client.quota(), taken, polls };
}

/** Reads the ledger's numbers last, so that results kept in the meantime do not count twice. */
async function takenUnseen({ ledger, client }: LedgerAndClient): Promise<number> {
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
