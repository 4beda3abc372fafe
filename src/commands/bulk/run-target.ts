import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { formatName } from '../../batch/export/format.js';
import { refuseOverwrite } from '../../batch/export/index.js';
import { refuseShape } from '../../batch/export/pick.js';
import {
  refuseCompanyTables,
  refuseSameNames,
  refuseSideFiles,
} from '../../batch/export/side-files.js';
import { UsageError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { Host } from '../host.js';
import type { BulkOptions } from './options.js';

/** Refuses an output that cannot be written before any credit is spent. */
export async function prepareTarget(host: Host, batch: Batch, file: string, options: BulkOptions) {
  const output = outputOf(file, options);
  refuseCompanyTables(options, batch.kind);
  if (batch.kind !== null) refuseShape({ ...options, target: output }, batch.kind, batch.rows);
  refuseSameNames(options, output === '-' ? undefined : output);
  // A batch that goes on may replace its own side files; a new one may not replace anybody's.
  if (options.overwrite !== true && batch.output === null) await refuseSideFiles(options);
  if (output === '-') return dataStream(host, options);
  if (options.outDir !== undefined)
    await mkdir(options.outDir, { recursive: true }).catch(() => undefined);
  await refuseMissingFolder(resolve(output));
  if (options.overwrite !== true) await refuseOverwrite(resolve(output), batch);
  return output;
}

/**
 * The stream that `-o -` means.
 * @throws UsageError where a workbook would fill a terminal with bytes
 */
export function dataStream({ context }: Host, { format }: BulkOptions): Writable {
  if (context.stdout.isTTY !== true || formatName(context.stdout, format) !== 'xlsx')
    return context.stdout;
  throw new UsageError(
    'workbook_to_terminal',
    'A workbook is not for the terminal; name a file with -o.',
  );
}

async function refuseMissingFolder(path: string): Promise<void> {
  const facts = await stat(dirname(path)).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  throw new UsageError(
    'output_unwritable',
    `${path} cannot be written: its folder does not exist. Nothing new was sent.`,
  );
}

/** `<name>.confere.<ext>` beside the input unless told otherwise; standard input goes to stdout. */
export function outputOf(file: string, { output, outDir, format }: BulkOptions): string {
  if (output !== undefined) return output;
  if (file === '-') return '-';
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const own = ['.csv', '.tsv'].includes(extension.toLowerCase()) ? extension : '.csv';
  const kept = format === undefined || format === 'csv' ? own : `.${format}`;
  return join(outDir ?? dirname(file), `${basename(unpacked, extension)}.confere${kept}`);
}
