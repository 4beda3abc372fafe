import { InvalidArgumentError } from 'commander';
import type { ValueRule } from '../../errors/usage.js';

/** The error of a value that breaks a rule; `help/usage` finds the rule in commander's message. */
export function badValue(rule: ValueRule): InvalidArgumentError {
  return new InvalidArgumentError(rule);
}
