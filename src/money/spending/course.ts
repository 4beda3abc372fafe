import type { BalanceReading } from '../../ledger/index.js';
import { FREE_PLAN, isFreePlan, monthOf, TOLERANCE } from '../book.js';
import { CORRECTION } from '../settle-times.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The course of one billing period, as far as the balance was read in it. */
export interface Course {
  /** One reading of each day of the period that has one, the oldest first. */
  readonly days: readonly BalanceReading[];
  /** Credits that the account used each day on average; undefined before a whole day has passed. */
  readonly perDay: number | undefined;
  /** Days that the remaining credits last at this rate; undefined where nothing was used. */
  readonly lasts: number | undefined;
}

/** The course of the period that the last of these readings belongs to. The oldest reading is first. */
export function courseOf(readings: readonly BalanceReading[]): Course {
  const days = ofOnePeriod(readings);
  const perDay = rateOf(days);
  const left = days.at(-1)?.remaining ?? 0;
  return { days, perDay, lasts: perDay === undefined || perDay <= 0 ? undefined : left / perDay };
}

function ofOnePeriod(readings: readonly BalanceReading[]): readonly BalanceReading[] {
  const ends = readings.findLastIndex((reading, at) => {
    const next = readings[at + 1];
    return next !== undefined && incomparable(reading, next) !== undefined;
  });
  return readings.slice(ends + 1);
}

function rateOf(days: readonly BalanceReading[]): number | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < DAY) return undefined;
  return (last.used - first.used) / ((last.at - first.at) / DAY);
}

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
