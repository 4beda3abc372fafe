import type { Ledger } from '../ledger/index.js';
import type { Quota } from '../service/index.js';

/**
 * Credits that nobody has claimed: what remains, less what our own running jobs may still take. What
 * they took already is in `usedCredits`, although we may not have seen their results yet.
 */
export function free(ledger: Ledger, { remainingCredits, usedCredits }: Quota): number {
  const outstanding = ledger.items.outstanding();
  const quiet = ledger.jobs.lastQuiet(Number.MAX_SAFE_INTEGER);
  const unseen =
    quiet === undefined ? 0 : usedCredits - quiet.used - ledger.jobs.chargedSince(quiet.at);
  const taken = Math.min(outstanding, Math.max(0, unseen));
  return Math.max(0, remainingCredits - (outstanding - taken));
}
