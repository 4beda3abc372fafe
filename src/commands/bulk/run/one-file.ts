import type { Writable } from 'node:stream';
import type { Deps } from '../../../batch/dependencies.js';
import { checked, type ForResult, type HeldBatch } from '../../../batch/plan/open-batch.js';
import type { Summary } from '../../../batch/summary.js';
import { workOnHeld } from '../../../batch/work-on-batch.js';
import { type ConfereError, type ErrorFacts, UsageError } from '../../../errors.js';
import { type ExitCode, exitCodes } from '../../../exit-codes.js';
import type { WrittenResult } from '../../../output/batches/summary.js';
import { askingLimits, type Spending } from '../shared/asking.js';
import { type NewBatchOptions, openInput } from '../shared/new-batch.js';
import { withBatchService } from '../shared/batch-work.js';
import { resultOf, type ResultOptions } from '../shared/options.js';
import { exitOf, wasCovered } from '../shared/outcome.js';
import type { OnAccount } from '../../shared/account.js';
import type { GlobalOptions, Host, Shown } from '../../shared/options.js';
import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import { refusePath, refuseRequest } from '../../../export/targets/refuse-target.js';
import { isSameFile } from '../../../export/targets/target.js';
import { makeFolder } from '../../../flush.js';
import { dataStream } from '../shared/places.js';

/** The options of `bulk run`. */
export interface RunOptions extends NewBatchOptions, ResultOptions {
  /** A path, or `-` for stdout; next to the input when left out. */
  readonly output?: string;
  /** The folder for the results of several inputs. */
  readonly outDir?: string;
  /** A command that is run at the end. */
  readonly notify?: string;
}

export type Run = RunOptions & OnAccount & Spending & GlobalOptions & Shown;

/** A run with one of its files. */
export type RunOfFile = Run & { readonly file: string };

/** The end of the run of one input. */
export interface Ended {
  readonly summary: Summary;
  readonly troubles: readonly ConfereError[];
  /** The exit code for the state of the batch. */
  readonly own: ExitCode;
  /** The result that this run wrote. */
  readonly result?: WrittenResult;
  /** Whether nothing was left to do before this run. */
  readonly hadEnded: boolean;
}

/** Runs one input from reading to result. An error after the batch exists is reported with its numbers. */
export function runFile(host: Host, options: RunOfFile): Promise<Ended> {
  return withBatchService(host, options, async (deps) =>
    runOpened(host, deps, options, await openFile(host, deps, options)),
  );
}

/** An input that is read and planned. */
export interface OpenedFile {
  readonly held: HeldBatch;
  /** Where its result goes. */
  readonly target: string | Writable;
}

/** Reads and plans an input; sends nothing. */
export async function openFile(host: Host, deps: Deps, options: RunOfFile): Promise<OpenedFile> {
  const prepare = (batch: ForResult) =>
    prepareTarget(host, batch, options).catch((error: unknown) =>
      refuseErased(deps, options.file, error),
    );
  const refuse = async (batch: ForResult) => {
    await prepare(batch);
  };
  const held = await openInput(host, deps, options, refuse);
  try {
    // Only now the number of rows is known.
    return { held, target: await checked(deps, held, () => prepare(held.batch)) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** A result that stands in the way may be of a batch of which people were erased, whom a new one would ask for again. */
async function refuseErased(
  { ledger }: Pick<Deps, 'ledger'>,
  file: string,
  error: unknown,
): Promise<never> {
  if (!(error instanceof UsageError) || error.code !== 'output_exists') throw error;
  const { path } = error.facts as ErrorFacts['output_exists'];
  const last = (await ledger.findBatches()).find(({ outputs }) => Object.hasOwn(outputs, path));
  const rows = last?.reasons['erased'];
  if (last === undefined || rows === undefined) throw error;
  throw new UsageError('output_exists', { path, erased: { batch: last.id, rows, file } });
}

/** Sends, watches and exports a planned input, and releases it. */
export async function runOpened(
  host: Host,
  service: Deps,
  options: RunOfFile,
  { held, target }: OpenedFile,
): Promise<Ended> {
  const { deps, written } = telling(service);
  try {
    const { interval, strict = false } = options;
    const limits = askingLimits(host, deps, options);
    const result = { ...resultOf(options), target };
    const outcome = await workOnHeld(deps, held, { limits, waits: true, interval }, result);
    const { summary, trouble, unwritten, hadEnded = false } = outcome;
    // Without an error, identifiers stay pending because nothing covered them, or for want of time.
    const unsent = wasCovered(summary) ? exitCodes.partly : exitCodes.credits;
    const forPending = trouble === undefined ? unsent : exitCodes.ok;
    const own = exitOf(summary, strict, forPending);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    return { summary, troubles, own, result: written(), hadEnded };
  } finally {
    await held.release();
  }
}

/** Wraps the dependencies to know the result that is written. */
function telling(deps: Deps) {
  let written: WrittenResult | undefined;
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'exported') written = event;
    deps.emit(event);
  };
  return { deps: { ...deps, emit }, written: () => written };
}

/** How to write the result of a run, and where. */
type ResultPlace = Pick<RunOptions, 'outDir' | keyof ResultOptions>;

/**
 * Refuses an output that cannot be written, before any credit is spent.
 *
 * @throws UsageError
 */
async function prepareTarget(
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
