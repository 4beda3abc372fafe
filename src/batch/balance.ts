import type { Ledger } from '../ledger/index.js';
import type { Quota } from '../service/index.js';

/** Credits that this ledger's jobs and single lookups are known to have taken since `at` (epoch ms). */
export function ownCharges(ledger: Ledger, at: number): number {
  return ledger.jobs.chargedSince(at) + ledger.records.singlesSince(at);
}

/**
 * Credits that nobody has claimed: what remains, less what our own running jobs may still take. What
 * they took already is in `usedCredits`, although we may not have seen their results yet.
 */
export function free(ledger: Ledger, { remainingCredits, usedCredits }: Quota): number {
  const outstanding = ledger.items.outstanding();
  const quiet = ledger.jobs.lastQuiet(Number.MAX_SAFE_INTEGER);
  const unseen = quiet === undefined ? 0 : usedCredits - quiet.used - ownCharges(ledger, quiet.at);
  const taken = Math.min(outstanding, Math.max(0, unseen));
  return Math.max(0, remainingCredits - (outstanding - taken));
}
