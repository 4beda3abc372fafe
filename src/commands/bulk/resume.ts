import { planMissing } from '../../batch/missing.js';
import { holdBatch } from '../../batch/open-batch.js';
import { known } from '../../batch/known.js';
import { submitAndWatch } from '../../batch/run.js';
import { summarize } from '../../batch/summary.js';
import { watchBatch } from '../../batch/watch.js';
import { noticeCutShort } from '../../batch/settle.js';
import type { Deps } from '../../batch/deps.js';
import { parseDuration } from '../../config/duration.js';
import { exitCodes } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import type { Host } from '../host.js';
import { finishBatch } from './finish.js';
import { exitOf, type BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/pick.js';
import { askingLimits } from './spending.js';
import { withService } from './work.js';

/** `confere bulk resume`: brings home what is under way, then sends exactly what is missing. */
export async function runResume(
  host: Host,
  prefix: string | undefined,
  options: BulkOptions,
): Promise<void> {
  await withService(host, options, async (deps) => {
    const batch = requirePlanned(pickBatch(deps.ledger, prefix));
    const { release } = holdBatch(deps, batch);
    try {
      const trouble = await resume(host, deps, batch, options).then(() => undefined, known);
      const summary = summarize(deps.ledger, batch.num);
      const forPending = trouble === undefined ? exitCodes.credits : exitCodes.ok;
      const own = exitOf(summary, options.strict === true, forPending);
      host.finish(finishBatch(host, options, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      release();
    }
  });
}

async function resume(host: Host, deps: Deps, batch: Batch, options: BulkOptions): Promise<void> {
  const interval = parseDuration(options.interval, '--interval');
  noticeCutShort(deps, batch.num);
  if (!(await watchBatch(deps, batch, interval))) return;
  planMissing(deps, batch);
  await submitAndWatch(deps, batch, askingLimits(host, deps, options), interval);
}
