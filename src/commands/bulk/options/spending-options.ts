import type { Command } from 'commander';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import { parseDuration } from '../../../config/duration.js';
import { withDefault } from '../../../output/help/with-default.js';
import { say } from '../../../text/say.js';
import { nonNegative } from '../../shared/numbers.js';
import { addSettle } from './waiting-options.js';

/** The options that say what may be spent, as commander hands them over. */
export interface SpendingFlags {
  readonly maxCredits?: number;
  readonly allowOverage?: boolean;
  readonly fitBalance?: boolean;
  readonly fresh?: boolean;
  readonly again?: boolean;
  readonly reuse: string;
}

/** What a command that sends may spend, and what it may take for answered. */
export interface SpendingRequest {
  readonly maxCredits?: number;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
  /** No paid record answers. */
  readonly fresh: boolean;
  /** A new batch of a file that is known. */
  readonly again: boolean;
  /** Age in ms up to which a paid record answers. */
  readonly reuse: number;
}

export function addSpendingOptions(command: Command): Command {
  return addBudgetOptions(command)
    .option('--name <label>', say`label sent to the service as fileName`)
    .option('--fresh', say`ask again for what is in the ledger`)
    .option('--again', say`make a new batch of a file that is known`)
    .option('-n, --dry-run', say`show the numbers, send nothing`);
}

/** What a command that sends may spend, without the options of a new batch. */
export function addBudgetOptions(command: Command): Command {
  return addSettle(
    command
      .optionsGroup(say`Spending:`)
      .option('--max-credits <n>', say`send nothing if it may cost more`, nonNegative)
      .option('--allow-overage', say`accept billing beyond the balance`)
      .option('--fit-balance', say`send as much as the balance covers`)
      .option(
        '--reuse <age>',
        withDefault('reuse', say`oldest paid record that answers instead of the service`),
      ),
  );
}

/** @throws UsageError for a duration that cannot be read */
export function toSpendingRequest(flags: SpendingFlags): SpendingRequest {
  const { maxCredits } = flags;
  return {
    allowOverage: flags.allowOverage === true,
    fitBalance: flags.fitBalance === true,
    fresh: flags.fresh === true,
    again: flags.again === true,
    reuse: parseDuration(flags.reuse, '--reuse'),
    ...(maxCredits === undefined ? {} : { maxCredits }),
  };
}

export function spendingLimits(request: SpendingRequest, now: number): SpendingLimits {
  const { maxCredits, allowOverage, fitBalance, fresh, again } = request;
  return {
    allowOverage,
    fitBalance,
    reuseSince: reuseSince(request, now),
    evenIfElsewhere: fresh || again,
    ...(maxCredits === undefined ? {} : { maxCredits }),
  };
}

/** Epoch ms from which a paid record in the ledger answers; none does with `--fresh`. */
export function reuseSince({ fresh, reuse }: SpendingRequest, now: number): number {
  return fresh ? Number.MAX_SAFE_INTEGER : now - reuse;
}
