import type { Command } from 'commander';
import type { Host } from '../shared/host.js';
import type { Flags } from '../shared/settings.js';
import { say } from '../../text/index.js';

const flagsOf = (command: Command) => command.optsWithGlobals<Flags>();

/** `confere config …`; the code of a command is loaded when it runs. */
export function defineConfig(program: Command, host: Host): void {
  const config = program.command('config').description(say`defaults, kept per profile`);
  defineReading(config, host);
  config
    .command('set <key> <value>')
    .description(say`store a value in the profile`)
    .action(async (key: string, value: string, _: unknown, command: Command) => {
      (await import('./change.js')).runSet(host, key, value, flagsOf(command));
    });
  config
    .command('unset <key>')
    .description(say`take a value out of the profile`)
    .action(async (key: string, _: unknown, command: Command) => {
      await (await import('./change.js')).runUnset(host, key, flagsOf(command));
    });
}

function defineReading(config: Command, host: Host): void {
  config
    .command('get <key>')
    .description(say`the value that a command would go by`)
    .action(async (key: string, _: unknown, command: Command) => {
      await (await import('./show.js')).runGet(host, key, flagsOf(command));
    });
  config
    .command('list')
    .description(say`every key, its value, and where the value comes from`)
    .action(async (_: unknown, command: Command) => {
      await (await import('./show.js')).runList(host, flagsOf(command));
    });
  config
    .command('path')
    .description(say`where the settings are stored`)
    .action(async (_: unknown, command: Command) => {
      (await import('./show.js')).runPath(host, flagsOf(command));
    });
}
