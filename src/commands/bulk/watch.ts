import { watchHeld } from '../../batch/work-on-batch.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { parseDuration } from '../../config/duration.js';
import type { Host } from '../shared/host.js';
import { exitOf, type BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/find-batch.js';
import { finishBatch } from './finish.js';
import { withService } from './work.js';

/** `confere bulk watch`: polls until every job has ended; sends nothing. */
export async function runWatch(
  host: Host,
  prefix: string | undefined,
  options: BulkOptions,
): Promise<void> {
  const interval = parseDuration(options.interval, '--interval');
  await withService(host, options, async (deps) => {
    const batch = requirePlanned(pickBatch(deps.ledger, prefix));
    const { release } = holdBatch(deps, batch);
    try {
      const { summary, trouble } = await watchHeld(deps, batch, interval);
      const own = exitOf(summary, options.strict === true);
      host.finish(finishBatch(host, options, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      release();
    }
  });
}
