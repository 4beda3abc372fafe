import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import type { ExitCode } from '../../exit-codes.js';
import type { NextSteps } from '../../messages/reader.js';
import type { Format } from '../../output/answer-printer.js';
import type { Account } from './account.js';
import type { GlobalOptions } from './option.js';

/** What the program knows before it has read the options of a command. */
export interface Program {
  readonly context: Context;
  /** Sets the exit code of the command; it is 0 otherwise. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** The commands that continue this run, for its sentences. */
  readonly next: NextSteps;
}

/** One command line, as its command sees it. `O`: the command's own options. */
export interface Host<O = object> extends Program, Pick<GlobalOptions, 'color' | 'progress'> {
  /** Durations in ms; a setting has the value of environment, profile or default where it is left out. */
  readonly options: GlobalOptions & O;
  readonly account: Account;
  /** One object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  /** No notices, only data and errors. */
  readonly quiet: boolean;
  /** One line per HTTP request on stderr. */
  readonly verbose: boolean;
  /** False with `--no-input`. */
  readonly mayAsk: boolean;
  /** `--yes` answers every question. */
  readonly yes: boolean;
}

/** What the options say that every command has. `answersOnce`: `--format json` means `--json`, also of the profile. */
export function shownBy(options: GlobalOptions, answersOnce: boolean) {
  const { color, progress, input: mayAsk, yes = false, verbose = false, json = false } = options;
  return {
    ...{ color, progress, mayAsk, yes, verbose },
    json: answersOnce ? wantsJson(options) : json,
    // A program gets no notices unless it asks for them.
    quiet: options.quiet === true || (json && !verbose),
  };
}

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const satisfies readonly Format[];

type Formatted = Partial<Pick<GlobalOptions, 'json' | 'format'>>;

export function wantsJson({ json, format }: Formatted): boolean {
  return json === true || format === 'json';
}

/** The format of answers; `--json` has priority. @throws UsageError that lists the formats */
export function formatOf(options: Formatted): Format {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS, of: 'command' });
}

/** The same of a command that prints summaries of batches. */
export function formatIn({ json, csv }: Partial<Pick<GlobalOptions, 'json' | 'csv'>>): Format {
  if (json === true) return 'json';
  return csv === true ? 'csv' : 'table';
}
