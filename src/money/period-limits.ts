// Options need these before a command begins; so this loads neither the ledger nor the rest of money.

/** Credits that may be spent in a period; no limit where one is left out. */
export interface PeriodLimits {
  readonly maxPerDay?: number;
  readonly maxPerMonth?: number;
}

/** Limits without the periods that have none. */
export function periodLimits(
  maxPerDay: number | undefined,
  maxPerMonth: number | undefined,
): PeriodLimits {
  return {
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
    ...(maxPerMonth === undefined ? {} : { maxPerMonth }),
  };
}

/** The lowest limit of the day and the month; Infinity without any. */
export function lowestLimit({
  maxPerDay = Infinity,
  maxPerMonth = Infinity,
}: PeriodLimits): number {
  return Math.min(maxPerDay, maxPerMonth);
}
