import { removeBatch } from '../../batch/removal.js';
import { exitCodes } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import { confirmed } from '../shared/ask.js';
import type { Host } from '../shared/host.js';
import { listenForStop } from '../shared/stop-signal.js';
import type { BulkOptions } from './options.js';
import { pickBatch } from '../../batch/find-batch.js';
import { withLedger } from './work.js';
import { plural, say } from '../../text/index.js';

/** `confere bulk delete`: removes what this machine stores of a batch; the user is asked first. */
export async function runDelete(host: Host, prefix: string, options: BulkOptions): Promise<void> {
  const { stop, forget } = listenForStop(host);
  try {
    await withLedger(host, options, async ({ ledger }) => {
      const batch = pickBatch(ledger, prefix);
      const question = questionOf(batch);
      if (await confirmed(host, options, question, stop)) {
        await removeBatch(ledger, batch);
        if (options.quiet !== true) host.context.stderr.write(say`Batch ${batch.id} is removed.\n`);
      }
      host.finish(exitCodes.ok);
    });
  } finally {
    forget();
  }
}

function questionOf({ id, file, rows }: Batch): string {
  return say`This removes batch ${id} (${file}, ${plural(rows, 'row', 'rows')}) with its results and the records it paid for.`;
}
