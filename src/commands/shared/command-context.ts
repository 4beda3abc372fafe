import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import { type SettingName, settingNames, type Setting } from '../../config/settings.js';
import type { OutputFormat } from './answer-printer.js';
import { chooseStyle } from '../../terminal/style.js';
import { refuseUnknownFields } from './setting-fields.js';
import { buildAccount, withDurationsInMs, loadSettings, toOptionName } from './account.js';
import type { CommandEntry, CommandContext } from './command.js';
import type { GlobalOptions } from './option.js';

type TypedOptions = GlobalOptions & { readonly output?: string };

/**
 * Builds the context of a command from the typed options and the settings.
 *
 * @throws UsageError for an option that the command does not have, because nothing is ignored, and for settings that
 * cannot be used
 */
export async function buildCommandContext(
  program: Pick<CommandContext, 'context' | 'finish' | 'version' | 'started' | 'next'>,
  entry: CommandEntry,
  typed: TypedOptions,
): Promise<CommandContext> {
  const { context } = program;
  const options = await readOptions(context, entry, typed);
  if (typed.fields !== undefined && entry.acceptsFields !== true)
    throw new UsageError('no_fields', {});
  const format = chooseStdoutFormat(entry, typed, options.format);
  const { color, progress, input: mayAsk, yes = false, verbose = false } = options;
  return {
    ...program,
    options,
    color,
    progress,
    mayAsk,
    yes,
    verbose,
    format,
    account: buildAccount(options, context),
    style: chooseStyle(context.stdout, context, options),
    json: format === 'json',
    // A program gets no notices unless `--verbose` asks for them.
    quiet: options.quiet === true || (isForProgram(entry, typed) && !verbose),
  };
}

/** Returns the options with settings; a command that reads the settings itself gets them as they were typed. */
async function readOptions(
  context: Context,
  entry: CommandEntry,
  typed: GlobalOptions,
): Promise<GlobalOptions> {
  if (entry.givenSettings === 'none') return typed;
  if (entry.givenSettings === 'format')
    return { ...typed, format: typed.format ?? (await readProfileFormat(context, typed)) };
  return withDurationsInMs(await withSettings(context, entry, typed));
}

/** Completes the typed options with the settings that apply to the command. @throws UsageError as `loadSettings` */
async function withSettings(
  context: Context,
  entry: CommandEntry,
  typed: GlobalOptions,
): Promise<GlobalOptions> {
  const flags = typed as GlobalOptions & Readonly<Record<string, unknown>>;
  const { profile, settings, termsSetAt, keyCommand } = await loadSettings(context, typed);
  const unset = settingNames.filter(
    (key) =>
      flags[toOptionName(key)] === undefined && settingApplies(key, settings[key], entry, flags),
  );
  const values = unset.map((key) => [toOptionName(key), settings[key].value]);
  const applied = Object.fromEntries(values) as Partial<GlobalOptions>;
  const fieldsAreSetting = applied.fields !== undefined;
  if (applied.fields !== undefined) refuseUnknownFields(applied.fields, settings.fields.place);
  const format = typed.format ?? chooseSettingFormat(entry, applied);
  const labels = isJsonResult(entry, typed, format) ? undefined : applied.labels;
  const options = { ...typed, ...applied, format, profile, termsSetAt, keyCommand };
  return { ...options, fieldsAreSetting, labels: typed.labels ?? labels };
}

/** Returns the profile's format of output; a run takes `result-format` for its result, where that is set. */
function chooseSettingFormat(
  { path }: CommandEntry,
  { format, resultFormat }: Partial<GlobalOptions>,
): string | undefined {
  return path === 'bulk run' && resultFormat !== undefined ? undefined : format;
}

/** Whether a result is JSON, to which the setting `labels` does not apply. */
function isJsonResult(
  { fileFormat }: CommandEntry,
  { json, output }: TypedOptions,
  format: string | undefined,
): boolean {
  if (json === true && fileFormat?.allowedBesideJson === 'never') return true;
  return /^jsonl?$/.test(format ?? '') || /\.jsonl?(?:\.gz)?$/i.test(output ?? '');
}

/**
 * Returns the profile's format for `check`; undefined if the settings cannot be read, because `check` works without them.
 * @throws UsageError `no_such_profile`
 */
async function readProfileFormat(
  context: Context,
  { profile }: GlobalOptions,
): Promise<string | undefined> {
  try {
    const { settings } = await loadSettings(context, { profile });
    return settings.format.value?.toString();
  } catch (error) {
    if (error instanceof UsageError && error.code !== 'no_such_profile') return undefined;
    throw error;
  }
}

/**
 * Whether a setting applies to a command. A lookup has a deadline only if the user set one. The setting `format` does not
 * apply to files whose name or option says the format.
 */
function settingApplies(
  key: SettingName,
  { value, from }: Setting,
  { path, fileFormat, acceptsFields = false }: CommandEntry,
  typed: { readonly output?: unknown; readonly json?: boolean; readonly excel?: boolean },
): boolean {
  if (key === 'deadline' && from === 'default') return path.startsWith('bulk ');
  if (key === 'fields') return value !== undefined && acceptsFields;
  if (key === 'labels') return value !== undefined && acceptsFields && fileFormat !== undefined;
  if (key !== 'format' || value === undefined) return value !== undefined;
  const { output, json, excel = false } = typed;
  if (fileFormat === undefined)
    return typeof output !== 'string' || !/\.(csv|jsonl?)$/i.test(output);
  const isChosen = excel || (fileFormat.allowedBesideJson === 'never' && json === true);
  return value !== 'table' && !isChosen && (output === undefined || output === '-');
}

const DEFAULT_FORMATS = ['table', 'json'] as const satisfies readonly OutputFormat[];

/**
 * Returns the format of stdout (contract, "Global options"). `settledFormat`: the typed format or, without one, that of
 * the profile.
 *
 * @throws UsageError `no_json`, `options_contradict`, `unknown_format`, because a format is used or refused, never ignored
 */
export function chooseStdoutFormat(
  { formats = DEFAULT_FORMATS, fileFormat }: CommandEntry,
  typed: Pick<TypedOptions, 'json' | 'format' | 'output'>,
  settledFormat?: string,
): OutputFormat {
  const isJson = typed.format === 'json' || typed.format === 'jsonl';
  if (!formats.includes('json') && (typed.json === true || isJson))
    throw new UsageError('no_json', {});
  if (typed.json === true) {
    const { allowedBesideJson = 'never' } = fileFormat ?? {};
    const mayDiffer =
      allowedBesideJson === 'always' ||
      (allowedBesideJson === 'with --output' && typed.output !== undefined);
    if (typed.format !== undefined && !isJson && !mayDiffer)
      throw new UsageError('options_contradict', {
        one: '--json',
        other: `--format ${typed.format}`,
      });
    return 'json';
  }
  if (fileFormat !== undefined) return 'table';
  const findFormat = (wanted?: string) => formats.find((format) => format === wanted);
  if (typed.format === undefined) {
    // The profile's format is meant for records and numbers, and commands that print these can print CSV.
    return (formats.includes('csv') ? findFormat(settledFormat) : undefined) ?? 'table';
  }
  const format = findFormat(typed.format);
  if (format === undefined)
    throw new UsageError('unknown_format', { wanted: typed.format, formats });
  return format;
}

/**
 * Whether a program reads stdout. `--format json` says so only of a command without JSONL and without a result file,
 * because elsewhere people choose JSON, too.
 */
function isForProgram({ formats, fileFormat }: CommandEntry, { json, format }: GlobalOptions) {
  if (json === true) return true;
  return format === 'json' && fileFormat === undefined && formats?.includes('jsonl') !== true;
}

/** Whether a command without a result, such as a dry run, prints its summary as JSON; `--format json` says so, too. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}
