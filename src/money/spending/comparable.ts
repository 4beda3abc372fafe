import type { BalanceReading } from '../../ledger/index.js';
import { FREE_PLAN, isFreePlan, monthOf, TOLERANCE } from '../book.js';
import { CORRECTION } from '../settle-times.js';

const HOUR = 3_600_000;
/**
 * Why two readings, the earlier first, cannot be compared: the used credits fell (a renewal or a refund), the
 * plan changed, or a billing period may have begun unseen (money rule 2 of the contract).
 */
export type Incomparable = 'fell' | 'plan_changed' | 'period';

export function incomparable(from: BalanceReading, to: BalanceReading): Incomparable | undefined {
  if (from.plan !== to.plan) return 'plan_changed';
  if (to.used < from.used - TOLERANCE) return 'fell';
  return mayHaveRenewed(from, to) ? 'period' : undefined;
}

/**
 * A renewal sets the used credits to 0 (spec, "Quota record"). Afterwards they are lower, unless they were 0
 * before, or were used again unseen; on the free plan the date of a renewal is known.
 */
function mayHaveRenewed(from: BalanceReading, to: BalanceReading): boolean {
  const isSetBack = to.at < from.at - CORRECTION;
  const isOtherMonth = isSetBack || monthOf(from.at) !== monthOf(to.at);
  if (from.plan === FREE_PLAN) return isOtherMonth;
  const isUnseen = from.used <= TOLERANCE && (isSetBack || to.at - from.at > HOUR);
  return isUnseen || (isFreePlan(from.plan) && isOtherMonth);
}
