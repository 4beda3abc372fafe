import type { Command } from 'commander';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { say } from '../../text/index.js';

/** `confere check`: checks CPFs and CNPJs on this machine; no key, no network. */
export function defineCheck(program: Command, host: Host): void {
  program
    .command('check <id...>')
    .description(say`check CPFs and CNPJs locally; - reads them from stdin; no key, no network`)
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { runCheck, toCheckRequest } = await import('./run-check.js');
      await runCheck(host, toCheckRequest(ids, command.optsWithGlobals<GlobalOptions>()));
    });
}
