import type { Command } from 'commander';
import type { Host } from '../host.js';
import { positive } from '../numbers.js';
import {
  addBudgetOptions,
  addWatchOptions,
  type BulkOptions,
  type ResolveOptions,
} from './options.js';

/** The commands for batches that did not end well: `bulk resume` and `bulk resolve`. */
export function addUnfinished(bulk: Command, host: Host): void {
  addWatchOptions(addBudgetOptions(bulk.command('resume [batch]')))
    .description('send what is missing after skipped, failed or an interruption, and nothing else')
    .option('--strict', 'exit 3 when rows are invalid')
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<BulkOptions>();
      await (await import('./resume.js')).runResume(host, batch, options);
    });
  const resolve = bulk
    .command('resolve <batch>')
    .description('decide about jobs whose submission nobody answered')
    .optionsGroup('Decision:')
    .option('--resubmit', 'send their identifiers again, at the risk of paying twice')
    .option('--adopt <jobId>', 'this job of the service is the missing one')
    .option('--abandon', 'give them up: neither sent again nor waited for')
    .option('--job <n>', 'only this job of the batch', positive);
  addWatchOptions(addBudgetOptions(resolve)).action(
    async (batch: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ResolveOptions>();
      await (await import('./resolve.js')).runResolve(host, batch, options);
    },
  );
}
