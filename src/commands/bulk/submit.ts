import { basename } from 'node:path';
import type { Deps } from '../../batch/dependencies.js';
import { submitHeld } from '../../batch/work-on-batch.js';
import { openBatch, type HeldBatch } from '../../batch/plan/open-batch.js';
import type { Summary } from '../../batch/summary.js';
import type { ConfereError } from '../../errors.js';
import { exitCodes, type ExitCode } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import type { Host } from '../shared/host.js';
import { askingColumn } from './column.js';
import { finishBatch } from './finish.js';
import { runDryRun } from './dry-run.js';
import { inputOptions, reuseSince, type BulkOptions } from './options.js';
import { askingLimits } from './spending.js';
import { withService } from './work.js';
import { say } from '../../text/index.js';

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
      const limits = askingLimits(host, deps, options);
      const { summary, trouble } = await submitHeld(deps, batch, limits);
      const quiet = { ...options, quiet: true };
      host.finish(
        finishBatch(
          host,
          quiet,
          summary,
          trouble === undefined ? [] : [trouble],
          exitOfSubmit(deps, batch, summary, trouble),
        ),
      );
    } finally {
      release();
    }
  });
}

/** A submission has done its work when every job was taken. */
function exitOfSubmit(
  deps: Deps,
  batch: Batch,
  { unconfirmed }: Summary,
  trouble: ConfereError | undefined,
): ExitCode {
  if (unconfirmed > 0) return exitCodes.unconfirmed;
  const left = deps.ledger.jobs.of(batch.num).some(({ state }) => state === 'planned');
  return left && trouble === undefined ? exitCodes.credits : exitCodes.ok;
}

export async function openInput(
  host: Host,
  deps: Deps,
  file: string,
  options: BulkOptions,
): Promise<HeldBatch> {
  const stdin = file === '-';
  const open = (settled: BulkOptions) =>
    openBatch(deps, {
      source: stdin ? { stream: host.context.stdin } : { path: file },
      name: stdin ? say`standard input` : basename(file),
      input: inputOptions(settled),
      again: options.again === true,
      fresh: options.fresh === true,
      reuseSince: reuseSince(options, deps.clock.now()),
      ...(options.name === undefined ? {} : { label: options.name }),
    });
  return askingColumn(host, file, options, open, deps.stop);
}
