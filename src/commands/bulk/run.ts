import type { Deps } from '../../batch/deps.js';
import { formatName } from '../../batch/export/format.js';
import { exportBatch } from '../../batch/export/index.js';
import { known } from '../../batch/known.js';
import { submitAndWatch } from '../../batch/run.js';
import { summarize, type Summary } from '../../batch/summary.js';
import { parseDuration } from '../../config/duration.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import { errorLine } from '../../output/error-line.js';
import type { Host } from '../host.js';
import { runDryRun } from './dry-run.js';
import { finishBatch } from './finish.js';
import { exitOf, exportRequest, type BulkOptions } from './options.js';
import { prepareTarget } from './run-target.js';
import { openInput } from './submit.js';
import { askingLimits } from './spending.js';
import { withService } from './work.js';

/** `confere bulk run`: submit, watch and export in one; again, it continues. */
export async function runRun(
  host: Host,
  files: readonly string[],
  options: BulkOptions,
): Promise<void> {
  refuseContradictions(files, options);
  const codes: ExitCode[] = [];
  for (const file of files) {
    if (options.dryRun === true) await runDryRun(host, file, options);
    else codes.push(await runOne(host, file, options, files.length > 1));
  }
  if (codes.length > 0) host.finish(gravest(codes));
}

/** With several inputs one that fails is told and does not stop the others. */
async function runOne(host: Host, file: string, options: BulkOptions, several: boolean) {
  try {
    return await withService(host, options, (deps) => runBatch(host, deps, file, options));
  } catch (error) {
    const ends =
      !(error instanceof ConfereError) ||
      error.kind === 'interrupted' ||
      error.kind === 'terminated';
    if (!several || ends) throw error;
    const code = exitCodeOf(error.kind);
    host.context.stderr.write(errorLine(error, code, options.json === true));
    return code;
  }
}

async function runBatch(
  host: Host,
  deps: Deps,
  file: string,
  options: BulkOptions,
): Promise<ExitCode> {
  const { batch, release } = await openInput(host, deps, file, options);
  try {
    const target = await prepareTarget(host, batch, file, options);
    const interval = parseDuration(options.interval, '--interval');
    const trouble = await submitAndWatch(
      deps,
      batch,
      askingLimits(host, deps, options),
      interval,
    ).then(() => undefined, known);
    const before = summarize(deps.ledger, batch.num);
    const unwritten = isWorthExporting(before, trouble)
      ? await writeResult(deps, batch, options, target, before).then(() => undefined, known)
      : undefined;
    const summary = summarize(deps.ledger, batch.num);
    // What is left without any trouble is what the balance did not cover.
    const forPending = trouble === undefined ? exitCodes.credits : exitCodes.ok;
    const own = exitOf(summary, options.strict === true, forPending);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    return finishBatch(host, options, summary, troubles, own);
  } finally {
    release();
  }
}

async function writeResult(
  deps: Deps,
  batch: Batch,
  options: BulkOptions,
  target: Parameters<typeof exportRequest>[1],
  { pending }: Summary,
): Promise<void> {
  const request = exportRequest(options, target);
  await exportBatch(deps, batch, {
    ...request,
    remember: true,
    partial: request.partial || pending > 0,
  });
}

function isWorthExporting(
  { state, found, notFound }: Summary,
  trouble: ConfereError | undefined,
): boolean {
  if (state === 'running') return false;
  return trouble === undefined || found + notFound > 0;
}

function refuseContradictions(
  files: readonly string[],
  { output, outDir, json, format }: BulkOptions,
): void {
  formatName(output ?? '', format);
  if (files.length > 1 && output !== undefined) {
    throw new UsageError('one_output', 'Several inputs need --out-dir <dir> instead of -o.');
  }
  if (output !== undefined && outDir !== undefined) {
    throw new UsageError('two_outputs', 'Use either -o or --out-dir.');
  }
  if (json === true && (output === '-' || (output === undefined && files.includes('-')))) {
    throw new UsageError('stdout_twice', '--json needs stdout for itself; name a file with -o.');
  }
}
