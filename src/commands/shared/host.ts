import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import type { Format } from '../../output/answer-printer.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { accountFrom, inMs, profileFormat, settledOptions } from './account.js';
import type { CommandEntry, Host, Program } from './command.js';
import type { GlobalOptions } from './option.js';

/** @throws UsageError for an option that the command does not have: nothing is ignored */
export async function buildHost(
  program: Program,
  entry: CommandEntry,
  given: GlobalOptions & { readonly output?: string },
): Promise<Host> {
  const { context } = program;
  const { traits } = entry;
  const options = await settle(context, entry, given);
  if (given.fields !== undefined && !traits.includes('fields'))
    throw new UsageError('no_fields', {});
  refuseNoJson(entry, given);
  const format = formatOf(entry, given, options);
  const { color, progress, input: mayAsk, yes = false, verbose = false } = options;
  const isJson = given.json === true || (given.format === 'json' && !traits.includes('formats'));
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
    look: lookOf(context.stdout, context, options),
    json: format === 'json',
    // A program gets no notices unless it asks for them.
    quiet: options.quiet === true || (isJson && !verbose),
  };
}

/** A command that reads the settings itself takes durations as they were typed. */
async function settle(
  context: Context,
  { path, traits }: CommandEntry,
  given: GlobalOptions,
): Promise<GlobalOptions> {
  if (path === 'check')
    return { ...given, format: given.format ?? (await profileFormat(context, given)) };
  return traits.includes('own') ? given : inMs(await settledOptions(context, path, given));
}

/** @throws UsageError `no_json`, `options_contradict`: `--json` is honoured or refused, never ignored (contract, "Global options") */
function refuseNoJson(
  { path, traits }: CommandEntry,
  { json, format, output }: GlobalOptions & { readonly output?: string },
): void {
  const isJson = format === 'json' || format === 'jsonl';
  if (traits.includes('no json') && (json === true || isJson)) throw new UsageError('no_json', {});
  const isBeside = path === 'bulk run' || (path === 'bulk diff' && output !== undefined);
  if (json !== true || format === undefined || isJson || isBeside) return;
  throw new UsageError('options_contradict', { one: '--json', other: `--format ${format}` });
}

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const satisfies readonly Format[];
const ONE_OBJECT = ['table', 'json'] as const satisfies readonly Format[];
const WITH_ROWS = [...ONE_OBJECT, 'csv'] as const satisfies readonly Format[];

/** Of the batches, these print what there is, and write no file. */
const LOOKS: ReadonlySet<string> = new Set(['bulk check', 'bulk list', 'bulk status']);

/** A format of the profile concerns records and numbers (contract, `confere check`). @throws UsageError `unknown_format` */
function formatOf(
  { path, traits }: CommandEntry,
  given: GlobalOptions,
  settled: GlobalOptions,
): Format {
  if (settled.json === true) return 'json';
  if (traits.includes('json beside')) return 'table';
  const hasAll = traits.includes('formats');
  const formats = hasAll ? FORMATS : traits.includes('csv') ? WITH_ROWS : ONE_OBJECT;
  const isOfProfile = hasAll || LOOKS.has(path);
  const wanted = given.format ?? (isOfProfile ? settled.format : undefined) ?? 'table';
  const known = formats.find((format) => format === wanted);
  if (known === undefined && given.format !== undefined)
    throw new UsageError('unknown_format', { wanted, formats });
  return known ?? 'table';
}

/** `--format json` of a rehearsal is about the numbers, for want of a result. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}
