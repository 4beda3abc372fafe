import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import type { PurgeOptions } from './run-purge.js';
import { say } from '../../text/index.js';

/** `confere purge`: deletes what is old, or what is about single people and companies. */
export function definePurge(program: Command, host: Host): void {
  program
    .command('purge [id...]')
    .description(
      say`remove stored batches and records by age, or everything stored about people and companies`,
    )
    .option('--older-than <duration>', say`such as 90d; what is under way stays`)
    .option('-n, --dry-run', say`show what would go, remove nothing`)
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { runPurge, toPurgeRequest } = await import('./run-purge.js');
      const options = command.optsWithGlobals<PurgeOptions>();
      await runPurge(host, toPurgeRequest(ids, options, host.context));
    });
}
