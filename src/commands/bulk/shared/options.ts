import { Option, type Command } from 'commander';
import type { ColumnKind } from '../../../identifiers/index.js';
import type { InputOptions } from '../../../input/index.js';
import { t } from '../../../messages/index.js';
import { badValue, nonNegative, addPeriodOptions } from '../../shared/option-values.js';
import { parseDuration } from '../../../config/duration.js';
import { withDefault } from '../../../output/help/help-text.js';
import { UsageError } from '../../../errors.js';
import type { ExportRequest } from '../../../export/index.js';
import { lookupStatuses } from '../../../export/lookup-status.js';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import type { SpendingLimit } from '../../../ledger/index.js';
import type { PeriodLimits } from '../../../money/period-limits.js';

/** The options for reading a file, as commander passes them. */
export interface InputFlags {
  readonly type?: ColumnKind;
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header: boolean;
  readonly sheet?: string;
  readonly strict?: boolean;
}

const KINDS = ['cpf', 'cnpj', 'both'];

export function addInputOptions(command: Command): Command {
  return addStrict(
    command
      .optionsGroup(t.options.inputGroup)
      .addOption(new Option('--type <kind>', t.options.kind).choices(KINDS))
      .option('--column <name|index|a+b>', t.options.column)
      .option('--delimiter <char>', t.options.delimiter, delimiter)
      .option('--encoding <name>', t.options.encoding)
      .option('--no-header', t.options.noHeader)
      .option('--sheet <name|n>', t.options.sheet),
  );
}

export function addStrict(command: Command): Command {
  return command.option('--strict', t.options.strict);
}

/** Options that were left out are detected from the file. */
export function toInputOptions(flags: InputFlags): InputOptions {
  const { type: kind, column, delimiter: mark, encoding, sheet } = flags;
  const header = flags.header ? undefined : false;
  return { kind, column, delimiter: mark, encoding, header, sheet };
}

function delimiter(text: string): string {
  const mark = text === '\\t' || text === 'tab' ? '\t' : text;
  if (mark.length !== 1 && mark !== 'none') throw badValue('one_character');
  return mark;
}

const MOST_USED = ['--output', '--max-credits', '--dry-run', '--column', '--deadline'];

/** In the help, the options that matter stand above the headings of all others. */
export function mostUsed(command: Command): Command {
  for (const option of command.options) {
    if (MOST_USED.includes(option.long ?? '')) option.helpGroup(t.options.mostUsedGroup);
  }
  return command;
}

/** The options for waiting, as commander passes them. */
export interface WaitingFlags {
  readonly deadline: string;
  readonly interval: string;
  readonly settle: string;
}

/** How long a command waits, in ms. */
export interface WaitingRequest {
  /** For the whole command. */
  readonly deadline: number;
  /** Until the first poll of a job. */
  readonly interval: number;
  /** How long the balance must stay unchanged after a lost answer. */
  readonly settle: number;
}

export function addWatchOptions(command: Command): Command {
  return command
    .optionsGroup(t.options.watchingGroup)
    .option('--deadline <duration>', withDefault('deadline', t.options.deadline))
    .option('--interval <duration>', withDefault('interval', t.options.interval));
}

export function addSettle(command: Command): Command {
  return command.option('--settle <duration>', withDefault('settle', t.options.settle));
}

/** @throws UsageError for an invalid duration */
export function toWaitingRequest({ deadline, interval, settle }: WaitingFlags): WaitingRequest {
  return {
    deadline: parseDuration(deadline, '--deadline'),
    interval: parseDuration(interval, '--interval'),
    settle: parseDuration(settle, '--settle'),
  };
}

/** The options for writing a result, as commander passes them. */
export interface ResultFlags {
  readonly format?: string;
  readonly fields?: string;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly only?: ExportRequest['only'];
  readonly partial?: boolean;
  readonly partners?: string;
  readonly secondaryCnaes?: string;
  readonly excel?: boolean;
}

/** How to write a result, for any target. */
export type ResultRequest = Omit<ExportRequest, 'target'>;

export function addExportOptions(command: Command): Command {
  return addOverwrite(
    command.optionsGroup(t.options.exportGroup).option('-o, --output <file|->', t.options.output),
  )
    .option('--only <status,...>', t.options.only, statuses)
    .option('--partial', t.options.partial)
    .option('--partners <file>', t.options.partners)
    .option('--secondary-cnaes <file>', t.options.secondaryCnaes)
    .option('--excel', t.options.excel);
}

export function addOverwrite(command: Command): Command {
  return command.option('--overwrite', t.options.overwrite);
}

export function toResultRequest(flags: ResultFlags): ResultRequest {
  const { format, only, partners, secondaryCnaes, fields } = flags;
  return {
    excel: flags.excel === true,
    overwrite: flags.overwrite === true,
    partial: flags.partial === true,
    remember: false,
    ...{ format, only, fields, partners, secondaryCnaes },
  };
}

function statuses(text: string): ExportRequest['only'] {
  return text.split(',').map((status) => {
    const known = lookupStatuses.find((name) => name === status.trim());
    if (known !== undefined) return known;
    throw new UsageError('unknown_status', { wanted: status, statuses: lookupStatuses });
  });
}

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
    .option('--name <label>', t.options.fileName)
    .option('--fresh', t.options.fresh)
    .option('--again', t.options.again)
    .option('-n, --dry-run', t.options.plan);
}

/** Adds the spending options that do not concern new batches. */
export function addBudgetOptions(command: Command): Command {
  return addSettle(
    addPeriodOptions(
      command
        .optionsGroup(t.options.spendingGroup)
        .option('--max-credits <n>', t.options.maxCredits, nonNegative),
    )
      .option('--allow-overage', t.options.allowOverage)
      .option('--fit-balance', t.options.fitBalance)
      .option('--reuse <age>', withDefault('reuse', t.options.reuse)),
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
