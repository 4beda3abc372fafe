import type { GlobalOptions } from './command-host.js';
import { UsageError } from '../../errors.js';
import type { ColorWish } from '../../output/terminal/terminal.js';

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;

export type AnswerFormat = (typeof FORMATS)[number];

/** `--json` and `--format json` mean the same if one object is printed. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}

/**
 * The format of answers. `table` is the form for people; `--json` has priority over `--format`.
 *
 * @throws UsageError that lists the formats
 */
export function formatOf(options: GlobalOptions): AnswerFormat {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS, of: 'command' });
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

export function toPresentation(options: GlobalOptions): Presentation {
  const { color, progress } = options;
  const [json, verbose] = [options.json === true, options.verbose === true];
  // A program gets no notices unless it asks for them.
  const quiet = options.quiet === true || (json && !verbose);
  return { json, quiet, verbose, color, progress };
}

/** The presentation of a command that prints one object: `--format json` means `--json` there. */
export function toOneAnswerPresentation(options: GlobalOptions): Presentation {
  return { ...toPresentation(options), json: wantsJson(options) };
}

export function toInteraction({ input, yes }: GlobalOptions): Interaction {
  return { mayAsk: input, yes: yes === true };
}
