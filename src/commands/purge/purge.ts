import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import type { PurgeOptions } from './run-purge.js';
import { say } from '../../text/index.js';

/** `confere purge`: deletes old batches and records; running batches stay. */
export function definePurge(program: Command, host: Host): void {
  program
    .command('purge')
    .description(say`remove stored batches and records that are older; nothing that is under way`)
    .requiredOption('--older-than <duration>', say`such as 90d`)
    .option('-n, --dry-run', say`show what would go, remove nothing`)
    .action(async (_: unknown, command: Command) => {
      const { runPurge, toPurgeRequest } = await import('./run-purge.js');
      const options = command.optsWithGlobals<PurgeOptions>();
      await runPurge(host, toPurgeRequest(options, host.context));
    });
}
