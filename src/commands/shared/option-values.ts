import { type Command, InvalidArgumentError } from 'commander';
import type { ValueRule } from '../../errors/usage.js';
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
