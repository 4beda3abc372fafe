import { UsageError } from '../../../base/errors.js';
import { rowFilters } from '../../../export/format.js';
import type { InputOptions } from '../../../input/index.js';
import { t } from '../../../messages/index.js';
import { labelSets } from '../../../records/labels.js';
import {
  createValueError,
  choice,
  compare,
  durationSetting,
  flag,
  negated,
  parseNonNegative,
  type Options,
  periodOptions,
  purpose,
  termOptions,
  text,
  withHeading,
  value,
  type Values,
} from '../../shared/option.js';

export const strict = () => flag('--strict', t.options.strict);
export const overwrite = () => flag('--overwrite', t.options.overwrite);
export const kind = () => choice('--type <kind>', t.options.kind, ['cpf', 'cnpj', 'both']);
export const column = () => text('--column <name|index|a+b>', t.options.column);
export const sheet = () => text('--sheet <name|n>', t.options.sheet);
export const comparison = () => compare('--compare <field=column>', t.options.compare);
export const notify = () => text('--notify <command>', t.options.notify);

/** The options that say how a file is read; what is left out is detected. */
export const inputOptions = () =>
  withHeading(t.options.inputGroup, {
    type: kind(),
    column: column(),
    delimiter: value('--delimiter <char>', t.options.delimiter, parseDelimiter),
    encoding: text('--encoding <name>', t.options.encoding),
    header: negated('--no-header', t.options.noHeader),
    sheet: sheet(),
    strict: strict(),
  });

export function readInputOptions(options: Values<typeof inputOptions>): InputOptions {
  const { type, delimiter: mark, header, encoding } = options;
  return {
    kind: type,
    column: options.column,
    delimiter: mark,
    encoding,
    sheet: options.sheet,
    header: header ? undefined : false,
  };
}

function parseDelimiter(given: string): string {
  const mark = given === '\\t' || given === 'tab' ? '\t' : given;
  if (mark.length !== 1) throw createValueError('one_character');
  return mark;
}

export const settle = () => durationSetting('--settle <duration>', 'settle', t.options.settle);

export const watchOptions = () => ({
  deadline: durationSetting('--deadline <duration>', 'deadline', t.options.deadline),
  interval: durationSetting('--interval <duration>', 'interval', t.options.interval),
});

/** The deadline, the poll interval and the settle time of a command, in ms. */
export interface WaitOptions extends Values<typeof watchOptions> {
  readonly settle: number;
}

export const budgetOptions = () => ({
  maxCredits: value('--max-credits <n>', t.options.maxCredits, parseNonNegative),
  ...periodOptions(),
  ...termOptions(),
  allowOverage: flag('--allow-overage', t.options.allowOverage),
  fitBalance: flag('--fit-balance', t.options.fitBalance),
  reuse: durationSetting('--reuse <age>', 'reuse', t.options.reuse),
  settle: settle(),
});

export const spendingOptions = () => ({
  ...budgetOptions(),
  fresh: flag('--fresh', t.options.fresh),
  again: flag('--again', t.options.again),
  dryRun: flag('-n, --dry-run', t.options.plan),
  name: text('--name <label>', t.options.label),
  purpose: purpose(),
});

export const exportOptions = () =>
  withHeading(t.options.resultGroup, {
    output: text('-o, --output <file|->', t.options.output),
    overwrite: overwrite(),
    only: value('--only <status,...>', t.options.only, (given) => parseListed(given, rowFilters)),
    compare: comparison(),
    partial: flag('--partial', t.options.partial),
    partners: text('--partners <file>', t.options.partners),
    excel: flag('--excel', t.options.excel),
    labels: choice('--labels <set>', t.options.labels, labelSets),
  });

/** Parses a list of statuses, with commas between them. @throws UsageError `unknown_status` */
export function parseListed<T extends string>(given: string, statuses: readonly T[]): readonly T[] {
  return given.split(',').map((listed) => {
    const known = statuses.find((status) => status === listed.trim());
    if (known !== undefined) return known;
    throw new UsageError('unknown_status', { wanted: listed, statuses });
  });
}

/** The options that the help of a command lists first. */
const MOST_USED = ['--output', '--max-credits', '--dry-run', '--column', '--deadline'];

export function markMostUsed<T extends Options>(options: T): T {
  for (const option of Object.values(options))
    if (MOST_USED.includes(option.long ?? '')) option.helpGroup(t.options.mostUsedGroup);
  return options;
}
