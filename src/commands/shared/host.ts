import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import type { ExitCode } from '../../exit-codes.js';
import type { NextSteps } from '../../messages/reader.js';
import type { Format } from '../../output/answer-printer.js';
import type { Account } from './account.js';
import type { GlobalOptions } from './option.js';

export interface Program {
  readonly context: Context;
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly next: NextSteps;
}

/** One command line, as its command sees it. `O`: the command's own options. */
export interface Host<O = object> extends Program, Pick<GlobalOptions, 'color' | 'progress'> {
  /** Durations in ms; a setting has the value of environment, profile or default where it is left out. */
  readonly options: GlobalOptions & O;
  readonly account: Account;
  /** One object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly mayAsk: boolean;
  readonly yes: boolean;
}

/** `answersOnce`: `--format json` means `--json`, also of the profile. */
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

/** `--json` has priority. @throws UsageError `unknown_format` */
export function formatOf(options: Formatted): Format {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS });
}

export function formatIn({ json, csv }: Partial<Pick<GlobalOptions, 'json' | 'csv'>>): Format {
  if (json === true) return 'json';
  return csv === true ? 'csv' : 'table';
}
