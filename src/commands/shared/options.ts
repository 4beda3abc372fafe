import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import type { ExitCode } from '../../exit-codes.js';
import type { NextSteps } from '../../messages/reader.js';
import type { Format } from '../../output/answer-printer.js';
import type { ColorWish } from '../../output/terminal/terminal.js';

/** What the program passes to a command. */
export interface Host {
  readonly context: Context;
  /** Sets the exit code of the command. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** The commands that continue this run, for its sentences. */
  readonly next: NextSteps;
}

/** The options of every command; those that are settings have the value of the profile where they are left out. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly sandbox?: boolean;
  readonly json?: boolean;
  /** `--format csv` of a command that prints a summary of a batch. */
  readonly csv?: boolean;
  readonly format?: string;
  readonly fields?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: ColorWish;
  readonly progress: boolean;
  readonly input: boolean;
  readonly yes?: boolean;
  /** Milliseconds per request; each kind of request has its own default. */
  readonly timeout?: number;
  /** The database of a shared ledger; a setting only. */
  readonly ledger?: string;
  /** Requests per clock minute. */
  readonly rate?: number;
  readonly realtimeRate?: number;
  /** Credits of a found record; settings of the profile only. */
  readonly costCpf?: number;
  readonly costCnpj?: number;
  readonly costRealtime?: number;
}

/** How a command shows its output. */
export interface Presentation {
  /** `--json`: one object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  /** No notices, only data and errors. */
  readonly quiet: boolean;
  /** One line per HTTP request on stderr. */
  readonly verbose: boolean;
  readonly color: ColorWish;
  readonly progress: boolean;
}

/** Whether a command may ask, and which options answer without a question. */
export interface Interaction {
  /** False with `--no-input`. */
  readonly mayAsk: boolean;
  /** `--yes` answers every question. */
  readonly yes: boolean;
}

export interface Shown {
  readonly presentation: Presentation;
  readonly interaction: Interaction;
}

/** How a command shows its output, and whether it asks. */
export function shownBy(options: GlobalOptions): Shown {
  const { color, progress, input, yes = false } = options;
  const { json = false, verbose = false } = options;
  // A program gets no notices unless it asks for them.
  const quiet = options.quiet === true || (json && !verbose);
  return {
    presentation: { json, quiet, verbose, color, progress },
    interaction: { mayAsk: input, yes },
  };
}

/** The same where one object is printed: `--format json`, also of the profile, means `--json`. */
export function answerShown(options: GlobalOptions): Presentation {
  return { ...shownBy(options).presentation, json: wantsJson(options) };
}

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const satisfies readonly Format[];

/** `--json` and `--format json` mean the same if one object is printed. */
export function wantsJson({ json, format }: Pick<GlobalOptions, 'json' | 'format'>): boolean {
  return json === true || format === 'json';
}

/**
 * The format of answers. `table` is the form for people; `--json` has priority over `--format`.
 *
 * @throws UsageError that lists the formats
 */
export function formatOf(options: Pick<GlobalOptions, 'json' | 'format'>): Format {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS, of: 'command' });
}

/** The same of a command that prints summaries of batches. */
export function formatIn({ json, csv }: Pick<GlobalOptions, 'json' | 'csv'>): Format {
  if (json === true) return 'json';
  return csv === true ? 'csv' : 'table';
}
