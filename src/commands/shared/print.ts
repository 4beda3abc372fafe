import { safeJson } from '../../base/foreign-text.js';
import type { CommandContext } from './command.js';

export function say({ context, quiet }: CommandContext, text: string): void {
  if (!quiet) context.stderr.write(text);
}

export function printAnswer({ context, json }: CommandContext, value: unknown, text: string): void {
  context.stdout.write(json ? `${safeJson(value)}\n` : text);
}

/** Reports what was done: to a program on stdout, to people on stderr. */
export function reportDone(command: CommandContext, value: unknown, text: string): void {
  if (command.json) printAnswer(command, value, '');
  else if (text !== '') say(command, `${text}\n`);
}
