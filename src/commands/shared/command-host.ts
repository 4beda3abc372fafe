import type { Command } from 'commander';
import type { Context } from '../../context.js';
import type { ExitCode } from '../../exit-codes.js';
import type { NextSteps } from '../../output/next-step/next-steps.js';
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

/** The global options as commander passes them to a command; each command turns them into its request. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly sandbox?: boolean;
  readonly json?: boolean;
  readonly format?: string;
  readonly fields?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: ColorWish;
  readonly progress: boolean;
  readonly input: boolean;
  readonly yes?: boolean;
  readonly timeout?: string;
  /** The database of a shared ledger; a setting only. */
  readonly ledger?: string;
  readonly rate?: number;
  /** Credits of a found record; settings of the profile only. */
  readonly costCpf?: number;
  readonly costCnpj?: number;
  readonly costRealtime?: number;
  readonly realtimeRate?: number;
}

const NO: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false', 'no', 'off']);

/** Whether the sandbox is meant: `--sandbox`, or without `--base-url` any `CONFERE_SANDBOX` except a no. */
export function isSandbox(
  { env }: Pick<Context, 'env'>,
  { sandbox, baseUrl }: { sandbox?: boolean; baseUrl?: string },
): boolean {
  if (sandbox === true) return true;
  return baseUrl === undefined && !NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

/** The command directly below the program: `bulk` for `confere bulk run`. */
export function topOf(command: Command): Command {
  return command.parent?.parent ? topOf(command.parent) : command;
}
