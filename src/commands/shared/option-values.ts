import { type Command, InvalidArgumentError } from 'commander';
import type { ValueRule } from '../../messages/en/errors-command.js';
import { t } from '../../messages/index.js';

/** The error of a value that breaks a rule; `help/usage` finds the rule in commander's message. */
export function badValue(rule: ValueRule): InvalidArgumentError {
  return new InvalidArgumentError(rule);
}

/** Parses an option's value as a number of zero or more, written as a setting is: `1e3` is none. */
export function nonNegative(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text.trim()) || number > Number.MAX_SAFE_INTEGER) {
    throw badValue('not_negative');
  }
  return number;
}

/** Parses an option's value as a whole number above zero. */
export function positive(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(number) || number < 1) {
    throw badValue('above_zero');
  }
  return number;
}

/** What all requests of the ledger may spend in a UTC day or month. */
export interface PeriodOptions {
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
}

export function addPeriodOptions(command: Command): Command {
  return command
    .option('--max-credits-per-day <n>', t.options.maxPerDay, nonNegative)
    .option('--max-credits-per-month <n>', t.options.maxPerMonth, nonNegative);
}

export function periodsOf({ maxCreditsPerDay, maxCreditsPerMonth }: PeriodOptions) {
  return { maxPerDay: maxCreditsPerDay, maxPerMonth: maxCreditsPerMonth };
}

const DAY = 86_400_000;

/** A day or a month of the calendar (UTC, epoch ms, without its end), or a day that many days ago. */
export type CalendarDays =
  | { readonly from: number; readonly end: number }
  | { readonly daysAgo: number };

/** Parses `2026-01-31`, `31/01/2026`, `2026-01`, `01/2026` or `30d`. */
export function calendarDays(text: string): CalendarDays {
  const [, daysAgo] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (daysAgo !== undefined) return { daysAgo: Number(daysAgo) };
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text);
  const local = /^(?:(\d\d)\/)?(\d\d)\/(\d{4})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]];
  if (year === undefined || month === undefined) throw badValue('calendar_day');
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  // A day that a month does not have would silently become one of the next month.
  const isReal = new Date(from).toISOString().startsWith(`${year}-${month}-${day ?? '01'}`);
  if (!isReal) throw badValue('calendar_day');
  const end = day === undefined ? Date.UTC(Number(year), Number(month)) : from + DAY;
  return { from, end };
}

/** The days as they are at `now` (epoch ms). */
export function daysAt(days: CalendarDays, now: number): { from: number; end: number } {
  if ('from' in days) return days;
  const from = (Math.floor(now / DAY) - days.daysAgo) * DAY;
  return { from, end: from + DAY };
}
