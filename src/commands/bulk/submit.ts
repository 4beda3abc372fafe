import type { Command } from 'commander';
import type { Deps } from '../../batch/dependencies.js';
import type { Summary } from '../../batch/summary.js';
import { workOnHeld } from '../../batch/work-on-batch.js';
import type { ConfereError } from '../../errors.js';
import { type ExitCode, exitCodes } from '../../exit-codes.js';
import { askingLimits } from './shared/asking.js';
import { type FileBatch, type NewBatchOptions, openInput, runDryRun } from './shared/new-batch.js';
import { withBatchService } from './shared/batch-work.js';
import {
  addInputOptions,
  addSpendingOptions,
  addWatchOptions,
  mostUsed,
} from './shared/options.js';
import { finishBatch, wasCovered } from './shared/outcome.js';
import { expandedOnes } from './shared/places.js';
import { readOptions } from '../shared/account.js';
import type { Host } from '../shared/options.js';

/** `confere bulk submit`. */
export function defineSubmit(command: Command, host: Host): void {
  addSpendingOptions(addInputOptions(command));
  mostUsed(addWatchOptions(command)).action(async (given: string) => {
    const options = readOptions<NewBatchOptions>(command, host);
    const [file] = expandedOnes([given], host.context.platform, 'bulk submit');
    await submit(host, { ...options, file });
  });
}

/** `confere bulk submit`: prints the batch id on stdout before the first request. */
async function submit(host: Host, options: FileBatch): Promise<void> {
  if (options.dryRun === true) {
    await runDryRun(host, options);
    return;
  }
  await withBatchService(host, options, async (service) => {
    const deps = printingId(host, options, service);
    const held = await openInput(host, deps, options);
    const { release } = held;
    try {
      const limits = askingLimits(host, deps, options);
      const goal = { limits, waits: false, interval: options.interval };
      const { summary, trouble } = await workOnHeld(deps, held, goal);
      const own = exitOfSubmit(summary, trouble);
      // A script needs only the id on stdout; `bulk watch` shows the numbers.
      const shown = { ...options.presentation, quiet: true };
      host.finish(finishBatch(host, shown, summary, [trouble], own));
    } finally {
      await release();
    }
  });
}

/** Prints the id as soon as the batch stays. */
function printingId({ context }: Host, { presentation }: FileBatch, deps: Deps): Deps {
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'batch' && !presentation.json) context.stdout.write(`${event.id}\n`);
    deps.emit(event);
  };
  return { ...deps, emit };
}

/** A submission is complete when every job was accepted. */
function exitOfSubmit(summary: Summary, trouble: ConfereError | undefined): ExitCode {
  const { unconfirmed, jobs, state } = summary;
  if (unconfirmed > 0) return exitCodes.unconfirmed;
  const left = jobs.some(({ status }) => status === 'planned');
  if (!left || trouble !== undefined) return exitCodes.ok;
  // The deadline passed while the part was processed whose charge decides what else is sent.
  if (!wasCovered(summary)) return exitCodes.credits;
  return state === 'running' ? exitCodes.running : exitCodes.partly;
}
