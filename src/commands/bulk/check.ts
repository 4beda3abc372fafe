import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkFile, type IsPaid } from '../../batch/check.js';
import { copyInput } from '../../batch/private-copy.js';
import { exitCodes } from '../../exit-codes.js';
import type { Summary } from '../../batch/summary.js';
import { summaryText } from '../../output/batch-text.js';
import type { Host } from '../host.js';
import { inputOptions, type BulkOptions } from './options.js';

/** `confere bulk check`: nothing leaves this machine and nothing is stored. */
export async function runCheck(host: Host, file: string, options: BulkOptions): Promise<void> {
  const summary = await printCheck(host, file, options);
  host.finish(options.strict === true && summary.invalid > 0 ? exitCodes.partly : exitCodes.ok);
}

/** Prints what a submit would find; `isPaid` says what the ledger would answer. */
export async function printCheck(
  host: Host,
  file: string,
  options: BulkOptions,
  isPaid?: IsPaid,
): Promise<Summary> {
  const { stdout, stderr } = host.context;
  const { summary, description } = await withFile(host, file, (path, name) =>
    checkFile(path, name, inputOptions(options), isPaid),
  );
  if (options.quiet !== true) stderr.write(`${description}\n`);
  stdout.write(options.json === true ? `${JSON.stringify(summary)}\n` : summaryText(summary));
  return summary;
}

/** Standard input is kept in a private temporary file while it is read twice. */
async function withFile<T>(
  { context }: Host,
  file: string,
  work: (path: string, name: string) => Promise<T>,
): Promise<T> {
  if (file !== '-') return work(file, basename(file));
  const folder = await mkdtemp(join(tmpdir(), 'confere-'));
  try {
    const path = join(folder, 'stdin');
    await copyInput({ stream: context.stdin }, path);
    return await work(path, 'standard input');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
