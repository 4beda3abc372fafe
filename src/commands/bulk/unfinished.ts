import type { Command } from 'commander';
import type { Host } from '../shared/host.js';
import { positive } from '../shared/numbers.js';
import {
  addBudgetOptions,
  addWatchOptions,
  type BulkOptions,
  type ResolveOptions,
} from './options.js';
import { say } from '../../text/index.js';

/** The commands for batches that did not end well: `bulk resume` and `bulk resolve`. */
export function addUnfinished(bulk: Command, host: Host): void {
  addWatchOptions(addBudgetOptions(bulk.command('resume [batch]')))
    .description(
      say`send what is missing after skipped, failed or an interruption, and nothing else`,
    )
    .option('--strict', say`exit 3 when rows are invalid`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<BulkOptions>();
      await (await import('./resume.js')).runResume(host, batch, options);
    });
  const resolve = bulk
    .command('resolve <batch>')
    .description(say`decide about jobs whose submission nobody answered`)
    .optionsGroup(say`Decision:`)
    .option('--resubmit', say`send their identifiers again, at the risk of paying twice`)
    .option('--adopt <jobId>', say`this job of the service is the missing one`)
    .option('--abandon', say`give them up: neither sent again nor waited for`)
    .option('--job <n>', say`only this job of the batch`, positive);
  addWatchOptions(addBudgetOptions(resolve)).action(
    async (batch: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ResolveOptions>();
      await (await import('./resolve.js')).runResolve(host, batch, options);
    },
  );
}
