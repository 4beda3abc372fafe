import { holdBatch } from '../../batch/open-batch.js';
import { known } from '../../batch/known.js';
import { noticeCutShort } from '../../batch/settle.js';
import { summarize } from '../../batch/summary.js';
import { watchBatch } from '../../batch/watch.js';
import { parseDuration } from '../../config/duration.js';
import type { Host } from '../host.js';
import { exitOf, type BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/pick.js';
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
      noticeCutShort(deps, batch.num);
      const trouble = await watchBatch(deps, batch, interval).then(() => undefined, known);
      const summary = summarize(deps.ledger, batch.num);
      const own = exitOf(summary, options.strict === true);
      host.finish(finishBatch(host, options, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      release();
    }
  });
}
