import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Deps } from '../../batch/dependencies.js';
import { resultOf } from '../../batch/options.js';
import { checked, type ForResult, type HeldBatch } from '../../batch/plan/open-batch.js';
import { workOnHeld } from '../../batch/work-on-batch.js';
import { type ErrorFacts, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { refusePath, refuseRequest } from '../../export/choose-format.js';
import { isSameFile } from '../../export/targets.js';
import { makeFolder } from '../../flush.js';
import type { WrittenResult } from '../../output/batches/summary.js';
import type { RunHost } from './run.js';
import { askingLimits } from './shared/asking.js';
import { openInput } from './shared/new-batch.js';
import { exitOf } from './shared/outcome.js';
import { dataStream } from './shared/places.js';
import { releasing } from './steps.js';

export type OpenedFile = Awaited<ReturnType<typeof openFile>>;

export async function openFile(host: RunHost, deps: Deps, file: string) {
  const prepare = (batch: ForResult) =>
    prepareTarget(host, batch, file).catch((error: unknown) => refuseErased(deps, file, error));
  const held = await openInput(host, deps, file, async (batch) => void (await prepare(batch)));
  // Only now the number of rows is known.
  return { held, target: await keptIf(deps, held, () => prepare(held.batch)) };
}

/** What `check` refuses is discarded if it is new, and released. */
export async function keptIf<T>(deps: Deps, held: HeldBatch, check: () => Promise<T>): Promise<T> {
  try {
    return await checked(deps, held, check);
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** It may be of a batch of which people were erased, whom a new one would ask for again. */
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

export function runOpened(host: RunHost, service: Deps, { held, target }: OpenedFile) {
  return releasing(held, async () => {
    let result: WrittenResult | undefined;
    const emit: Deps['emit'] = (event) => {
      if (event.type === 'exported') result = event;
      service.emit(event);
    };
    const deps = { ...service, emit };
    const { interval, strict } = host.options;
    const goal = { limits: askingLimits(host, deps), waits: true, interval };
    const wanted = { ...resultOf(host.options), target };
    const outcome = await workOnHeld(deps, held, goal, wanted);
    const { summary, trouble, unwritten, hadEnded = false } = outcome;
    // Without an error, identifiers stay pending because nothing covered them, or for want of time.
    const own = exitOf(summary, strict, trouble && exitCodes.ok);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    return { summary, troubles, own, result, hadEnded };
  });
}

/** Refuses an output that cannot be written, before any credit is spent. */
async function prepareTarget(
  host: RunHost,
  batch: ForResult,
  file: string,
): Promise<string | Writable> {
  const result = resultOf(host.options);
  const output = outputOf(file, host.options);
  // The input is never replaced, also by another name of it, and whatever `--overwrite` says.
  for (const path of [output, result.partners])
    if (file !== '-' && path !== undefined && path !== '-' && (await isSameFile(file, path)))
      throw new UsageError('output_is_input', { file, output: path, of: 'run' });
  const target = output === '-' ? dataStream(host, result.format) : output;
  await refuseRequest(batch, { ...result, target });
  if (typeof target !== 'string') return target;
  const { outDir } = host.options;
  if (outDir !== undefined) makeOutDir(outDir);
  await refusePath(batch, target, result);
  return target;
}

function makeOutDir(folder: string): void {
  try {
    makeFolder(folder, 0o777);
  } catch {
    // It is not there.
  }
}

/** The extension of a result that has the format of its input; CSV for any other. */
const OWN: Readonly<Record<string, string>> = {
  ...{ '.csv': '.csv', '.tsv': '.tsv', '.txt': '.txt' },
  ...{ '.xlsx': '.xlsx', '.xlsm': '.xlsx', '.xltx': '.xlsx', '.xltm': '.xlsx' },
};

type ResultPlace = Partial<Pick<RunHost['options'], 'output' | 'outDir' | 'format' | 'partners'>>;

/** By default `<name>.confere.<ext>` next to the input; for standard input, stdout. */
function outputOf(file: string, { output, outDir, format }: ResultPlace): string {
  if (output !== undefined) return output;
  if (file === '-') return '-';
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const own = OWN[extension.toLowerCase()] ?? '.csv';
  const isOwn = format === undefined || (format === 'csv' && own !== '.xlsx');
  // `Z:` alone is a folder only when it ends in a point.
  const folder = normalize(outDir ?? dirname(file));
  return join(folder, `${basename(unpacked, extension)}.confere${isOwn ? own : `.${format}`}`);
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

/** @throws UsageError if a result would replace another, or an input */
export function refuseCollisions(inputs: readonly string[], place: ResultPlace): void {
  if (place.partners !== undefined) throw new UsageError('one_side_file', {});
  const owners = new Map<string, string>();
  for (const file of inputs) {
    const output = outputOf(file, place);
    const key = output === '-' ? '-' : folded(resolve(output));
    const first = owners.get(key);
    if (first !== undefined) {
      const facts = { of: 'inputs', first, second: file, output: basename(output) } as const;
      throw new UsageError('same_output', facts);
    }
    if (inputs.some((input) => input !== '-' && folded(resolve(input)) === key))
      throw new UsageError('output_is_input', { file, output });
    owners.set(key, file);
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
