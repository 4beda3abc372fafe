import type { BalanceReading } from '../../ledger/index.js';
import { incomparable } from './comparable.js';

const DAY = 86_400_000;

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
