// The parser of options imports this file, so it loads neither the ledger nor the rest of money.

/** Credits that may be spent in a UTC day and in a UTC month. */
export interface PeriodLimits {
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
}

export function lowestLimit({
  maxCreditsPerDay: day = Infinity,
  maxCreditsPerMonth: month = Infinity,
}: PeriodLimits): number {
  return Math.min(day, month);
}
