import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { refuseOverwrite } from '../../batch/export/index.js';
import { UsageError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { Host } from '../host.js';
import type { BulkOptions } from './options.js';

/** Refuses an output that cannot be written before any credit is spent. */
export async function prepareTarget(host: Host, batch: Batch, file: string, options: BulkOptions) {
  if (options.partners !== undefined && batch.kind !== 'cnpj') {
    throw new UsageError(
      'partners_need_cnpj',
      '--partners is for CNPJ batches; this one holds CPFs.',
    );
  }
  await refusePartnersInTheWay(batch, options);
  const output = outputOf(file, options);
  if (output === '-') return host.context.stdout;
  if (options.outDir !== undefined)
    await mkdir(options.outDir, { recursive: true }).catch(() => undefined);
  await refuseMissingFolder(resolve(output));
  if (options.overwrite !== true) await refuseOverwrite(resolve(output), batch);
  return output;
}

/** A batch that goes on may replace its own list of partners; a new one may not replace anybody's. */
async function refusePartnersInTheWay(batch: Batch, { partners, overwrite }: BulkOptions) {
  if (partners === undefined || overwrite === true || batch.output !== null) return;
  await refuseOverwrite(resolve(partners), batch);
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
