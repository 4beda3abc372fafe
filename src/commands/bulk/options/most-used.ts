import type { Command } from 'commander';
import { say } from '../../../text/say.js';

const MOST_USED = ['--output', '--max-credits', '--dry-run', '--column', '--deadline'];

/** In the help, the options that matter stand above the headings of all others. */
export function mostUsed(command: Command): Command {
  for (const option of command.options) {
    if (MOST_USED.includes(option.long ?? '')) option.helpGroup(say`Most used:`);
  }
  return command;
}
