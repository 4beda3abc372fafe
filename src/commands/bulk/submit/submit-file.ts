import type { Command } from 'commander';
import {
  addInputOptions,
  mostUsed,
  addSpendingOptions,
  addWatchOptions,
} from '../shared/options.js';
import type { Deps } from '../../../batch/dependencies.js';
import { workOnHeld } from '../../../batch/work-on-batch.js';
import type { Summary } from '../../../batch/summary.js';
import type { Context } from '../../../context.js';
import type { ConfereError } from '../../../errors.js';
import { exitCodes, type ExitCode } from '../../../exit-codes.js';
import type { Host } from '../../shared/command-host.js';
import { runDryRun } from '../run/dry-run.js';
import { askingLimits } from '../shared/ask-before-spending.js';
import { finishBatch, wasCovered } from '../shared/batch-outcome.js';
import { withBatchService } from '../shared/batch-work.js';
import { expandedOnes } from '../shared/wildcards.js';
import {
  openInput,
  toNewBatchRequest,
  type NewBatchFlags,
  type FileBatchRequest,
} from './open-input.js';

/** `confere bulk submit`. */
export function defineSubmit(command: Command, host: Host): void {
  addSpendingOptions(addInputOptions(command));
  mostUsed(addWatchOptions(command)).action(async (file: string) => {
    await runSubmit(host, toSubmitRequest(file, command.optsWithGlobals(), host.context));
  });
}

/** @throws UsageError for an invalid duration, or if `given` fits several files */
export function toSubmitRequest(
  given: string,
  flags: NewBatchFlags,
  surroundings: Pick<Context, 'env'> & Partial<Pick<Context, 'platform'>>,
): FileBatchRequest {
  const [file] = expandedOnes([given], surroundings.platform, 'bulk submit');
  return { file, ...toNewBatchRequest(flags, surroundings) };
}

/** `confere bulk submit`: prints the batch id on stdout before the first request. */
export async function runSubmit(host: Host, request: FileBatchRequest): Promise<void> {
  if (request.dryRun) {
    await runDryRun(host, request);
    return;
  }
  await withBatchService(host, request, async (service) => {
    const deps = printingId(host, request, service);
    const held = await openInput(host, deps, request);
    const { release } = held;
    try {
      const limits = askingLimits(host, deps, request);
      const goal = { limits, waits: false, interval: request.waiting.interval };
      const { summary, trouble } = await workOnHeld(deps, held, goal);
      const own = exitOfSubmit(summary, trouble);
      // A script needs only the id on stdout; `bulk watch` shows the numbers.
      const shown = { ...request.presentation, quiet: true };
      host.finish(finishBatch(host, shown, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      await release();
    }
  });
}

/** Prints the id as soon as the batch stays. */
function printingId({ context }: Host, { presentation }: FileBatchRequest, deps: Deps): Deps {
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
