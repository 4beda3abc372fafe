import { InvalidArgumentError } from 'commander';
import type { ValueRule } from '../../errors/usage.js';

/** The error of a value that breaks a rule; `help/usage` finds the rule in commander's message. */
export function badValue(rule: ValueRule): InvalidArgumentError {
  return new InvalidArgumentError(rule);
}

/** Parses an option's value as a number of zero or more. */
export function nonNegative(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) {
    throw badValue('not_negative');
  }
  return number;
}

/** Parses an option's value as a whole number above zero. */
export function positive(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw badValue('above_zero');
  }
  return number;
}
