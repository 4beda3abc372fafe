import type { Command } from 'commander';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import { say } from '../../text/index.js';

const optionsOf = (command: Command) => command.optsWithGlobals<GlobalOptions>();

/** `confere config …`; the code of each command is loaded when it runs. */
export function defineConfig(program: Command, host: Host): void {
  const config = program.command('config').description(say`defaults, kept per profile`);
  defineReading(config, host);
  defineChanging(config, host);
}

function defineChanging(config: Command, host: Host): void {
  config
    .command('set <setting> <value>')
    .description(say`store a value in the profile`)
    .action(async (key: string, value: string, _: unknown, command: Command) => {
      const { runSet, toChangeRequest } = await import('./change.js');
      await runSet(host, key, value, toChangeRequest(optionsOf(command), host.context));
    });
  config
    .command('unset <setting>')
    .description(say`take a value out of the profile`)
    .action(async (key: string, _: unknown, command: Command) => {
      const { runUnset, toChangeRequest } = await import('./change.js');
      await runUnset(host, key, toChangeRequest(optionsOf(command), host.context));
    });
}

function defineReading(config: Command, host: Host): void {
  config
    .command('get <setting>')
    .description(say`the value that a command would go by`)
    .action(async (key: string, _: unknown, command: Command) => {
      const { runGet, toShowRequest } = await import('./show.js');
      await runGet(host, key, toShowRequest(optionsOf(command), host.context));
    });
  config
    .command('list')
    .description(say`every setting, its value, and where the value comes from`)
    .action(async (_: unknown, command: Command) => {
      const { runList, toShowRequest } = await import('./show.js');
      await runList(host, toShowRequest(optionsOf(command), host.context));
    });
  config
    .command('path')
    .description(say`where the settings are stored`)
    .action(async (_: unknown, command: Command) => {
      const { runPath, toShowRequest } = await import('./show.js');
      runPath(host, toShowRequest(optionsOf(command), host.context));
    });
}
