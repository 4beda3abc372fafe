import type { Command } from 'commander';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { summarize, summarizeBeside } from '../../batch/summary.js';
import { followUntilFree } from '../../batch/watch.js';
import { workOnHeld } from '../../batch/work-on-batch.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { askingLimits, type Spending } from './shared/asking.js';
import { withBatchService } from './shared/batch-work.js';
import {
  addBudgetOptions,
  addSettle,
  addStrict,
  addWatchOptions,
  type SpendingOptions,
  type WaitingOptions,
} from './shared/options.js';
import { exitOf, finishBatch, wasCovered } from './shared/outcome.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { Host } from '../shared/options.js';

/** `confere bulk watch`. */
export function defineWatch(command: Command, host: Host): void {
  addStrict(addSettle(addWatchOptions(command))).action((batch: string | undefined) =>
    watch(host, batch, readOptions<WatchOptions>(command, host)),
  );
}

/** `confere bulk resume`. */
export function defineResume(command: Command, host: Host): void {
  addStrict(addWatchOptions(addBudgetOptions(command))).action((batch: string | undefined) =>
    resume(host, batch, readOptions<WatchOptions & SpendingOptions>(command, host)),
  );
}

interface WatchOptions extends WaitingOptions {
  /** Invalid rows set the exit code. */
  readonly strict?: boolean;
}

/** `confere bulk watch`: polls until every job has ended, or follows the run that does; sends nothing. */
async function watch(
  host: Host,
  given: string | undefined,
  options: WatchOptions & OnAccount,
): Promise<void> {
  await withBatchService(host, options, async (deps, begin) => {
    const batch = await findPlannedBatch(deps.ledger, given);
    const { interval, strict = false } = options;
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    const held = await followUntilFree(deps, batch, interval);
    if (held instanceof ConfereError) {
      const summary = await summarizeBeside(deps.ledger, batch.num, deps.costs);
      host.finish(finishBatch(host, options.presentation, summary, [held], exitCodes.ok));
      return;
    }
    try {
      const { summary, trouble } = await workOnHeld(deps, held, { waits: true, interval });
      const forPending = wasCovered(summary) ? exitCodes.partly : exitCodes.credits;
      const own = exitOf(summary, strict, forPending);
      host.finish(finishBatch(host, options.presentation, summary, [trouble], own));
    } finally {
      await held.release();
    }
  });
}

/** `confere bulk resume`: fetches the results of running jobs, then sends exactly what is missing. */
async function resume(
  host: Host,
  given: string | undefined,
  options: WatchOptions & Spending & OnAccount,
): Promise<void> {
  await withBatchService(host, options, async (deps, begin) => {
    const batch = await findPlannedBatch(deps.ledger, given);
    const held = await holdBatch(deps, batch);
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    try {
      const { interval, strict = false } = options;
      const limits = askingLimits(host, deps, options);
      const goal = { limits, waits: true, resumes: true, interval };
      const { summary, trouble } = await workOnHeld(deps, held, goal);
      const own = exitOf(summary, strict, trouble ? exitCodes.ok : exitCodes.credits);
      host.finish(finishBatch(host, options.presentation, summary, [trouble], own));
    } finally {
      await held.release();
    }
  });
}
