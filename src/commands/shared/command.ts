import type { Context } from '../../base/context.js';
import type { ExitCode } from '../../base/exit-codes.js';
import type { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import type { OutputFormat } from './answer-printer.js';
import type { Run } from '../../messages/command-line.js';
import type { Style } from '../../terminal/style.js';
import type { Account } from './account.js';
import type { GlobalOptions, Options, Values } from './option.js';

/** The heading that a command stands under in the help of its group. */
export type Heading = Extract<keyof typeof t.commands, `${string}Group`>;

/** A command as the table of commands lists it: all that is known before its file is loaded. */
export interface CommandEntry {
  /** As commander reads it: `bulk run <file...>`. */
  readonly usage: string;
  /** The usage without arguments: `bulk run`. */
  readonly path: string;
  readonly heading?: Heading;
  /** Of a group, which has no file. */
  readonly example?: string;
  readonly load?: () => Promise<object>;
  /** What stdout can be; by default a table or one JSON object. */
  readonly formats?: readonly OutputFormat[];
  /**
   * Where `--format` names the format of the result file, which the export checks, stdout is a table, or JSON with
   * `--json`. The value says when both may be given; elsewhere `--json` names the format of the result, too.
   */
  readonly fileFormat?: { readonly besideJson: 'always' | 'with --output' | 'never' };
  readonly acceptsFields?: boolean;
  /** It may send what is charged. */
  readonly mayCharge?: boolean;
  /** `own`: it needs no settings, or reads them itself. `format`: it needs that of the profile alone. */
  readonly settings?: 'own' | 'format';
  /** No help shows it. */
  readonly isHidden?: boolean;
}

type ExitWord = keyof typeof t.exitCodes.short;

/** The lines that the help of a command adds to its summary and its options. */
export interface HelpNotes {
  /** Command lines that work unchanged, given such a file or an account. */
  readonly examples?: readonly string[];
  /** The exit codes that scripts tell apart; with a word where another than the code's own tells more of this command. */
  readonly exits?: readonly (ExitWord | readonly [code: ExitWord, word: ExitWord])[];
  /** A text that depends on the code of the command; others stand in `t.help.about`. */
  readonly about?: () => string;
}

/** The export of a command's file under the last word of its path: `run` for `bulk run`. */
export interface CommandDefinition extends HelpNotes {
  /** What its one argument may be. */
  readonly choices?: readonly string[];
  readonly options: () => Options;
  readonly run: (command: never, ...words: never[]) => unknown;
}

/** Defines a command. The compiler reads from `options` which values `run` finds in `command.options`. */
export function defineCommand<F extends () => Options>(
  definition: HelpNotes & { readonly options: F },
  run: (command: CommandContext<Values<F>>, ...words: never[]) => unknown,
): CommandDefinition {
  return { ...definition, run };
}

export const noOptions = () => ({});

/** What `main` is told of a command line. */
export interface Outcome {
  readonly finish: (code: ExitCode) => void;
  readonly begin?: (run: Run) => void;
  readonly printing?: () => void;
  readonly runs?: (command: CommandContext, words: readonly unknown[]) => void;
}

/** One command line, as its command sees it. `O`: the command's own options. */
export interface CommandContext<O = object> extends Pick<GlobalOptions, 'color' | 'progress'> {
  /** Streams, clock and environment. */
  readonly context: Context;
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly next: NextSteps;
  /** Durations in ms; a setting has the value of environment, profile or default where it is left out. */
  readonly options: GlobalOptions & O;
  readonly account: Account;
  /** What it prints; that of a file has a name of its own. */
  readonly format: OutputFormat;
  /** Of stdout. */
  readonly look: Style;
  /** One object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly mayAsk: boolean;
  readonly yes: boolean;
}
