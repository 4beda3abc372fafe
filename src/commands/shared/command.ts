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
   * Set if `--format` names the format of the result file. `besideJson`: when `--json` (JSON on stdout) may be given
   * with it; where not, `--json` is the format of the result.
   */
  readonly fileFormat?: { readonly besideJson: 'always' | 'with --output' | 'never' };
  readonly acceptsFields?: boolean;
  /** The command may send requests that are charged. */
  readonly mayCharge?: boolean;
  /** `own`: the command needs no settings, or reads them itself. `format`: it needs only the profile's format. */
  readonly settings?: 'own' | 'format';
  /** No help shows the command. */
  readonly isHidden?: boolean;
}

type ExitTextName = keyof typeof t.exitCodes.short;

/** The lines that the help of a command adds to its summary and its options. */
export interface HelpNotes {
  /** Command lines that work unchanged, given such a file or an account. */
  readonly examples?: readonly string[];
  /** The exit codes that scripts distinguish; with the name of a text if the code's usual text says too little. */
  readonly exits?: readonly (ExitTextName | readonly [code: ExitTextName, text: ExitTextName])[];
  /** A text that depends on the code of the command; others stand in `t.help.about`. */
  readonly about?: () => string;
}

/** A command, which its file exports under the last word of its path: `run` for `bulk run`. */
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
  /** Tells which command line runs, before anything can fail. */
  readonly begin?: (run: Run) => void;
  /** Tells that the window is this program's alone, and closes with it. */
  readonly keepWindowOpen?: () => void;
  /** Declares that all further output is JSON. */
  readonly beginJson?: () => void;
  /** Receives the command in place of running it, for tests. */
  readonly onCommand?: (command: CommandContext, words: readonly unknown[]) => void;
}

/**
 * Everything that a command line works with: streams, clock, settings and next steps. `O`: the options of its command.
 */
export interface CommandContext<O = object> extends Pick<GlobalOptions, 'color' | 'progress'> {
  /** Streams, clock and environment. */
  readonly context: Context;
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** When the work began (epoch ms): with the command, or with the answer to its question. */
  readonly started: { at: number };
  readonly next: NextSteps;
  /** Durations in ms; a setting has the value of environment, profile or default where it is left out. */
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
