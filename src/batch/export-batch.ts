import { ConfereError, UsageError } from '../base/errors.js';
import { mergeRows, type ExportRow, type RowSource } from '../export/rows.js';
import { writeResult, type ExportRequest } from '../export/index.js';
import { inputPath, restoreCopy, placeNextCopy } from '../ledger/batch-folder.js';
import type { Batch } from '../ledger/index.js';
import { answerSource, type LocalDeps } from './dependencies.js';
import { progressOf } from './events.js';
import { typedInputOf } from './find-batch.js';
import { layoutOf } from './plan/open-batch.js';
import { summarize } from './summary.js';

/** Returns the number of rows. @throws UsageError if it has not ended; ConfereError `ledger_elsewhere` */
export async function exportBatch(deps: LocalDeps, batch: Batch, request: ExportRequest) {
  await deps.ledger.raw.refuseMoved();
  const { state, pending, found, notFound } = await summarize(deps.ledger, batch.num);
  const isEnded = state !== 'running' && pending === 0;
  if (!isEnded && request.partial !== true && request.only === undefined) {
    const left = state === 'running' ? 'running' : 'unsent';
    throw new UsageError('batch_not_ended', { batch: batch.id, state: left });
  }
  // Beside rows on a stream nothing moves.
  const emit = typeof request.target === 'string' ? deps.emit : () => undefined;
  const told = progressOf({ emit, stop: deps.stop }, 'writing', batch.rows);
  told(0);
  const from = { ...(await rowSource(deps, batch)), answered: found + notFound };
  const written = await writeResult(from, request, deps.newId, told);
  // Some rows alone are a delivery only where the run itself was asked for no more.
  const isDelivered = request.remember === true || request.only === undefined;
  if (isDelivered) await deps.ledger.storeDelivery(batch.num, isEnded ? 'all' : 'part');
  deps.emit({ type: 'exported', ...written });
  return written.rows;
}

/** @throws ConfereError `copy_damaged` before the first row, `rows_differ` after the last */
export async function* resultsOf(deps: LocalDeps, batch: Batch): AsyncGenerator<ExportRow> {
  yield* mergeRows(await rowSource(deps, batch));
}

async function rowSource(deps: LocalDeps, batch: Batch): Promise<RowSource> {
  const source = await answerSource(deps);
  const path = await soundCopy(deps, batch);
  return { ledger: deps.ledger, source, batch, path, layout: layoutOf(batch) };
}

/** The private copy; one that is missing or damaged is fetched where the shared ledger has it. @throws ConfereError `copy_damaged` */
export async function soundCopy(deps: LocalDeps, batch: Batch): Promise<string> {
  const { ledger, newId } = deps;
  const { num, id, file, inputHash } = batch;
  const path = inputPath(deps, batch);
  await placeNextCopy(path, batch);
  const mended = () => restoreCopy(path, batch, newId, () => ledger.readCopy(num));
  if (inputHash === null || (await mended())) return path;
  const typed = await typedInputOf(ledger, batch);
  throw new ConfereError('copy_damaged', { batch: id, file, typed });
}
