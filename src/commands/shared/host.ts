import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import type { ExitCode } from '../../base/exit-codes.js';
import type { NextSteps } from '../../messages/reader.js';
import type { Format } from '../../output/answer-printer.js';
import type { Run } from '../../output/next-step.js';
import { type Look, lookOf } from '../../output/terminal/terminal.js';
import type { CommandEntry } from '../table.js';
import { type Account, accountFrom, inMs, profileFormat, settledOptions } from './account.js';
import type { GlobalOptions } from './option.js';

export interface Program {
  readonly context: Context;
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly next: NextSteps;
}

/** What `main` is told of a command line. */
export interface Outcome {
  readonly finish: (code: ExitCode) => void;
  readonly begin?: (run: Run) => void;
  readonly printing?: () => void;
  readonly runs?: (host: Host, words: readonly unknown[]) => void;
}

/** One command line, as its command sees it. `O`: the command's own options. */
export interface Host<O = object> extends Program, Pick<GlobalOptions, 'color' | 'progress'> {
  /** Durations in ms; a setting has the value of environment, profile or default where it is left out. */
  readonly options: GlobalOptions & O;
  readonly account: Account;
  /** What it prints; that of a file has a name of its own. */
  readonly format: Format;
  /** Of stdout. */
  readonly look: Look;
  /** One object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly mayAsk: boolean;
  readonly yes: boolean;
}

/** @throws UsageError for an option that the command does not have: nothing is ignored */
export async function hostOf(
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
