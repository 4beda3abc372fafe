/**
 * Credits that nobody has claimed: what remains, less what our own running jobs may still take.
 * `taken`: credits that those jobs are known to have taken although the ledger has not seen it yet.
 */
export function unclaimed(remaining: number, outstanding: number, taken: number): number {
  return Math.max(0, remaining - (outstanding - Math.min(outstanding, taken)));
}
