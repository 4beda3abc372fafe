import type { Command } from 'commander';
import type { GivenOption } from '../../output/next-step/run.js';

/**
 * Adds the options of a command line to `given` as they were typed, while commander parses it. Must be called
 * before that, with every command defined.
 */
export function collectGiven(program: Command, given: GivenOption[]): void {
  const listen = (command: Command): void => {
    for (const option of command.options) {
      const { long } = option;
      if (long === undefined) continue;
      command.on(`option:${option.name()}`, (value?: string | null) => {
        given.push(typeof value === 'string' ? { flag: long, value } : { flag: long });
      });
    }
    command.commands.forEach(listen);
  };
  listen(program);
}
