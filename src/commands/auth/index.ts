import type { Command } from 'commander';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import type { LoginOptions } from './login.js';
import { say } from '../../text/index.js';

/** `confere auth …`; the code of each command is loaded when it runs. */
export function defineAuth(program: Command, host: Host): void {
  const auth = program.command('auth').description(say`store, show and forget the API key`);
  auth
    .command('login')
    .description(say`ask for an API key, prove it at the service, and store it`)
    .option('--with-key', say`read the key from standard input`)
    .action(async (_: unknown, command: Command) => {
      const { runLogin, toLoginRequest } = await import('./login.js');
      await runLogin(host, toLoginRequest(command.optsWithGlobals<LoginOptions>(), host.context));
    });
  auth
    .command('status')
    .description(say`which key and service are used, and whether the service accepts the key; free`)
    .action(async (_: unknown, command: Command) => {
      const { runStatus, toStatusRequest } = await import('./status.js');
      await runStatus(
        host,
        toStatusRequest(command.optsWithGlobals<GlobalOptions>(), host.context),
      );
    });
  auth
    .command('logout')
    .description(say`forget the stored key; the settings of the profile stay`)
    .action(async (_: unknown, command: Command) => {
      const { runLogout, toLogoutRequest } = await import('./logout.js');
      await runLogout(
        host,
        toLogoutRequest(command.optsWithGlobals<GlobalOptions>(), host.context),
      );
    });
}
