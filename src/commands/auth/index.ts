import type { Command } from 'commander';
import type { Host } from '../shared/host.js';
import type { Flags } from '../shared/settings.js';
import { say } from '../../text/index.js';

/** `confere auth …`; the code of a command is loaded when it runs. */
export function defineAuth(program: Command, host: Host): void {
  const auth = program.command('auth').description(say`store, show and forget the API key`);
  auth
    .command('login')
    .description(say`ask for an API key, prove it at the service, and store it`)
    .option('--with-key', say`read the key from standard input`)
    .action(async (_: unknown, command: Command) => {
      await (await import('./login.js')).runLogin(host, command.optsWithGlobals<Flags>());
    });
  auth
    .command('status')
    .description(say`which key and service are used, and whether the service accepts the key; free`)
    .action(async (_: unknown, command: Command) => {
      await (await import('./status.js')).runStatus(host, command.optsWithGlobals<Flags>());
    });
  auth
    .command('logout')
    .description(say`forget the stored key; the settings of the profile stay`)
    .action(async (_: unknown, command: Command) => {
      await (await import('./logout.js')).runLogout(host, command.optsWithGlobals<Flags>());
    });
}
