import type { BalanceReading } from '../../ledger/index.js';
import { formatDay, formatNumber, t } from '../../messages/index.js';
import { rowsText } from '../terminal/rows.js';
import type { Look } from '../terminal/terminal.js';

/** More days than these are not shown. */
const DAYS = 7;
const YEAR = 365;

/** A billing period as the balance book has it: a reading of each day, credits a day, and days that the rest lasts. */
export interface PeriodCourse {
  readonly days: readonly BalanceReading[];
  readonly perDay: number | undefined;
  readonly lasts: number | undefined;
}

/** What the balance book knows of the current period, day by day, and how long the rest will last. */
export function courseText({ days, perDay, lasts }: PeriodCourse, look: Look): string {
  if (days.length < 2) return '';
  const rows = days.map(({ at, used, remaining }, index) => {
    const before = days[index - 1]?.used;
    const taken = before === undefined ? '' : credits(used - before);
    return [formatDay(at), taken, credits(used), credits(remaining)];
  });
  return `\n${rowsText(columns(), rows.slice(-DAYS), look)}${rateLine(perDay, lasts)}`;
}

function columns() {
  return [
    { title: t.account.day },
    { title: t.account.usedSince, isNumber: true },
    { title: t.account.usedInAll, isNumber: true },
    { title: t.account.left, isNumber: true },
  ];
}

function rateLine(perDay: number | undefined, lasts: number | undefined): string {
  if (perDay === undefined || lasts === undefined) return '';
  const rate = credits(perDay);
  if (lasts < 1) return `${t.account.lastsLessThanADay(rate)}\n`;
  if (lasts > YEAR) return `${t.account.lastsOverAYear(rate)}\n`;
  const whole = Math.floor(lasts);
  return `${t.account.lastsDays(rate, whole)}\n`;
}

function credits(value: number): string {
  return formatNumber(Math.round(value * 10) / 10, 1);
}
