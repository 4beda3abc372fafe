import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { formatName } from '../../export/format.js';
import { refusePath, refuseRequest } from '../../export/refuse-target.js';
import { UsageError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { Host } from '../shared/host.js';
import type { BulkOptions } from './options.js';
import { say } from '../../text/index.js';

/** Refuses an output that cannot be written before any credit is spent. */
export async function prepareTarget(host: Host, batch: Batch, file: string, options: BulkOptions) {
  const output = outputOf(file, options);
  if (output === '-') {
    const target = dataStream(host, options);
    await refuseRequest(batch, { ...options, target });
    return target;
  }
  await refuseRequest(batch, { ...options, target: output });
  if (options.outDir !== undefined)
    await mkdir(options.outDir, { recursive: true }).catch(() => undefined);
  await refusePath(batch, output, options);
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
    say`A workbook is not for the terminal; name a file with -o.`,
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
