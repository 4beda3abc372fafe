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

/** A command in the table of commands: everything that is known before its file is loaded. */
export interface CommandEntry {
  /** The syntax that commander reads: `bulk run <file...>`. */
  readonly usage: string;
  /** The usage without arguments: `bulk run`. */
  readonly path: string;
  readonly heading?: Heading;
  /** The example of a group, which has no file. */
  readonly example?: string;
  readonly load?: () => Promise<object>;
  /** The formats of stdout; by default a table or one JSON object. */
  readonly formats?: readonly OutputFormat[];
  /**
   * Set if `--format` names the format of the result file. `allowedBesideJson`: when `--format` may name any format
   * beside `--json`, because `--json` then means JSON on stdout; otherwise `--json` means a result in JSON.
   */
  readonly fileFormat?: { readonly allowedBesideJson: 'always' | 'with --output' | 'never' };
  /** The command has the option `--fields`. */
  readonly acceptsFields?: boolean;
  /** The command may send requests that are charged. */
  readonly mayCharge?: boolean;
  /**
   * The settings that the command gets with its options; by default all. `none`: it needs none, or reads them itself;
   * `format`: only the profile's format.
   */
  readonly givenSettings?: 'none' | 'format';
  /** No help shows the command. */
  readonly isHidden?: boolean;
}

type ExitTextName = keyof typeof t.exitCodes.short;

/** The lines that the help of a command adds to its summary and its options. */
export interface HelpNotes {
  /** Command lines that users can run unchanged, if they have an account and a file of that name. */
  readonly examples?: readonly string[];
  /** The exit codes that scripts distinguish, each with the name of its text if its usual text says too little. */
  readonly exits?: readonly (ExitTextName | readonly [code: ExitTextName, text: ExitTextName])[];
  /** A text of help with values that only the command knows; other texts are in `t.help.about`. */
  readonly about?: () => string;
}

/** A command. Its file exports it under the last word of its path: `run` for `bulk run`. */
export interface CommandDefinition extends HelpNotes {
  /** The possible values of its one argument. */
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

/** The calls by which a command line reports to `main`. */
export interface MainCallbacks {
  /** Sets the exit code. */
  readonly finish: (code: ExitCode) => void;
  /** Reports which command line runs, before anything can fail. */
  readonly begin?: (run: Run) => void;
  /** Reports that the window was opened for this program and will close when it ends. */
  readonly keepWindowOpen?: () => void;
  /** Reports that all further output is JSON. */
  readonly beginJson?: () => void;
  /** Called in place of the command, for tests. */
  readonly runInstead?: (command: CommandContext, words: readonly unknown[]) => void;
}

/**
 * Everything that a command line works with: streams, clock, settings and next steps. `O`: the options of its command.
 */
export interface CommandContext<O = object> extends Pick<GlobalOptions, 'color' | 'progress'> {
  /** Streams, clock and environment. */
  readonly context: Context;
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** When the work began (epoch ms): at the start of the command, or at the user's yes to a question. */
  readonly started: { at: number };
  readonly next: NextSteps;
  /** Durations are in ms. An option that was left out has the value of its setting. */
  readonly options: GlobalOptions & O;
  readonly account: Account;
  /** The format of stdout. The format of a file comes from its own option or name. */
  readonly format: OutputFormat;
  /** The style of stdout. */
  readonly style: Style;
  /** Stdout gets one object, and errors are lines of JSON. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly mayAsk: boolean;
  readonly yes: boolean;
}
