import type { Command } from 'commander';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import type { SpendingLimit } from '../../../ledger/index.js';
import type { PeriodLimits } from '../../../money/period-limits.js';
import { parseDuration } from '../../../config/duration.js';
import { withDefault } from '../../../output/help/help-text.js';
import { say } from '../../../text/say.js';
import { nonNegative, addPeriodOptions } from '../../shared/option-values.js';
import { addSettle } from './waiting-options.js';

/** The options for spending, as commander passes them. */
export interface SpendingFlags {
  readonly maxCredits?: number;
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
  readonly allowOverage?: boolean;
  readonly fitBalance?: boolean;
  readonly fresh?: boolean;
  readonly again?: boolean;
  readonly reuse: string;
}

/** How much a command may spend, and which records it may reuse. */
export interface SpendingRequest {
  readonly maxCredits?: number;
  /** What the files of one command may spend together. */
  readonly ofFiles?: SpendingLimit;
  readonly periods?: PeriodLimits;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
  /** Reuse no records. */
  readonly fresh: boolean;
  /** Make a new batch of a file whose last one has ended. */
  readonly again: boolean;
  /** The maximum age in ms of a reused record. */
  readonly reuse: number;
}

export function addSpendingOptions(command: Command): Command {
  return addBudgetOptions(command)
    .option('--name <label>', say`label sent to the service as fileName`)
    .option('--fresh', say`ask again for what is in the ledger`)
    .option('--again', say`make a new batch if the last one of this file has ended`)
    .option('-n, --dry-run', say`show the numbers, send nothing`);
}

/** Adds the spending options that do not concern new batches. */
export function addBudgetOptions(command: Command): Command {
  return addSettle(
    addPeriodOptions(
      command
        .optionsGroup(say`Spending:`)
        .option('--max-credits <n>', say`send nothing if it may cost more`, nonNegative),
    )
      .option('--allow-overage', say`accept billing beyond the balance`)
      .option('--fit-balance', say`send as much as the balance and the budgets cover`)
      .option('--reuse <age>', withDefault('reuse', say`reuse paid records up to this age`)),
  );
}

/** @throws UsageError for an invalid duration */
export function toSpendingRequest(flags: SpendingFlags): SpendingRequest {
  return {
    maxCredits: flags.maxCredits,
    periods: { maxPerDay: flags.maxCreditsPerDay, maxPerMonth: flags.maxCreditsPerMonth },
    allowOverage: flags.allowOverage === true,
    fitBalance: flags.fitBalance === true,
    fresh: flags.fresh === true,
    again: flags.again === true,
    reuse: parseDuration(flags.reuse, '--reuse'),
  };
}

export function spendingLimits(request: SpendingRequest, now: number): SpendingLimits {
  const { maxCredits, ofFiles, allowOverage, fitBalance, fresh, periods } = request;
  return {
    ...{ maxCredits, ofFiles, periods, allowOverage, fitBalance },
    reuseSince: reuseSince(request, now),
    evenIfElsewhere: fresh,
  };
}

/** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
export function reuseSince({ fresh, reuse }: SpendingRequest, now: number): number {
  return fresh ? Number.MAX_SAFE_INTEGER : now - reuse;
}
