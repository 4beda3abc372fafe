// Options need these before a command begins; so this loads neither the ledger nor the rest of money.

/** Credits that may be spent in a period; no limit where one is left out. */
export interface PeriodLimits {
  readonly maxPerDay?: number;
  readonly maxPerMonth?: number;
}

/** The lowest limit of the day and the month; Infinity without any. */
export function lowestLimit({
  maxPerDay = Infinity,
  maxPerMonth = Infinity,
}: PeriodLimits): number {
  return Math.min(maxPerDay, maxPerMonth);
}
