import { InvalidArgumentError, Option } from 'commander';
import type { ValueRule } from '../../base/command-errors.js';
import type { KeyCommand } from '../../config/account.js';
import { isCredits, type SettingName } from '../../config/settings.js';
import { t } from '../../messages/index.js';
import { withDefault } from '../help/text.js';
import { type Compared, addComparison } from '../../records/compared.js';
import type { ColorWish } from '../../terminal/style.js';

/** An option of commander, with the type of the value that commander reads from it. */
export type OptionOf<T> = Option & { readonly of?: readonly [T] };

export type Options = Readonly<Record<string, OptionOf<unknown>>>;

export type Values<F extends () => Options> = {
  readonly [K in keyof ReturnType<F>]: ReturnType<F>[K] extends OptionOf<infer T> ? T : never;
};

export const flag = (flags: string, about: string): OptionOf<boolean | undefined> =>
  new Option(flags, about);
/** An option `--no-…`, whose value is true if it is left out. */
export const negated = (flags: string, about: string): OptionOf<boolean> =>
  new Option(flags, about);
export const text = (flags: string, about: string): OptionOf<string | undefined> =>
  new Option(flags, about);
/** A duration (ms for the command), undefined if it is left out. */
export const durationWithoutDefault = (
  flags: string,
  about: string,
): OptionOf<number | undefined> =>
  new Option(flags, about) as OptionOf<unknown> as OptionOf<number | undefined>;
/** A duration (ms for the command) whose default is a setting. */
export const durationSetting = (flags: string, key: SettingName, about: string): OptionOf<number> =>
  new Option(flags, withDefault(key, about));

export function value<T>(
  flags: string,
  about: string,
  read: (text: string, previous: T | undefined) => T,
): OptionOf<T | undefined> {
  return new Option(flags, about).argParser(read);
}

export function choice<T extends string>(
  flags: string,
  about: string,
  choices: readonly T[],
): OptionOf<T | undefined> {
  return new Option(flags, about).choices(choices);
}

/** An option `--compare`, which may be given once for each field. */
export function compare(flags: string, about: string): OptionOf<Compared | undefined> {
  return value(flags, about, addComparison);
}

export function withHeading<T extends Options>(heading: string, options: T): T {
  for (const option of Object.values(options)) option.helpGroup(heading);
  return options;
}

export const globalOptions = () => ({
  profile: text('--profile <name>', t.options.profile),
  baseUrl: text('--base-url <url>', t.options.baseUrl),
  apiKeyFile: text('--api-key-file <path>', t.options.apiKeyFile),
  sandbox: flag('--sandbox', t.options.sandbox),
  json: flag('--json', t.options.json),
  fields: text('--fields <a,b.c>', t.options.fields),
  format: new Option('--format <format>', t.options.format)
    .choices(['table', 'json', 'jsonl', 'csv', 'tsv', 'xlsx'])
    // Each command refuses formats that it does not have, and lists its own.
    .argParser((format) => format) as OptionOf<string | undefined>,
  quiet: flag('-q, --quiet', t.options.quiet),
  verbose: flag('-v, --verbose', t.options.verbose),
  color: new Option('--color <when>', t.options.color)
    .choices(['auto', 'always', 'never'])
    .default('auto') as OptionOf<ColorWish>,
  noColor: flag('--no-color', t.options.noColor),
  progress: negated('--no-progress', t.options.noProgress),
  timestamps: flag('--timestamps', t.options.timestamps),
  input: negated('--no-input', t.options.noInput),
  yes: flag('-y, --yes', t.options.yes),
  timeout: durationWithoutDefault('--timeout <duration>', t.options.timeout),
  rate: value('--rate <n>', withDefault('rate', t.options.rate), parsePositive),
  realtimeRate: value(
    '--realtime-rate <n>',
    withDefault('realtime-rate', t.options.realtimeRate),
    parsePositive,
  ),
});

/** The options of every command, and the settings that are options of some commands or of none. */
export interface GlobalOptions extends Omit<Values<typeof globalOptions>, 'noColor'> {
  readonly ledger?: string;
  /** The setting `api-key-command` with its source. */
  readonly keyCommand?: KeyCommand;
  /** The language of the names and words in a result; only commands that write results have the option. */
  readonly labels?: string;
  /** The purpose of the lookup. */
  readonly purpose?: string;
  readonly requirePurpose?: string;
  /** The age (ms) above which data are deleted at the end of a command that sent something. */
  readonly retention?: number;
  /** R$ of one credit, to be shown beside credits. */
  readonly creditPrice?: number;
  /** The extension of a result beside its input. */
  readonly resultFormat?: string;
  /** The fields come from a setting, which may name fields of CPFs and of CNPJs. */
  readonly fieldsAreSetting?: boolean;
  /** The maximum age (ms) of a paid record that is reused. */
  readonly reuse?: number;
  readonly costCpf?: number;
  readonly costCnpj?: number;
  readonly costRealtime?: number;
  /** Whether other programs spend credits of this account, too (nothing to do with a shared ledger). */
  readonly shared?: boolean | string;
  /** Epoch ms at which a price or `shared` was last set in the profile. */
  readonly termsSetAt?: number;
  /** The settle time (ms): how late the balance may show a charge. */
  readonly settle?: number;
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
}

export const purpose = () => text('--purpose <text>', t.options.purpose);

export const periodOptions = () => ({
  maxCreditsPerDay: value(
    '--max-credits-per-day <n>',
    t.options.maxCreditsPerDay,
    parseNonNegative,
  ),
  maxCreditsPerMonth: value(
    '--max-credits-per-month <n>',
    t.options.maxCreditsPerMonth,
    parseNonNegative,
  ),
});

/** The terms of the account for one command; the settings of the same names are for all commands. */
export const termOptions = () =>
  hideFromHelp({
    costCpf: value('--cost-cpf <n>', t.options.costCpf, parsePrice),
    costCnpj: value('--cost-cnpj <n>', t.options.costCnpj, parsePrice),
    costRealtime: value('--cost-realtime <n>', t.options.costRealtime, parsePrice),
    shared: flag('--shared', t.options.shared),
  });

/** Hides options from the help of their commands; `confere help settings` lists them. */
function hideFromHelp<T extends Options>(options: T): T {
  for (const option of Object.values(options)) option.hideHelp();
  return options;
}

function parsePrice(text: string): number {
  if (isCredits(text) && Number(text) > 0) return Number(text);
  throw createValueError('price');
}

/** Creates the error of a value that breaks a rule; `help/usage` finds the rule in commander's message. */
export function createValueError(rule: ValueRule): InvalidArgumentError {
  return new InvalidArgumentError(rule);
}

/** Reads a number of zero or more, written as in a setting: `1e3` is refused. */
export function parseNonNegative(text: string): number {
  if (isCredits(text.trim())) return Number(text);
  throw createValueError('not_negative');
}

export function parsePositive(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text.trim()) && Number.isSafeInteger(number) && number > 0) return number;
  throw createValueError('above_zero');
}

const DAY = 86_400_000;

/** A day or month of the calendar in UTC, from `from` to before `end` (epoch ms), or the day `daysAgo` days ago. */
type CalendarDays = { readonly from: number; readonly end: number } | { readonly daysAgo: number };

/** Parses `2026-01-31`, `31/01/2026`, `2026-01`, `01/2026` or `30d`. @throws InvalidArgumentError */
export function parseCalendarDays(text: string): CalendarDays {
  const [, daysAgo] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (daysAgo !== undefined) return { daysAgo: Number(daysAgo) };
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text);
  const local = /^(?:(\d\d)\/)?(\d\d)\/(\d{4})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]];
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  // `Date.UTC` turns 31 February into a day of March.
  const isReal =
    !Number.isNaN(from) &&
    new Date(from).toISOString().startsWith(`${year}-${month}-${day ?? '01'}`);
  if (!isReal) throw createValueError('calendar_day');
  const end = day === undefined ? Date.UTC(Number(year), Number(month)) : from + DAY;
  return { from, end };
}

/** Returns the days as times (epoch ms), `end` excluded; `now` decides which day was so many days ago. */
export function resolveDays(days: CalendarDays, now: number): { from: number; end: number } {
  if ('from' in days) return days;
  const from = (Math.floor(now / DAY) - days.daysAgo) * DAY;
  return { from, end: from + DAY };
}
