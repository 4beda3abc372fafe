import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { refusePath, refuseRequest } from '../../../export/targets/refuse-target.js';
import type { ForResult } from '../../../batch/plan/open-batch.js';
import type { Host } from '../../shared/command-host.js';
import type { ResultRequest } from '../options/result-options.js';
import { dataStream } from '../shared/data-stream.js';

/** How to write the result of a run, and where. */
export interface ResultPlace {
  readonly result: ResultRequest;
  /** A path, or `-` for stdout; next to the input when left out. */
  readonly output?: string;
  /** The folder for the results of several inputs. */
  readonly outDir?: string;
}

/** Refuses an output that cannot be written, before any credit is spent. */
export async function prepareTarget(
  host: Host,
  batch: ForResult,
  request: ResultPlace & { readonly file: string },
): Promise<string | Writable> {
  const { result, outDir } = request;
  const output = outputOf(request.file, request);
  if (output === '-') {
    const target = dataStream(host, result);
    await refuseRequest(batch, { ...result, target });
    return target;
  }
  await refuseRequest(batch, { ...result, target: output });
  if (outDir !== undefined) await mkdir(outDir, { recursive: true }).catch(() => undefined);
  await refusePath(batch, output, result);
  return output;
}

/** The extension of a result that has the format of its input; CSV for any other. */
const OWN: Readonly<Record<string, string>> = {
  ...{ '.csv': '.csv', '.tsv': '.tsv', '.txt': '.txt' },
  ...{ '.xlsx': '.xlsx', '.xlsm': '.xlsx', '.xltx': '.xlsx', '.xltm': '.xlsx' },
};

/** By default `<name>.confere.<ext>` next to the input; for standard input, stdout. */
export function outputOf(file: string, { output, outDir, result }: ResultPlace): string {
  if (output !== undefined) return output;
  if (file === '-') return '-';
  const { format } = result;
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const own = OWN[extension.toLowerCase()] ?? '.csv';
  const isOwn = format === undefined || (format === 'csv' && own !== '.xlsx');
  const kept = isOwn ? own : `.${format}`;
  return join(outDir ?? dirname(file), `${basename(unpacked, extension)}.confere${kept}`);
}
