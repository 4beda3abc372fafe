import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExportRequest } from '../../export/index.js';
import type { InputOptions } from '../../input/index.js';
import type { SpendingLimits } from '../../batch/send/spending.js';
import { parseDuration } from '../../config/duration.js';
import { withDefault } from '../../output/help/with-default.js';
import { UsageError } from '../../errors.js';
import { exitCodes, gravest, type ExitCode } from '../../exit-codes.js';
import type { Summary } from '../../batch/summary.js';
import type { ColumnKind } from '../../identifiers/index.js';
import { say } from '../../text/say.js';
import type { GlobalOptions } from '../shared/host.js';
import { nonNegative } from '../shared/numbers.js';

/** Every bulk option; each command adds the groups it understands. */
export interface BulkOptions extends GlobalOptions {
  readonly type?: ColumnKind;
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header: boolean;
  readonly sheet?: string;
  readonly name?: string;
  readonly maxCredits?: number;
  readonly allowOverage?: boolean;
  readonly fitBalance?: boolean;
  readonly fresh?: boolean;
  readonly reuse: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
  readonly output?: string;
  readonly outDir?: string;
  readonly overwrite?: boolean;
  readonly only?: ExportRequest['only'];
  readonly partial?: boolean;
  readonly partners?: string;
  readonly secondaryCnaes?: string;
  readonly excel?: boolean;
  readonly deadline: string;
  readonly interval: string;
  readonly settle: string;
  readonly strict?: boolean;
}

/** The options of `bulk resolve`. */
export interface ResolveOptions extends BulkOptions {
  readonly resubmit?: boolean;
  readonly adopt?: string;
  readonly abandon?: boolean;
  readonly job?: number;
}

/** The `lookup_status` values, which `--only` picks from. */
export const STATUSES = [
  'found',
  'not_found',
  'invalid',
  'skipped',
  'failed',
  'pending',
  'unconfirmed',
] as const;

export function addInputOptions(command: Command): Command {
  return command
    .optionsGroup(say`Input:`)
    .addOption(
      new Option('--type <kind>', say`cpf, cnpj or both (default: detected)`).choices([
        'cpf',
        'cnpj',
        'both',
      ]),
    )
    .option('--column <name|index>', say`column of the identifiers (default: detected)`)
    .option('--delimiter <char>', say`column delimiter (default: detected)`, delimiter)
    .option('--encoding <name>', say`utf8, latin1, … (default: detected)`)
    .option('--no-header', say`the first line is data`)
    .option('--sheet <name|n>', say`sheet of a workbook (default: detected)`)
    .option('--strict', say`exit 3 when rows are invalid`);
}

export function addSpendingOptions(command: Command): Command {
  return addBudgetOptions(command)
    .option('--name <label>', say`label sent to the service as fileName`)
    .option('--fresh', say`ask again for what is in the ledger`)
    .option('--again', say`make a new batch of a file that is known`)
    .option('-n, --dry-run', say`show the numbers, send nothing`);
}

/** What a command that sends may spend, and what it may take for answered. */
export function addBudgetOptions(command: Command): Command {
  return command
    .optionsGroup(say`Spending:`)
    .option('--max-credits <n>', say`send nothing if it may cost more`, nonNegative)
    .option('--allow-overage', say`accept billing beyond the balance`)
    .option('--fit-balance', say`send as much as the balance covers`)
    .option(
      '--reuse <age>',
      withDefault('reuse', say`oldest paid record that answers instead of the service`),
    )
    .option(
      '--settle <duration>',
      withDefault('settle', say`how long the balance must stand still after a lost answer`),
    );
}

export function addWatchOptions(command: Command): Command {
  return command
    .optionsGroup(say`Watching:`)
    .option('--deadline <duration>', withDefault('deadline', say`give up waiting after this long`))
    .option(
      '--interval <duration>',
      withDefault('interval', say`first pause between polls, growing to 30s`),
    );
}

export function addExportOptions(command: Command): Command {
  return command
    .optionsGroup(say`Export:`)
    .option('-o, --output <file|->', say`where the result goes`)
    .option('--overwrite', say`replace an existing file`)
    .option('--only <status,...>', say`only rows of these statuses`, statuses)
    .option('--partial', say`export a batch that has not ended`)
    .option('--partners <file>', say`CNPJ: one row per partner`)
    .option('--secondary-cnaes <file>', say`CNPJ: one row per secondary activity`)
    .option('--excel', say`for a Brazilian Excel: ; BOM CRLF, formulas defused`);
}

export function addReportOptions(command: Command): Command {
  return command
    .option('-o, --output <file|->', say`where the page goes (default: stdout)`)
    .option('--overwrite', say`replace an existing file`)
    .addOption(
      new Option('--lang <language>', say`language of the page (default: the locale's)`).choices([
        'pt-BR',
        'en',
      ]),
    );
}

export function inputOptions(options: BulkOptions): InputOptions {
  const { type, column, delimiter: mark, encoding, header, sheet } = options;
  return {
    ...(type === undefined ? {} : { kind: type }),
    ...(column === undefined ? {} : { column }),
    ...(mark === undefined ? {} : { delimiter: mark }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header ? {} : { header }),
    ...(sheet === undefined ? {} : { sheet }),
  };
}

export function spendingLimits(options: BulkOptions, now: number): SpendingLimits {
  return {
    allowOverage: options.allowOverage === true,
    fitBalance: options.fitBalance === true,
    reuseSince: reuseSince(options, now),
    evenIfElsewhere: options.fresh === true || options.again === true,
    ...(options.maxCredits === undefined ? {} : { maxCredits: options.maxCredits }),
  };
}

export function exportRequest(
  options: BulkOptions,
  target: ExportRequest['target'],
): ExportRequest {
  const { format, only, partners, secondaryCnaes, fields } = options;
  return {
    target,
    excel: options.excel === true,
    overwrite: options.overwrite === true,
    partial: options.partial === true,
    remember: false,
    ...(format === undefined ? {} : { format }),
    ...(only === undefined ? {} : { only }),
    ...(fields === undefined ? {} : { fields }),
    partners,
    secondaryCnaes,
  };
}

/** Epoch ms from which a paid record in the ledger answers; none does with `--fresh`. */
export function reuseSince(options: BulkOptions, now: number): number {
  return options.fresh === true
    ? Number.MAX_SAFE_INTEGER
    : now - parseDuration(options.reuse, '--reuse');
}

/** The exit code that a batch in this state deserves (contract, "Exit codes"); `forPending` where identifiers were never sent. */
export function exitOf(
  summary: Summary,
  strict: boolean,
  forPending: ExitCode = exitCodes.partly,
): ExitCode {
  const codes: ExitCode[] = [];
  if (summary.unconfirmed > 0) codes.push(exitCodes.unconfirmed);
  if (summary.skipped > 0) codes.push(exitCodes.credits);
  if (summary.state === 'running') codes.push(exitCodes.running);
  if (summary.pending > 0 && summary.state !== 'running') codes.push(forPending);
  if (summary.failed > 0 || (strict && summary.invalid > 0)) codes.push(exitCodes.partly);
  return gravest(codes);
}

function delimiter(text: string): string {
  const mark = text === '\\t' || text === 'tab' ? '\t' : text;
  if (mark.length !== 1 && mark !== 'none')
    throw new InvalidArgumentError(say`It must be one character, tab or none.`);
  return mark;
}

function statuses(text: string): ExportRequest['only'] {
  return text.split(',').map((status) => {
    const known = STATUSES.find((name) => name === status.trim());
    if (known !== undefined) return known;
    throw new UsageError(
      'unknown_status',
      say`There is no status ${status}; the statuses are ${STATUSES.join(', ')}.`,
    );
  });
}
