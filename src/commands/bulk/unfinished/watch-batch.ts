import {
  addSettle,
  addWatchOptions,
  toWaitingRequest,
  type WaitingFlags,
  addStrict,
} from '../shared/options.js';
import type { Command } from 'commander';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { summarize, summarizeBeside } from '../../../batch/summary.js';
import { followUntilFree } from '../../../batch/watch.js';
import { workOnHeld } from '../../../batch/work-on-batch.js';
import { ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Context } from '../../../context.js';
import { toOnAccount } from '../../shared/open-service.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { exitOf, finishBatch, wasCovered } from '../shared/batch-outcome.js';
import { withBatchService, type BatchWorkRequest } from '../shared/batch-work.js';

/** `confere bulk watch`. */
export function defineWatch(command: Command, host: Host): void {
  addStrict(addSettle(addWatchOptions(command))).action(async (batch: string | undefined) => {
    await runWatch(host, toWatchRequest(batch, command.optsWithGlobals(), host.context));
  });
}

/** The options of `bulk watch`, as commander hands them over. */
export interface WatchFlags extends GlobalOptions, WaitingFlags {
  readonly strict?: boolean;
}

export interface WatchRequest extends BatchWorkRequest {
  /** The id of a batch, or a unique prefix of it; the one last worked on when left out. */
  readonly batch?: string;
  /** Invalid rows set the exit code. */
  readonly strict: boolean;
}

/** @throws UsageError for an invalid duration */
export function toWatchRequest(
  batch: string | undefined,
  flags: WatchFlags,
  surroundings: Pick<Context, 'env'>,
): WatchRequest {
  return {
    ...toOnAccount(flags, surroundings),
    waiting: toWaitingRequest(flags),
    strict: flags.strict === true,
    batch,
  };
}

/** `confere bulk watch`: polls until every job has ended, or follows the run that does; sends nothing. */
export async function runWatch(host: Host, request: WatchRequest): Promise<void> {
  await withBatchService(host, request, async (deps, begin) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    const { interval } = request.waiting;
    begin(() => summarize(deps.ledger, batch.num, deps.costs));
    const held = await followUntilFree(deps, batch, interval);
    if (held instanceof ConfereError) {
      const summary = await summarizeBeside(deps.ledger, batch.num, deps.costs);
      host.finish(finishBatch(host, request.presentation, summary, [held], exitCodes.ok));
      return;
    }
    try {
      const { summary, trouble } = await workOnHeld(deps, held, { waits: true, interval });
      const forPending = wasCovered(summary) ? exitCodes.partly : exitCodes.credits;
      const own = exitOf(summary, request.strict, forPending);
      const troubles = trouble === undefined ? [] : [trouble];
      host.finish(finishBatch(host, request.presentation, summary, troubles, own));
    } finally {
      await held.release();
    }
  });
}
