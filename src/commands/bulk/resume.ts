import { resumeHeld } from '../../batch/work-on-batch.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { parseDuration } from '../../config/duration.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from '../shared/host.js';
import { finishBatch } from './finish.js';
import { exitOf, type BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/find-batch.js';
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
      const interval = parseDuration(options.interval, '--interval');
      const limits = askingLimits(host, deps, options);
      const { summary, trouble } = await resumeHeld(deps, batch, limits, interval);
      const forPending = trouble === undefined ? exitCodes.credits : exitCodes.ok;
      const own = exitOf(summary, options.strict === true, forPending);
      host.finish(finishBatch(host, options, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      release();
    }
  });
}
