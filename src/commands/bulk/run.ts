import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Deps } from '../../batch/deps.js';
import { exportBatch, refuseOverwrite } from '../../batch/export/index.js';
import { known, submitAndWatch } from '../../batch/run.js';
import { summarize, type Summary } from '../../batch/summary.js';
import { parseDuration } from '../../config/duration.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import { errorLine } from '../../output/error-line.js';
import type { Host } from '../host.js';
import { runDryRun } from './dry-run.js';
import { finishBatch } from './finish.js';
import { exitOf, exportRequest, spendingLimits, type BulkOptions } from './options.js';
import { openInput } from './submit.js';
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
      spendingLimits(options, deps.clock.now()),
      interval,
    ).then(() => undefined, known);
    const before = summarize(deps.ledger, batch.num);
    if (isWorthExporting(before, trouble)) await writeResult(deps, batch, options, target, before);
    const summary = summarize(deps.ledger, batch.num);
    // What is left without any trouble is what the balance did not cover.
    const forPending = trouble === undefined ? exitCodes.credits : exitCodes.ok;
    const own = exitOf(summary, options.strict === true, forPending);
    return finishBatch(host, options, summary, trouble, own);
  } finally {
    release();
  }
}

/** Refuses an output that cannot be written before any credit is spent. */
async function prepareTarget(host: Host, batch: Batch, file: string, options: BulkOptions) {
  if (options.partners !== undefined && batch.kind !== 'cnpj') {
    throw new UsageError(
      'partners_need_cnpj',
      '--partners is for CNPJ batches; this one holds CPFs.',
    );
  }
  const output = outputOf(file, options);
  if (output === '-') return host.context.stdout;
  if (options.outDir !== undefined) await mkdir(options.outDir, { recursive: true });
  await refuseMissingFolder(resolve(output));
  if (options.overwrite !== true) await refuseOverwrite(resolve(output), batch);
  return output;
}

async function refuseMissingFolder(path: string): Promise<void> {
  const facts = await stat(dirname(path)).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  throw new UsageError(
    'output_unwritable',
    `${path} cannot be written: its folder does not exist. Nothing was sent.`,
  );
}

/** `<name>.confere.<ext>` beside the input unless told otherwise; standard input goes to stdout. */
export function outputOf(file: string, { output, outDir, format }: BulkOptions): string {
  if (output !== undefined) return output;
  if (file === '-') return '-';
  const extension = extname(file);
  const own = ['.csv', '.tsv'].includes(extension.toLowerCase()) ? extension : '.csv';
  const kept = format === undefined || format === 'csv' ? own : `.${format}`;
  return join(outDir ?? dirname(file), `${basename(file, extension)}.confere${kept}`);
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
  const wanted = format ?? (output?.toLowerCase().endsWith('.xlsx') === true ? 'xlsx' : 'csv');
  if (!['csv', 'json', 'jsonl'].includes(wanted)) {
    throw new UsageError(
      'unknown_format',
      `An export cannot be written as ${wanted}; the formats are csv, json and jsonl.`,
    );
  }
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
