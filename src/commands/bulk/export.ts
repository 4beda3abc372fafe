import { exportBatch } from '../../batch/export-batch.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from '../shared/host.js';
import { exportRequest, type BulkOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/find-batch.js';
import { dataStream } from './run-target.js';
import { withLedger } from './work.js';

/** `confere bulk export`: to stdout unless `-o` names a file; needs no key. */
export async function runExport(
  host: Host,
  prefix: string | undefined,
  options: BulkOptions,
): Promise<void> {
  await withLedger(host, options, async (deps) => {
    const batch = requirePlanned(pickBatch(deps.ledger, prefix));
    const output = options.output ?? '-';
    const target = output === '-' ? dataStream(host, options) : output;
    await exportBatch(deps, batch, exportRequest(options, target));
    host.finish(exitCodes.ok);
  });
}
