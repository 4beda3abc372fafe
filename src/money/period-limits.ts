// Options need these before a command begins; so this loads neither the ledger nor the rest of money.

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
