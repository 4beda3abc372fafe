import { summarize, summarizeAll } from '../../batch/summary.js';
import { exitCodes } from '../../exit-codes.js';
import { listLine, statusText } from '../../output/batches/batch-summary.js';
import type { Host } from '../shared/host.js';
import type { BulkOptions } from './options.js';
import { pickBatch } from '../../batch/find-batch.js';
import { withLedger } from './work.js';

/** `confere bulk list`: one batch a line, the newest first; JSON lines under `--json`. */
export async function runList(host: Host, options: BulkOptions): Promise<void> {
  await withLedger(host, options, ({ ledger }) => {
    for (const { batch, summary } of summarizeAll(ledger)) {
      const line =
        options.json === true ? `${JSON.stringify(summary)}\n` : listLine(summary, batch.createdAt);
      host.context.stdout.write(line);
    }
    host.finish(exitCodes.ok);
    return Promise.resolve();
  });
}

/** `confere bulk status`: where one batch stands, job by job. */
export async function runStatus(
  host: Host,
  prefix: string | undefined,
  options: BulkOptions,
): Promise<void> {
  await withLedger(host, options, ({ ledger }) => {
    const { num } = pickBatch(ledger, prefix);
    const summary = summarize(ledger, num);
    const decisions = ledger.decisions.of(num);
    const text =
      options.json === true ? `${JSON.stringify(summary)}\n` : statusText(summary, decisions);
    host.context.stdout.write(text);
    host.finish(exitCodes.ok);
    return Promise.resolve();
  });
}
