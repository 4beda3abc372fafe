import type { Command } from 'commander';
import type { Host } from '../host.js';
import type { Flags } from '../settings.js';

/** `confere auth …`; the code of a command is loaded when it runs. */
export function defineAuth(program: Command, host: Host): void {
  const auth = program.command('auth').description('store, show and forget the API key');
  auth
    .command('login')
    .description('ask for an API key, prove it at the service, and store it')
    .option('--with-key', 'read the key from standard input')
    .action(async (_: unknown, command: Command) => {
      await (await import('./login.js')).runLogin(host, command.optsWithGlobals<Flags>());
    })
    .addHelpText('after', LOGIN);
  auth
    .command('status')
    .description('which key and service are used, and whether the service accepts the key; free')
    .action(async (_: unknown, command: Command) => {
      await (await import('./status.js')).runStatus(host, command.optsWithGlobals<Flags>());
    })
    .addHelpText('after', STATUS);
  auth
    .command('logout')
    .description('forget the stored key; the settings of the profile stay')
    .action(async (_: unknown, command: Command) => {
      await (await import('./logout.js')).runLogout(host, command.optsWithGlobals<Flags>());
    })
    .addHelpText('after', LOGOUT);
}

const LOGIN = `
The key is asked for without showing it. Without a terminal it comes from standard input.
The base URL is stored with it, and a stored key is sent to no other.

Examples:
  confere auth login --base-url https://service.example
  confere auth login --with-key < key.txt
  confere auth login --profile work --base-url https://service.example
`;

const STATUS = `
Exits 0 when the service accepts the key, 4 when it does not, 2 when there is no key.

Examples:
  confere auth status
  confere auth status --profile work --json
`;

const LOGOUT = `
Examples:
  confere auth logout
  confere auth logout --profile work
`;
