import type { Command } from 'commander';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { summarize, type Summary } from '../../batch/summary.js';
import { followUntilFree } from '../../batch/watch.js';
import { workOnHeld } from '../../batch/work-on-batch.js';
import { ConfereError } from '../../errors.js';
import { type ExitCode, exitCodes } from '../../exit-codes.js';
import { summaryJson } from '../../output/batches/summary.js';
import { askingLimits, type Spending } from './shared/asking.js';
import { withBatchService } from './shared/batch-work.js';
import {
  addBudgetOptions,
  addNotify,
  addSettle,
  addStrict,
  addWatchOptions,
  type SpendingOptions,
  type WaitingOptions,
} from './shared/options.js';
import { notifyEnd, exitOf, finishBatch, wasCovered } from './shared/outcome.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { Host } from '../shared/options.js';

/** `confere bulk watch`. */
export function defineWatch(command: Command, host: Host): void {
  addNotify(addStrict(addSettle(addWatchOptions(command)))).action((batch: string | undefined) =>
    watch(host, batch, readOptions<WatchOptions>(command, host)),
  );
}

/** `confere bulk resume`. */
export function defineResume(command: Command, host: Host): void {
  addNotify(addStrict(addWatchOptions(addBudgetOptions(command)))).action(
    (batch: string | undefined) =>
      resume(host, batch, readOptions<WatchOptions & SpendingOptions>(command, host)),
  );
}

interface WatchOptions extends WaitingOptions {
  /** A command that is run at the end. */
  readonly notify?: string;
  /** Invalid rows set the exit code. */
  readonly strict?: boolean;
}

/** `confere bulk watch`: polls until every job has ended, or follows the run that does; sends nothing. */
async function watch(
  host: Host,
  given: string | undefined,
  options: WatchOptions & OnAccount,
): Promise<void> {
  const ended = await withBatchService(host, options, async (deps, begin): Promise<Ended> => {
    const batch = await findPlannedBatch(deps.ledger, given);
    const { interval, strict = false } = options;
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    const held = await followUntilFree(deps, batch, interval);
    if (held instanceof ConfereError) {
      const summary = await summarize(deps.ledger, batch.num, deps.costs, true);
      const code = finishBatch(host, options.presentation, summary, [held], exitCodes.ok);
      return { summary, code };
    }
    try {
      const { summary, trouble } = await workOnHeld(deps, held, { waits: true, interval });
      const forPending = wasCovered(summary) ? exitCodes.partly : exitCodes.credits;
      const own = exitOf(summary, strict, forPending);
      return { summary, code: finishBatch(host, options.presentation, summary, [trouble], own) };
    } finally {
      await held.release();
    }
  });
  await finish(host, options, ended);
}

/** `confere bulk resume`: fetches the results of running jobs, then sends exactly what is missing. */
async function resume(
  host: Host,
  given: string | undefined,
  options: WatchOptions & Spending & OnAccount,
): Promise<void> {
  const ended = await withBatchService(host, options, async (deps, begin): Promise<Ended> => {
    const batch = await findPlannedBatch(deps.ledger, given);
    const held = await holdBatch(deps, batch);
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    try {
      const { interval, strict = false } = options;
      const limits = askingLimits(host, deps, options);
      const goal = { limits, waits: true, resumes: true, interval };
      const { summary, trouble } = await workOnHeld(deps, held, goal);
      const own = exitOf(summary, strict, trouble ? exitCodes.ok : exitCodes.credits);
      return { summary, code: finishBatch(host, options.presentation, summary, [trouble], own) };
    } finally {
      await held.release();
    }
  });
  await finish(host, options, ended);
}

interface Ended {
  readonly summary: Summary;
  readonly code: ExitCode;
}

/** The batch is free when others are told. */
async function finish(
  host: Host,
  options: WatchOptions & OnAccount,
  { summary, code }: Ended,
): Promise<void> {
  host.finish(code);
  await notifyEnd(host, options, summaryJson(summary), code);
}
