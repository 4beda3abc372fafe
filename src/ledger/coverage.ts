/**
 * Credits that are free to spend: the remaining credits minus what our running jobs may still be
 * charged. `taken`: credits that those jobs were charged but whose results are not in the ledger yet.
 */
export function unclaimed(remaining: number, outstanding: number, taken = 0): number {
  return Math.max(0, remaining - (outstanding - Math.min(outstanding, taken)));
}
