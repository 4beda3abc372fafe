import { UsageError } from '../errors.js';
import { mergedRows, type ExportRow, type RowSource } from '../export/rows.js';
import { refuseDamagedCopy } from '../export/whole.js';
import { writeResult, type ExportRequest } from '../export/index.js';
import type { Batch } from '../ledger/index.js';
import { answerSource } from './answer-source.js';
import type { LocalDeps } from './dependencies.js';
import { inputPath, layoutOf } from './plan/open-batch.js';
import { summarize } from './summary.js';

/**
 * Writes the merged results of a planned batch.
 *
 * @throws UsageError if the batch has not ended, and what `writeResult` throws
 */
export async function exportBatch(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
): Promise<void> {
  await refuseUnended(deps, batch, request);
  const written = await writeResult(await rowSource(deps, batch), request, deps.newId);
  deps.emit({ type: 'exported', ...written });
}

/**
 * Every row of a planned batch with its result, in input order.
 *
 * @throws ConfereError `copy_damaged` before the first row, `rows_differ` after the last
 */
export async function* resultsOf(deps: LocalDeps, batch: Batch): AsyncGenerator<ExportRow> {
  const from = await rowSource(deps, batch);
  await refuseDamagedCopy(from.path, batch);
  yield* mergedRows(from);
}

async function rowSource(deps: LocalDeps, batch: Batch): Promise<RowSource> {
  const { ledger } = deps;
  const source = await answerSource(deps);
  return { ledger, source, batch, path: inputPath(deps, batch), layout: layoutOf(batch) };
}

async function refuseUnended(deps: LocalDeps, batch: Batch, request: ExportRequest): Promise<void> {
  if (request.partial || request.only !== undefined) return;
  const { state, pending } = await summarize(deps.ledger, batch.num);
  if (state !== 'running' && pending === 0) return;
  throw new UsageError('batch_not_ended', { batch: batch.id });
}
