import { stat } from 'node:fs/promises';
import { ConfereError, UsageError } from '../errors.js';
import { mergedRows, type ExportRow, type RowSource } from '../export/rows.js';
import { refuseDamagedCopy } from '../export/targets.js';
import { writeResult, type ExportRequest } from '../export/index.js';
import { mendCopy, settleCopy } from '../input/private-copy.js';
import { refuseMoved } from '../ledger/copy.js';
import type { Batch } from '../ledger/index.js';
import { answerSource, type LocalDeps } from './dependencies.js';
import { progressOf } from './events.js';
import { typedInputOf } from './find-batch.js';
import { inputPath, layoutOf } from './plan/open-batch.js';
import { summarize } from './summary.js';

/** @throws UsageError if it has not ended; ConfereError `ledger_elsewhere` */
export async function exportBatch(deps: LocalDeps, batch: Batch, request: ExportRequest) {
  refuseMoved(await deps.ledger.raw.mark());
  const { state, pending, found, notFound } = await summarize(deps.ledger, batch.num);
  const isEnded = state !== 'running' && pending === 0;
  if (!isEnded && !request.partial && request.only === undefined)
    throw new UsageError('batch_not_ended', { batch: batch.id });
  // Beside rows on a stream nothing moves.
  const emit = typeof request.target === 'string' ? deps.emit : () => undefined;
  const told = progressOf({ emit, stop: deps.stop }, 'writing', batch.rows);
  told(0);
  const from = { ...(await rowSource(deps, batch)), answered: found + notFound };
  const written = await withSoundCopy(deps, from, () =>
    writeResult(from, request, deps.newId, told),
  );
  // Some rows alone are a delivery only where the run itself was asked for no more.
  const isDelivered = request.remember || request.only === undefined;
  if (isDelivered) await deps.ledger.keepDelivered(batch.num, isEnded ? 'all' : 'part');
  deps.emit({ type: 'exported', ...written });
}

/** @throws ConfereError `copy_damaged` before the first row, `rows_differ` after the last */
export async function* resultsOf(deps: LocalDeps, batch: Batch): AsyncGenerator<ExportRow> {
  const from = await rowSource(deps, batch);
  await withSoundCopy(deps, from, () => refuseDamagedCopy(from.path, batch));
  yield* mergedRows(from);
}

async function rowSource(deps: LocalDeps, batch: Batch): Promise<RowSource> {
  const source = await answerSource(deps);
  const path = inputPath(deps, batch);
  await settleCopy(path, batch);
  await fetchCopy(deps, batch, path);
  return { ledger: deps.ledger, source, batch, path, layout: layoutOf(batch) };
}

export async function fetchCopy(deps: LocalDeps, batch: Batch, path: string): Promise<void> {
  const isThere = (await stat(path).catch(() => undefined))?.size === batch.inputSize;
  if (!isThere) await repair(deps, batch, path);
}

async function repair({ ledger, newId }: LocalDeps, batch: Batch, path: string): Promise<void> {
  const { num, inputHash: hash, inputSize: size } = batch;
  if (hash === null || size === null) return;
  await mendCopy(path, `${path}.${newId()}`, { hash }, () => ledger.copyOf(num));
}

/** A damaged copy is fetched once more where the shared ledger has it. */
export async function withSoundCopy<T>(
  deps: LocalDeps,
  { batch, path }: { readonly batch: Batch; readonly path: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    await repair(deps, batch, path);
    return work().catch(async (again: unknown) => {
      if (!isDamaged(again)) throw again;
      const { id, file } = batch;
      const typed = await typedInputOf(deps.ledger, batch);
      throw new ConfereError('copy_damaged', { batch: id, file, typed }, { cause: again });
    });
  }
}

export function isDamaged(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'copy_damaged';
}
