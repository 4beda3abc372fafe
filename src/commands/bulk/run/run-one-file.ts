import type { Writable } from 'node:stream';
import { BALANCE_LAG } from '../../../money/price.js';
import { accountPrices, leftAsAssumed, leftOf, readBalance } from '../../../money/read-balance.js';
import { pause } from '../../../batch/stop.js';
import type { Deps } from '../../../batch/dependencies.js';
import { checked } from '../../../batch/plan/discard-unsent.js';
import type { ForResult, HeldBatch } from '../../../batch/plan/open-batch.js';
import { runHeld } from '../../../batch/work-on-batch.js';
import type { Summary } from '../../../batch/summary.js';
import type { Batch } from '../../../ledger/index.js';
import { asKnownError, UsageError, type ConfereError, type ErrorFacts } from '../../../errors.js';
import { exitCodes, type ExitCode } from '../../../exit-codes.js';
import type { WrittenResult } from '../../../output/batches/batch-summary.js';
import type { Host } from '../../shared/command-host.js';
import { askingLimits } from '../shared/ask-before-spending.js';
import { exitOf, wasCovered } from '../shared/batch-outcome.js';
import { withBatchService } from '../shared/batch-work.js';
import { openInput, type NewBatchRequest } from '../submit/open-input.js';
import { prepareTarget, type ResultPlace } from './result-target.js';

export interface RunRequest extends NewBatchRequest, ResultPlace {
  readonly files: readonly string[];
  /** Invalid rows set the exit code. */
  readonly strict: boolean;
}

/** A run with one of its files. */
export interface RunFileRequest extends RunRequest {
  readonly file: string;
}

/** The end of the run of one input. */
export interface Ended {
  readonly summary: Summary;
  readonly troubles: readonly ConfereError[];
  /** The exit code for the state of the batch. */
  readonly own: ExitCode;
  /** Credits that this run was charged, or may still be. */
  readonly spent: number;
  /** The result that this run wrote. */
  readonly result?: WrittenResult | undefined;
  /** Whether nothing was left to do before this run. */
  readonly hadEnded: boolean;
}

/** Runs one input from reading to result. An error after the batch exists is reported with its numbers. */
export function runFile(host: Host, request: RunFileRequest): Promise<Ended> {
  return withBatchService(host, request, async (deps) =>
    runOpened(host, deps, request, await openFile(host, deps, request)),
  );
}

/** An input that is read and planned. */
export interface OpenedFile {
  readonly held: HeldBatch;
  /** Where its result goes. */
  readonly target: string | Writable;
}

/** Reads and plans an input; sends nothing. */
export async function openFile(
  host: Host,
  deps: Deps,
  request: RunFileRequest,
): Promise<OpenedFile> {
  const prepare = (batch: ForResult) =>
    prepareTarget(host, batch, request).catch((error: unknown) =>
      refuseErased(deps, request.file, error),
    );
  const refuse = async (batch: ForResult) => {
    await prepare(batch);
  };
  const held = await openInput(host, deps, request, refuse);
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
  request: RunFileRequest,
  { held, target }: OpenedFile,
): Promise<Ended> {
  const { deps, written } = telling(service);
  try {
    const { interval } = request.waiting;
    const limits = askingLimits(host, deps, request);
    const result = { ...request.result, target };
    const began = await deps.ledger.tick();
    const outcome = await runHeld(deps, held, limits, interval, result);
    const { summary, trouble, unwritten, hadEnded = false } = outcome;
    // Without an error, identifiers stay pending because nothing covered them, or for want of time.
    const unsent = wasCovered(summary) ? exitCodes.partly : exitCodes.credits;
    const forPending = trouble === undefined ? unsent : exitCodes.ok;
    const own = exitOf(summary, request.strict, forPending);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    if (isLimitShared(request)) await readShown(deps, held.batch, began);
    const spent = await spentSince(deps, held.batch, began);
    return { summary, troubles, own, spent, result: written(), hadEnded };
  } finally {
    await held.release();
  }
}

/** What one file was charged is missing from the limit of the next. */
function isLimitShared({ files, spending }: RunFileRequest): boolean {
  return files.length > 1 && spending.maxCredits !== undefined;
}

/** Where nothing shows yet what the file was charged, the balance is read once more when it does not lag any longer. */
async function readShown(deps: Deps, batch: Batch, began: number): Promise<void> {
  await readBalance(deps).catch(asKnownError);
  const isShown =
    (await spentSince(deps, batch, began)) ===
    (await spentSince(deps, batch, began, leftAsAssumed));
  if (isShown) return;
  await pause(deps, BALANCE_LAG);
  await readBalance(deps).catch(asKnownError);
}

/** Also for a batch that was discarded again. What nothing shows the price of counts as much as it may have cost. */
async function spentSince(
  deps: Deps,
  { num }: Batch,
  began: number,
  leftBy = leftOf,
): Promise<number> {
  const run = { of: 'run', batch: num, after: began, limit: 0 } as const;
  const [spent] = await leftBy(deps, [run], await accountPrices(deps));
  return 0 - (spent?.left ?? 0);
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
