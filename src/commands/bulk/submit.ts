import { basename } from 'node:path';
import type { Deps } from '../../batch/deps.js';
import { openBatch, type HeldBatch } from '../../batch/open-batch.js';
import { submitPlanned } from '../../batch/submit.js';
import { summarize } from '../../batch/summary.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from '../host.js';
import { runDryRun } from './dry-run.js';
import { inputOptions, reuseSince, spendingLimits, type BulkOptions } from './options.js';
import { withService } from './work.js';

/** `confere bulk submit`: the batch id is on stdout before the first request. */
export async function runSubmit(host: Host, file: string, options: BulkOptions): Promise<void> {
  if (options.dryRun === true) {
    await runDryRun(host, file, options);
    return;
  }
  await withService(host, options, async (deps) => {
    const { batch, release } = await openInput(host, deps, file, options);
    try {
      if (options.json !== true) host.context.stdout.write(`${batch.id}\n`);
      await submitPlanned(deps, batch, spendingLimits(options));
      host.finish(exitCodes.ok);
    } finally {
      release();
      if (options.json === true) {
        host.context.stdout.write(`${JSON.stringify(summarize(deps.ledger, batch.num))}\n`);
      }
    }
  });
}

export async function openInput(
  host: Host,
  deps: Deps,
  file: string,
  options: BulkOptions,
): Promise<HeldBatch> {
  const stdin = file === '-';
  return openBatch(deps, {
    source: stdin ? { stream: host.context.stdin } : { path: file },
    name: stdin ? 'standard input' : basename(file),
    input: inputOptions(options),
    again: options.again === true,
    fresh: options.fresh === true,
    reuseSince: reuseSince(options, deps.clock.now()),
    ...(options.name === undefined ? {} : { label: options.name }),
  });
}
