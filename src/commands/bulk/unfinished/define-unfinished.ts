import { isJobId } from '../../../identifiers/index.js';
import type { Command } from 'commander';
import { say } from '../../../text/index.js';
import type { Host } from '../../shared/command-host.js';
import { badValue, positive } from '../../shared/option-values.js';
import { addStrict } from '../options/input-options.js';
import { addBudgetOptions } from '../options/spending-options.js';
import { addWatchOptions } from '../options/waiting-options.js';

/** The commands for unfinished batches: `bulk resume` and `bulk resolve`. */
export function defineUnfinished(bulk: Command, host: Host): void {
  const { context } = host;
  addStrict(addWatchOptions(addBudgetOptions(bulk.command('resume [batch]'))))
    .description(say`send what still has no answer; what is unconfirmed is settled first`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const { runResume, toResumeRequest } = await import('./resume-batch.js');
      await runResume(host, toResumeRequest(batch, command.optsWithGlobals(), context));
    });
  const resolve = bulk
    .command('resolve <batch>')
    .description(say`decide about jobs whose submission nobody answered`)
    .optionsGroup(say`Decision:`)
    .option('--resubmit', say`send their identifiers again, at the risk of paying twice`)
    .option('--adopt <jobId>', say`this job of the service is the missing one`, aJobId)
    .option('--abandon', say`give them up: neither sent again nor waited for`)
    .option('--job <n>', say`only this job of the batch`, positive);
  addWatchOptions(addBudgetOptions(resolve)).action(
    async (batch: string, _: unknown, command: Command) => {
      const { runResolve, toResolveRequest } = await import('./resolve-batch.js');
      await runResolve(host, toResolveRequest(batch, command.optsWithGlobals(), context));
    },
  );
}

function aJobId(text: string): string {
  if (!isJobId(text)) throw badValue('job_id');
  return text;
}
