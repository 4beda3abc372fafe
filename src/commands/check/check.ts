import type { Command } from 'commander';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { runCheck, toCheckRequest } from './run-check.js';

/** `confere check`: checks CPFs and CNPJs on this machine; no key, no network. */
export function defineCheck(command: Command, host: Host): void {
  command.action(async (ids: string[]) => {
    await runCheck(host, toCheckRequest(ids, command.optsWithGlobals<GlobalOptions>()));
  });
}
