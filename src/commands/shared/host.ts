import type { Command } from 'commander';
import type { Context } from '../../context.js';
import type { ExitCode } from '../../exit-codes.js';

/** What a command is given by the program. */
export interface Host {
  readonly context: Context;
  /** Says how the command ended. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
}

/** `--json` and `--format json` mean the same where there is one object to print. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}

const NO: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false', 'no', 'off']);

/** `--sandbox`, or `CONFERE_SANDBOX` set to anything but a no; a base URL as flag beats the environment. */
export function isSandbox(
  { env }: Pick<Context, 'env'>,
  { sandbox, baseUrl }: { sandbox?: boolean; baseUrl?: string },
): boolean {
  if (sandbox === true) return true;
  return baseUrl === undefined && !NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

/** The global options as commander hands them to a command. */
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
  readonly color: boolean;
  readonly progress: boolean;
  readonly input: boolean;
  readonly yes?: boolean;
  readonly timeout?: string;
  readonly rate?: number;
  readonly realtimeRate?: number;
}

/** The command right below the program: `bulk` for `confere bulk run`. */
export function topOf(command: Command): Command {
  const group = command.parent;
  return group === null || group.parent === null ? command : topOf(group);
}
