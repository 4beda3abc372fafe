import type { Command } from 'commander';
import { say } from '../../text/say.js';
import { nonNegative } from './option-values.js';

/** The budgets of the UTC day and month, which every command that spends credits keeps to. */
export function addPeriodOptions(command: Command): Command {
  return command
    .option(
      '--max-credits-per-day <n>',
      say`send nothing if the day would cost more (UTC)`,
      nonNegative,
    )
    .option(
      '--max-credits-per-month <n>',
      say`send nothing if the month would cost more (UTC)`,
      nonNegative,
    );
}
