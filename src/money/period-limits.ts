// Options need these before a command begins; so this loads neither the ledger nor the rest of money.

export interface PeriodLimits {
  readonly maxPerDay?: number;
  readonly maxPerMonth?: number;
}

export function lowestLimit({
  maxPerDay = Infinity,
  maxPerMonth = Infinity,
}: PeriodLimits): number {
  return Math.min(maxPerDay, maxPerMonth);
}
