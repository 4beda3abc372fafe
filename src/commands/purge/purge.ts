import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { runPurge, toPurgeRequest, type PurgeOptions } from './run-purge.js';
import { say } from '../../text/index.js';

/** `confere purge`: deletes what is old, or what is about single people and companies. */
export function definePurge(command: Command, host: Host): void {
  command
    .option('--older-than <duration>', say`such as 90d; what is under way stays`)
    .option('-n, --dry-run', say`show what would go, remove nothing`)
    .action(async (ids: string[]) => {
      const options = command.optsWithGlobals<PurgeOptions>();
      await runPurge(host, toPurgeRequest(ids, options, host.context));
    });
}
