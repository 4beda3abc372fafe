import { safeJson } from '../../base/foreign-text.js';
import type { CommandContext } from './command.js';

/** Writes a notice to stderr, unless the command is quiet. */
export function say({ context, quiet }: CommandContext, text: string): void {
  if (!quiet) context.stderr.write(text);
}

/** Prints the answer of a command on stdout: `value` as JSON, or `text` for people. */
export function printAnswer({ context, json }: CommandContext, value: unknown, text: string): void {
  context.stdout.write(json ? `${safeJson(value)}\n` : text);
}

/** Reports what a command has done: `value` on stdout for a program, `text` on stderr for people. */
export function reportDone(command: CommandContext, value: unknown, text: string): void {
  if (command.json) printAnswer(command, value, '');
  else if (text !== '') say(command, `${text}\n`);
}
