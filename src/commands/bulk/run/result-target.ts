import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { ForResult } from '../../../batch/plan/open-batch.js';
import { UsageError } from '../../../errors.js';
import { refusePath, refuseRequest } from '../../../export/targets/refuse-target.js';
import { isSameFile } from '../../../export/targets/target.js';
import { makeFolder } from '../../../flush.js';
import type { RunOptions } from './one-file.js';
import { resultOf, type ResultOptions } from '../shared/options.js';
import { dataStream } from '../shared/places.js';
import type { Host } from '../../shared/options.js';

/** How to write the result of a run, and where. */
export type ResultPlace = Pick<RunOptions, 'outDir' | keyof ResultOptions>;

/**
 * Refuses an output that cannot be written, before any credit is spent.
 *
 * @throws UsageError
 */
export async function prepareTarget(
  host: Host,
  batch: ForResult,
  options: ResultPlace & { readonly file: string },
): Promise<string | Writable> {
  const { outDir } = options;
  const result = resultOf(options);
  const output = outputOf(options.file, options);
  await refuseInput(options.file, [output, result.partners]);
  const target = output === '-' ? dataStream(host, result) : output;
  await refuseRequest(batch, { ...result, target });
  if (output === '-') return target;
  if (outDir !== undefined) makeOutDir(outDir);
  await refusePath(batch, output, result);
  return output;
}

/** What cannot be made is refused with the result that would be in it. */
function makeOutDir(folder: string): void {
  try {
    makeFolder(folder, 0o777);
  } catch {
    // It is not there.
  }
}

/** Refuses to replace the input, also by another name of it, and whatever `--overwrite` says. */
async function refuseInput(file: string, outputs: readonly (string | undefined)[]): Promise<void> {
  for (const output of outputs)
    if (file !== '-' && output !== undefined && output !== '-' && (await isSameFile(file, output)))
      throw new UsageError('output_is_input', { file, output, of: 'run' });
}

/** The extension of a result that has the format of its input; CSV for any other. */
const OWN: Readonly<Record<string, string>> = {
  ...{ '.csv': '.csv', '.tsv': '.tsv', '.txt': '.txt' },
  ...{ '.xlsx': '.xlsx', '.xlsm': '.xlsx', '.xltx': '.xlsx', '.xltm': '.xlsx' },
};

/** By default `<name>.confere.<ext>` next to the input; for standard input, stdout. */
function outputOf(file: string, { output, outDir, format }: ResultPlace): string {
  if (output !== undefined) return output;
  if (file === '-') return '-';
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const own = OWN[extension.toLowerCase()] ?? '.csv';
  const isOwn = format === undefined || (format === 'csv' && own !== '.xlsx');
  const kept = isOwn ? own : `.${format}`;
  // `Z:` alone is a folder only when it ends in a point.
  const folder = normalize(outDir ?? dirname(file));
  return join(folder, `${basename(unpacked, extension)}.confere${kept}`);
}

/** Removes repeated inputs: the same file twice is one batch, on Windows and macOS in any case. */
export function distinctInputs(
  files: readonly string[],
  platform: string,
): { inputs: string[]; repeated: string[] } {
  const isAnyCase = platform === 'win32' || platform === 'darwin';
  const seen = new Set<string>();
  const [inputs, repeated]: [string[], string[]] = [[], []];
  for (const file of files) {
    const path = file === '-' ? '-' : isAnyCase ? folded(resolve(file)) : resolve(file);
    (seen.has(path) ? repeated : inputs).push(file);
    seen.add(path);
  }
  return { inputs, repeated };
}

/** @throws UsageError if the result of one input would replace the result of another, or an input */
export function refuseCollisions(inputs: readonly string[], place: ResultPlace): void {
  refuseSharedTables(place);
  const owners = new Map<string, string>();
  for (const file of inputs) {
    const output = outputOf(file, place);
    const key = output === '-' ? '-' : folded(resolve(output));
    const other = owners.get(key);
    if (other !== undefined) throw sameOutput(other, file, output);
    if (inputs.some((input) => input !== '-' && folded(resolve(input)) === key))
      throw overInput(file, output);
    owners.set(key, file);
  }
}

/** Many file systems treat `A.csv` and `a.csv` as the same file. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function sameOutput(first: string, second: string, output: string): UsageError {
  return new UsageError('same_output', { of: 'inputs', first, second, output: basename(output) });
}

function overInput(file: string, output: string): UsageError {
  return new UsageError('output_is_input', { file, output });
}

function refuseSharedTables({ partners }: ResultPlace): void {
  if (partners !== undefined) throw new UsageError('one_side_file', {});
}
