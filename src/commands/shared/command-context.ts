import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import { type KeyName, keyNames, type Setting } from '../../config/settings.js';
import type { OutputFormat } from './answer-printer.js';
import { chooseStyle } from '../../terminal/style.js';
import { refuseUnknownFields } from './setting-fields.js';
import { accountFrom, withDurationsInMs, loadSettings, optionName } from './account.js';
import type { CommandEntry, CommandContext } from './command.js';
import type { GlobalOptions } from './option.js';

type TypedLine = GlobalOptions & { readonly output?: string };

/**
 * Makes what a command works with from what was typed and the settings.
 *
 * @throws UsageError for an option that the command does not have, because nothing is ignored, and for settings that
 * cannot be used
 */
export async function buildCommandContext(
  program: Pick<CommandContext, 'context' | 'finish' | 'version' | 'started' | 'next'>,
  entry: CommandEntry,
  typed: TypedLine,
): Promise<CommandContext> {
  const { context } = program;
  const options = await readOptions(context, entry, typed);
  if (typed.fields !== undefined && entry.acceptsFields !== true)
    throw new UsageError('no_fields', {});
  const format = stdoutFormat(entry, typed, options.format);
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
    account: accountFrom(options, context),
    style: chooseStyle(context.stdout, context, options),
    json: format === 'json',
    // A program gets no notices unless it asks for them.
    quiet: options.quiet === true || (isForProgram(entry, typed) && !verbose),
  };
}

/** Reads the options. A command that reads the settings itself gets durations as they were typed. */
async function readOptions(
  context: Context,
  entry: CommandEntry,
  typed: GlobalOptions,
): Promise<GlobalOptions> {
  if (entry.settings === 'own') return typed;
  if (entry.settings === 'format')
    return { ...typed, format: typed.format ?? (await profileFormat(context, typed)) };
  return withDurationsInMs(await withSettings(context, entry, typed));
}

/** Completes the typed options with the settings that apply to the command. @throws UsageError as `loadSettings` */
async function withSettings(
  context: Context,
  entry: CommandEntry,
  typed: GlobalOptions,
): Promise<GlobalOptions> {
  const flags = typed as GlobalOptions & Readonly<Record<string, unknown>>;
  const { profile, all, termsSetAt, keyCommand } = await loadSettings(context, typed);
  const unset = keyNames.filter(
    (key) => flags[optionName(key)] === undefined && appliesTo(key, all[key], entry, flags),
  );
  const values = unset.map((key) => [optionName(key), all[key].value]);
  const settings = Object.fromEntries(values) as Partial<GlobalOptions>;
  const fieldsAreSetting = settings.fields !== undefined;
  if (settings.fields !== undefined) refuseUnknownFields(settings.fields, all.fields.place);
  const format = typed.format ?? chooseSettingFormat(entry, settings);
  const labels = isJsonResult(entry, typed, format) ? undefined : settings.labels;
  const options = { ...typed, ...settings, format, profile, termsSetAt, keyCommand };
  return { ...options, fieldsAreSetting, labels: typed.labels ?? labels };
}

/** Returns the format of the profile. For the result of a run, `result-format` says more than `format`. */
function chooseSettingFormat(
  { path }: CommandEntry,
  { format, resultFormat }: Partial<GlobalOptions>,
): string | undefined {
  return path === 'bulk run' && resultFormat !== undefined ? undefined : format;
}

/** Returns whether a result is JSON, which has the service's names whatever the setting `labels` says. */
function isJsonResult(
  { fileFormat }: CommandEntry,
  { json, output }: TypedLine,
  format: string | undefined,
): boolean {
  if (json === true && fileFormat?.besideJson === 'never') return true;
  return /^jsonl?$/.test(format ?? '') || /\.jsonl?(?:\.gz)?$/i.test(output ?? '');
}

/**
 * Returns the profile's format for `check`, which settings that cannot be read do not stop.
 * @throws UsageError `no_such_profile`
 */
async function profileFormat(
  context: Context,
  { profile }: GlobalOptions,
): Promise<string | undefined> {
  try {
    const { all } = await loadSettings(context, { profile });
    return all.format.value?.toString();
  } catch (error) {
    if (error instanceof UsageError && error.code !== 'no_such_profile') return undefined;
    throw error;
  }
}

/**
 * Whether a setting applies. A lookup has a deadline only if the user set one; a named file and an export have their
 * own format.
 */
function appliesTo(
  key: KeyName,
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
  const isChosen = excel || (fileFormat.besideJson === 'never' && json === true);
  return value !== 'table' && !isChosen && (output === undefined || output === '-');
}

const ONE_OBJECT = ['table', 'json'] as const satisfies readonly OutputFormat[];

/**
 * Returns what a command prints on stdout (contract, "Global options"). `resolved`: the format that was typed, or that
 * of the profile.
 *
 * @throws UsageError `no_json`, `options_contradict`, `unknown_format`, because a format is honoured or refused, never
 * ignored
 */
export function stdoutFormat(
  { formats = ONE_OBJECT, fileFormat }: CommandEntry,
  typed: Pick<TypedLine, 'json' | 'format' | 'output'>,
  resolved?: string,
): OutputFormat {
  const isJson = typed.format === 'json' || typed.format === 'jsonl';
  if (!formats.includes('json') && (typed.json === true || isJson))
    throw new UsageError('no_json', {});
  if (typed.json === true) {
    const { besideJson = 'never' } = fileFormat ?? {};
    const mayDiffer =
      besideJson === 'always' || (besideJson === 'with --output' && typed.output !== undefined);
    if (typed.format !== undefined && !isJson && !mayDiffer)
      throw new UsageError('options_contradict', {
        one: '--json',
        other: `--format ${typed.format}`,
      });
    return 'json';
  }
  if (fileFormat !== undefined) return 'table';
  const known = (wanted?: string) => formats.find((format) => format === wanted);
  if (typed.format === undefined) {
    // The profile's format is for records and numbers: the commands whose output also has a form in CSV.
    return (formats.includes('csv') ? known(resolved) : undefined) ?? 'table';
  }
  const format = known(typed.format);
  if (format === undefined)
    throw new UsageError('unknown_format', { wanted: typed.format, formats });
  return format;
}

/**
 * Whether a program reads stdout. `--format json` alone does not say so where people choose it, too: beside lines of
 * JSON, or as the format of a file.
 */
function isForProgram({ formats, fileFormat }: CommandEntry, { json, format }: GlobalOptions) {
  if (json === true) return true;
  return format === 'json' && fileFormat === undefined && formats?.includes('jsonl') !== true;
}

/** A dry run has no result, so its `--format json` applies to the summary. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}
