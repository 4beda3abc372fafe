import {
  addWatchOptions,
  addBudgetOptions,
  toSpendingRequest,
  type SpendingFlags,
  addStrict,
} from '../shared/options.js';
import type { Command } from 'commander';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { summarize } from '../../../batch/summary.js';
import { holdBatch } from '../../../batch/plan/open-batch.js';
import { workOnHeld } from '../../../batch/work-on-batch.js';
import type { Context } from '../../../context.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Host } from '../../shared/command-host.js';
import { toInteraction } from '../../shared/presentation.js';
import { askingLimits, type Spending } from '../shared/ask-before-spending.js';
import { exitOf, finishBatch } from '../shared/batch-outcome.js';
import { withBatchService } from '../shared/batch-work.js';
import { toWatchRequest, type WatchFlags, type WatchRequest } from './watch-batch.js';

/** `confere bulk resume`. */
export function defineResume(command: Command, host: Host): void {
  addStrict(addWatchOptions(addBudgetOptions(command))).action(
    async (batch: string | undefined) => {
      await runResume(host, toResumeRequest(batch, command.optsWithGlobals(), host.context));
    },
  );
}

/** The options of `bulk resume`, as commander hands them over. */
export interface ResumeFlags extends WatchFlags, SpendingFlags {}

export interface ResumeRequest extends WatchRequest, Spending {}

/** @throws UsageError for an invalid duration */
export function toResumeRequest(
  batch: string | undefined,
  flags: ResumeFlags,
  surroundings: Pick<Context, 'env'>,
): ResumeRequest {
  return {
    ...toWatchRequest(batch, flags, surroundings),
    spending: toSpendingRequest(flags),
    interaction: toInteraction(flags),
  };
}

/** `confere bulk resume`: fetches the results of running jobs, then sends exactly what is missing. */
export async function runResume(host: Host, request: ResumeRequest): Promise<void> {
  await withBatchService(host, request, async (deps, begin) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    const held = await holdBatch(deps, batch);
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    try {
      const limits = askingLimits(host, deps, request);
      const goal = { limits, waits: true, resumes: true, interval: request.waiting.interval };
      const { summary, trouble } = await workOnHeld(deps, held, goal);
      const own = exitOf(summary, request.strict, trouble ? exitCodes.ok : exitCodes.credits);
      const troubles = trouble === undefined ? [] : [trouble];
      host.finish(finishBatch(host, request.presentation, summary, troubles, own));
    } finally {
      await held.release();
    }
  });
}
