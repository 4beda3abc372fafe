import { type Command, Option } from 'commander';
import type { WriteOptions } from '../../../batch/options.js';
import { UsageError } from '../../../errors.js';
import type { ExportRequest } from '../../../export/index.js';
import { lookupStatuses } from '../../../export/lookup-status.js';
import type { ColumnKind } from '../../../identifiers/index.js';
import type { InputOptions } from '../../../input/index.js';
import { t } from '../../../messages/index.js';
import { withDefault } from '../../../output/help/text.js';
import { addPeriodOptions, badValue, nonNegative } from '../../shared/option-values.js';

export {
  resultOf,
  reuseSince,
  spendingLimits,
  type SettledSpending as SpendingOptions,
} from '../../../batch/options.js';

/** How to read a file; what is left out is detected. */
export interface InputChoice {
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

export function inputOf(options: InputChoice): InputOptions {
  const { type: kind, column, delimiter: mark, encoding, sheet } = options;
  const header = options.header ? undefined : false;
  return { kind, column, delimiter: mark, encoding, header, sheet };
}

function delimiter(text: string): string {
  const mark = text === '\\t' || text === 'tab' ? '\t' : text;
  if (mark.length !== 1) throw badValue('one_character');
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

/** How long a command waits, in ms. */
export interface WaitingOptions {
  /** For the whole command. */
  readonly deadline: number;
  /** Until the first poll of a job. */
  readonly interval: number;
  /** How long the balance must stay unchanged after a lost answer. */
  readonly settle: number;
}

export function addWatchOptions(command: Command): Command {
  return command
    .option('--deadline <duration>', withDefault('deadline', t.options.deadline))
    .option('--interval <duration>', withDefault('interval', t.options.interval));
}

/** What is told to whoever does not watch a run. */
export function addNotify(command: Command): Command {
  return command.option('--notify <command>', t.options.notify);
}

export function addSettle(command: Command): Command {
  return command.option('--settle <duration>', withDefault('settle', t.options.settle));
}

/** Where a result goes, and how it is written. */
export interface ResultOptions extends WriteOptions {
  readonly output?: string;
  readonly fields?: string;
}

export function addExportOptions(command: Command): Command {
  return addOverwrite(
    command.optionsGroup(t.options.resultGroup).option('-o, --output <file|->', t.options.output),
  )
    .option('--only <status,...>', t.options.only, statuses)
    .option('--partial', t.options.partial)
    .option('--partners <file>', t.options.partners)
    .option('--excel', t.options.excel);
}

export function addOverwrite(command: Command): Command {
  return command.option('--overwrite', t.options.overwrite);
}

function statuses(text: string): ExportRequest['only'] {
  return text.split(',').map((status) => {
    const known = lookupStatuses.find((name) => name === status.trim());
    if (known !== undefined) return known;
    throw new UsageError('unknown_status', { wanted: status, statuses: lookupStatuses });
  });
}

export function addSpendingOptions(command: Command): Command {
  return addBudgetOptions(command)
    .option('--fresh', t.options.fresh)
    .option('--again', t.options.again)
    .option('-n, --dry-run', t.options.plan)
    .option('--name <label>', t.options.fileName);
}

/** Adds the spending options that do not concern new batches. */
export function addBudgetOptions(command: Command): Command {
  return addSettle(
    addPeriodOptions(
      command
        .optionsGroup(t.options.sendingGroup)
        .option('--max-credits <n>', t.options.maxCredits, nonNegative),
    )
      .option('--allow-overage', t.options.allowOverage)
      .option('--fit-balance', t.options.fitBalance)
      .option('--reuse <age>', withDefault('reuse', t.options.reuse)),
  );
}
