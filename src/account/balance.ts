import type { Ledger } from '../ledger/index.js';
import type { Quota, ServiceClient } from '../service/index.js';
import { asKnownError } from '../errors.js';

/** Credits may be fractional (1.5 for a real-time lookup); this only absorbs floating-point dust. */
export const TOLERANCE = 1e-6;

interface LedgerAndClient {
  readonly ledger: Ledger;
  readonly client: ServiceClient;
}

/** Credits that this ledger's jobs and single lookups are known to have taken since `at` (epoch ms). */
export function ownCharges(ledger: Ledger, at: number): number {
  return ledger.jobs.chargedSince(at) + ledger.records.singlesSince(at);
}

/** So many stretches of our own history are looked at. */
const STRETCHES = 8;

/**
 * Whether our own history says that a found identifier does not cost one credit here (spec, "Costs": plans
 * may have their own), or that others spend from this account: between two quiet submissions
 * `usedCredits` moved by another number than we were found.
 */
export function isCostUncertain(ledger: Ledger): boolean {
  const quiet = ledger.jobs.quietOnes(STRETCHES + 1);
  return quiet.slice(1).some((from, index) => {
    const to = quiet[index] ?? from;
    const found = ownCharges(ledger, from.at) - ownCharges(ledger, to.at);
    const moved = to.used - from.used;
    // A renewed period began at zero; an unknown outcome explains any difference.
    if (found === 0 || moved < 0 || ledger.jobs.isInDoubtBetween(from.at, to.at)) return false;
    return Math.abs(moved - found) > TOLERANCE;
  });
}

/**
 * Credits that nobody has claimed: what remains, less what our own running jobs may still take.
 * `taken`: credits that those jobs are known to have taken although the ledger has not seen it yet.
 */
export function free(ledger: Ledger, { remainingCredits }: Quota, taken = 0): number {
  const outstanding = ledger.items.outstanding();
  return Math.max(0, remainingCredits - (outstanding - Math.min(outstanding, taken)));
}

export interface Balance {
  readonly quota: Quota;
  /** Credits that our running jobs have taken beyond what the ledger has seen. */
  readonly taken: number;
}

/**
 * The balance, read closely only where `needed` credits would not fit otherwise: our running jobs are
 * asked first what they have taken, because somebody else may have moved the balance as well.
 */
export async function balanceFor(deps: LedgerAndClient, needed: number): Promise<Balance> {
  const quota = await deps.client.quota();
  const isEnough = needed <= free(deps.ledger, quota) || deps.ledger.jobs.live() === 0;
  if (isEnough) return { quota, taken: 0 };
  const taken = await takenUnseen(deps);
  return { quota: await deps.client.quota(), taken };
}

async function takenUnseen({ ledger, client }: LedgerAndClient): Promise<number> {
  let taken = 0;
  for (const { batch, job } of ledger.jobs.underWay()) {
    if (job.jobId === null) continue;
    // A job that does not answer has told nothing.
    const found = await client.batchJob(job.kind, job.jobId).then((answer) => answer.found, none);
    taken += Math.max(0, found - ledger.items.foundIn(batch, job.seq));
  }
  return taken;
}

function none(error: unknown): number {
  asKnownError(error);
  return 0;
}
