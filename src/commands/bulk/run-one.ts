import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Deps } from '../../batch/dependencies.js';
import type { HeldBatch } from '../../batch/plan/open-batch.js';
import { isMissingSome } from '../../batch/plan/plan.js';
import { workOnHeld } from '../../batch/work.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { UsageError } from '../../base/errors.js';
import { exitCodes } from '../../base/exit-codes.js';
import { type ForResult, refuseTarget } from '../../export/index.js';
import { isSameFile } from '../../export/targets.js';
import { makeFolder } from '../../base/flush.js';
import { releaseAfter } from '../../ledger/index.js';
import * as shown from '../../output/batches/files.js';
import type { Values } from '../shared/option.js';
import { appendSummary } from '../shared/user.js';
import { askingLimits } from './shared/asking.js';
import { type NewBatch, openInput } from './shared/new-batch.js';
import type { exportOptions } from './shared/options.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/** `confere bulk run`, as the functions for its files see it. */
export type RunHost = NewBatch & {
  readonly options: Values<typeof exportOptions> & {
    readonly notify: string | undefined;
    readonly outDir: string | undefined;
    readonly keepGoing: boolean | undefined;
  };
};

export function tellGithub(host: RunHost, outcomes: readonly shown.FileOutcome[]): Promise<void> {
  const { titles, rows } = shown.filesTable(outcomes);
  return appendSummary(host, titles, rows);
}

export function openFile(host: RunHost, deps: Deps, file: string): Promise<HeldBatch> {
  return openInput(host, deps, file, (batch) =>
    refuseOutput(host, batch, file).catch((error: unknown) => refuseErased(deps, file, error)),
  );
}

/** It may be of a batch of which people were erased, whom a new one would ask for again. */
async function refuseErased({ ledger }: Deps, file: string, error: unknown): Promise<never> {
  if (!(error instanceof UsageError) || error.code !== 'output_exists') throw error;
  const { path } = error.facts as ErrorFacts['output_exists'];
  const last = (await ledger.findBatches()).find(({ outputs }) => Object.hasOwn(outputs, path));
  const rows = last?.reasons['erased'];
  if (last === undefined || rows === undefined) throw error;
  throw new UsageError('result_erased', { path, batch: last.id, rows, file });
}

export async function runOpened(
  host: RunHost,
  service: Deps,
  file: string,
  held: HeldBatch,
): Promise<outcome.Ended> {
  let result: outcome.Ended['result'];
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'exported') result = event;
    service.emit(event);
  };
  const deps = { ...service, emit };
  const { interval, strict } = host.options;
  const resumes = !held.isNew && (await isMissingSome(deps, held.batch));
  const goal = { limits: askingLimits(host, deps), waits: true, resumes, interval };
  const wanted = { ...host.options, target: targetOf(host, file) };
  const ended = await releaseAfter(held, () => workOnHeld(deps, held, goal, wanted));
  // Without an error, identifiers stay pending because nothing covered them, or for want of time.
  const own = outcome.exitOf(ended.summary, strict, ended.trouble && exitCodes.ok);
  return { ...ended, own, sends: true, isChecked: !held.isNew, result };
}

/** Refuses an output that cannot be written, before any credit is spent. A dry run makes no folder. */
export async function refuseOutput(host: RunHost, batch: ForResult, file: string): Promise<void> {
  const { outDir, partners, output, dryRun } = host.options;
  if (dryRun === true && outDir !== undefined && !existsSync(outDir)) return;
  const target = targetOf(host, file);
  if (output === undefined && typeof target !== 'string') places.refuseManyRows(host, batch);
  // The input is never replaced, also by another name of it, and whatever `--overwrite` says.
  for (const path of [target, partners])
    if (file !== '-' && typeof path === 'string' && path !== '-' && (await isSameFile(file, path)))
      throw new UsageError('output_is_input', { output: path });
  await refuseTarget(batch, { ...host.options, target }, () => {
    try {
      if (outDir !== undefined) makeFolder(outDir, 0o777);
    } catch {
      // It is not there.
    }
  });
}

function targetOf(host: RunHost, file: string): string | Writable {
  const output = places.outputOf(file, host.options);
  return output === '-' ? places.dataStream(host, host.options.format) : output;
}
