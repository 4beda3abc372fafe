import { unclaimed, type Claims, type Ledger, type PastReading } from '../ledger/index.js';
import type { Quota, ServiceClient } from '../service/index.js';
import { asKnownError } from '../errors.js';

/** Credits may be fractional (1.5 for a real-time lookup); this only absorbs floating-point dust. */
export const TOLERANCE = 1e-6;

interface LedgerAndClient {
  readonly ledger: Ledger;
  readonly client: ServiceClient;
}

/**
 * Whether our own history says that a found identifier does not cost one credit here (spec, "Costs": plans
 * may have their own), or that others spend from this account: between two quiet submissions
 * `usedCredits` moved by another number than we were found. `history`: the newest first.
 */
export function isCostUncertain(history: readonly PastReading[]): boolean {
  return history.slice(1).some((from, index) => {
    const to = history[index] ?? from;
    const found = from.charged - to.charged;
    const moved = to.used - from.used;
    // A renewed period began at zero; an unknown outcome explains any difference.
    if (found === 0 || moved < 0 || from.isInDoubt) return false;
    return Math.abs(moved - found) > TOLERANCE;
  });
}

/**
 * Credits that nobody has claimed: what remains, less what our own running jobs may still take.
 * `taken`: credits that those jobs are known to have taken although the ledger has not seen it yet.
 */
export function free(
  { outstanding }: Pick<Claims, 'outstanding'>,
  { remainingCredits }: Quota,
  taken = 0,
): number {
  return unclaimed(remainingCredits, outstanding, taken);
}

export interface Balance {
  readonly quota: Quota;
  /** Credits that our running jobs have taken beyond what the ledger has seen. */
  readonly taken: number;
  /** `Claims.polls` before the balance was read. */
  readonly polls: number;
}

/**
 * The balance, read closely only where `needed` credits would not fit otherwise: our running jobs are
 * asked first what they have taken, because somebody else may have moved the balance as well.
 */
export async function balanceFor(deps: LedgerAndClient, needed: number): Promise<Balance> {
  const claims = await deps.ledger.claims();
  const { polls } = claims;
  const quota = await deps.client.quota();
  const isEnough = needed <= free(claims, quota) || claims.live === 0;
  if (isEnough) return { quota, taken: 0, polls };
  const taken = await takenUnseen(deps);
  return { quota: await deps.client.quota(), taken, polls };
}

/** What the ledger has seen is read last, so that results which came meanwhile do not count twice. */
async function takenUnseen({ ledger, client }: LedgerAndClient): Promise<number> {
  const told = new Map<string, number>();
  for (const { job } of await ledger.jobsUnderWay()) {
    if (job.jobId === null) continue;
    // A job that does not answer has told nothing.
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
