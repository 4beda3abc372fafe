import type { BalanceReading } from '../../ledger/index.js';
import { isFreePlan, monthOf, TOLERANCE } from '../book.js';

/**
 * Why the service's count of used credits fell. `refund`: no billing period can have begun. `refund_or_renewal`: more is
 * left than our own requests explain, so others spent after a renewal if there was no refund. `renewal`: it began again
 * at zero, as after a renewal; a refund of everything looks the same.
 */
export type WhyFallen = 'refund' | 'refund_or_renewal' | 'renewal';

/** The service counts fewer used credits than it did before, on the same plan. */
export interface FallenCount {
  /** When the earlier reading was made (epoch ms). */
  readonly from: number;
  /** When the later reading was made (epoch ms). */
  readonly at: number;
  /** Credits, at both readings. */
  readonly usedBefore: number;
  readonly usedAfter: number;
  readonly why: WhyFallen;
}

/** What fell between two readings, the earlier first; `own`: credits that our requests cost between them. */
export function fallenBetween(
  from: BalanceReading,
  to: BalanceReading,
  own: number,
): FallenCount | undefined {
  if (from.plan !== to.plan || to.used >= from.used - TOLERANCE) return undefined;
  const why = whyFallen(from, to, own);
  return { from: from.at, at: to.at, usedBefore: from.used, usedAfter: to.used, why };
}

/** The free plan renews with the month alone (spec, "Plans and credits"). */
function whyFallen(from: BalanceReading, to: BalanceReading, own: number): WhyFallen {
  const isSameMonth = to.at >= from.at && monthOf(from.at) === monthOf(to.at);
  if (isFreePlan(from.plan) && isSameMonth) return 'refund';
  return to.used <= own + TOLERANCE ? 'renewal' : 'refund_or_renewal';
}
