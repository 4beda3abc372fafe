import type { Command } from 'commander';
import type { Host } from '../host.js';
import type { Flags } from '../settings.js';

const flagsOf = (command: Command) => command.optsWithGlobals<Flags>();

/** `confere config …`; the code of a command is loaded when it runs. */
export function defineConfig(program: Command, host: Host): void {
  const config = program.command('config').description('defaults, kept per profile');
  defineReading(config, host);
  config
    .command('set <key> <value>')
    .description('store a value in the profile')
    .action(async (key: string, value: string, _: unknown, command: Command) => {
      (await import('./change.js')).runSet(host, key, value, flagsOf(command));
    })
    .addHelpText('after', SET);
  config
    .command('unset <key>')
    .description('take a value out of the profile')
    .action(async (key: string, _: unknown, command: Command) => {
      await (await import('./change.js')).runUnset(host, key, flagsOf(command));
    })
    .addHelpText('after', UNSET);
}

function defineReading(config: Command, host: Host): void {
  config
    .command('get <key>')
    .description('the value that a command would go by')
    .action(async (key: string, _: unknown, command: Command) => {
      await (await import('./show.js')).runGet(host, key, flagsOf(command));
    })
    .addHelpText('after', GET);
  config
    .command('list')
    .description('every key, its value, and where the value comes from')
    .action(async (_: unknown, command: Command) => {
      await (await import('./show.js')).runList(host, flagsOf(command));
    })
    .addHelpText('after', LIST);
  config
    .command('path')
    .description('where the settings are stored')
    .action(async (_: unknown, command: Command) => {
      (await import('./show.js')).runPath(host, flagsOf(command));
    })
    .addHelpText('after', PATH);
}

const KEYS = `
Keys: base-url, reuse, rate, realtime-rate, max-credits, timeout, settle, interval, deadline, format
`;

const SET = `${KEYS}
Examples:
  confere config set max-credits 500
  confere config set rate 60 --profile work
  confere config set reuse 0          (never answer from what was paid for before)
`;

const UNSET = `${KEYS}
Examples:
  confere config unset max-credits
  confere config unset rate --profile work
`;

const GET = `${KEYS}
A key without a value prints nothing.

Examples:
  confere config get base-url
  confere config get rate --profile work
`;

const LIST = `
A flag beats the environment, which beats the profile, which beats the built-in default.

Examples:
  confere config list
  confere config list --profile work --json
`;

const PATH = `
Examples:
  cat "$(confere config path)"
`;
