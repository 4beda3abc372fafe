import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkFile, type CheckReport, type Checked } from '../../batch/check/check.js';
import { withText, type InFolder } from '../../batch/check/check-source.js';
import type { CountPaid } from '../../batch/check/paid-ids.js';
import type { Source } from '../../input/private-copy.js';
import { refuseRejects, writeRejects, type RejectsTarget } from '../../batch/check/rejects.js';
import type { Summary } from '../../batch/summary.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { checkNotes, checkText, rejectsLine } from '../../output/batches/check-text.js';
import { wantsJson, type Host } from '../shared/host.js';
import { askingColumn } from './column.js';
import { inputOptions, type BulkOptions } from './options.js';
import { say } from '../../text/index.js';

/** The options of `bulk check` alone. */
export interface CheckOptions extends BulkOptions {
  readonly rejects?: string;
}

/** `confere bulk check`: nothing leaves this machine and nothing is stored. */
export async function runCheck(host: Host, file: string, options: CheckOptions): Promise<void> {
  const summary = await printCheck(host, file, options);
  host.finish(options.strict === true && summary.invalid > 0 ? exitCodes.partly : exitCodes.ok);
}

/** Prints what a submit would find; `countPaid` says how much the ledger would answer. */
export async function printCheck(
  host: Host,
  file: string,
  options: CheckOptions,
  countPaid?: CountPaid,
  isPrinted = true,
): Promise<Summary> {
  const { stdout, stderr } = host.context;
  const target = rejectsTarget(host, options);
  if (target !== undefined) await refuseRejects(target, file);
  const source: Source = file === '-' ? { stream: host.context.stdin } : { path: file };
  const name = file === '-' ? say`standard input` : basename(file);
  const inFolder: InFolder = (work) => withFolder(host, work);
  const check = async (checked: Checked) => {
    const found = await checkFile(checked, countPaid);
    if (target !== undefined) await rejectFrom(checked, found, target);
    return found;
  };
  const report = await askingColumn(host, file, options, (settled) =>
    withText(source, name, inputOptions(settled), inFolder, check),
  );
  const isJson = wantsJson(options);
  if (options.quiet !== true) {
    stderr.write(checkNotes(report));
    if (target !== undefined) stderr.write(rejectsLine(target.path, report.summary.invalid));
  }
  if (isPrinted) stdout.write(isJson ? `${JSON.stringify(report.summary)}\n` : checkText(report));
  return report.summary;
}

function rejectFrom({ path, name }: Checked, { layout }: CheckReport, target: RejectsTarget) {
  return writeRejects(path, layout, name, target);
}

function rejectsTarget(
  { context }: Host,
  { rejects, overwrite }: CheckOptions,
): RejectsTarget | undefined {
  if (rejects === undefined) return undefined;
  if (rejects === '-') {
    throw new UsageError(
      'rejects_need_file',
      say`stdout holds the report; name a file with --rejects.`,
    );
  }
  return { path: rejects, overwrite: overwrite === true, unique: context.newId() };
}

/** A private folder that is gone afterwards, also when the user stops. */
async function withFolder<T>({ context }: Host, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  const forget = context.onStopSignal((signal) => {
    remove();
    context.exit(signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
  });
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}
