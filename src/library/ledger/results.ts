import type { LocalDeps } from '../../batch/dependencies.js';
import { exportBatch, resultsOf } from '../../batch/export-batch.js';
import { ConfereError, UsageError } from '../../errors.js';
import type { ExportRequest } from '../../export/index.js';
import type { Batch } from '../../ledger/index.js';
import type { ResultRow } from './ledger-types.js';

/** Writes a result and returns the number of its rows. */
export async function writeResult(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
): Promise<number> {
  let written = 0;
  const emit: LocalDeps['emit'] = (event) => {
    if (event.type === 'exported') written = event.rows;
    deps.emit(event);
  };
  await exportBatch({ ...deps, emit }, batch, request).catch((error: unknown) => {
    if (typeof request.target === 'string') throw error;
    const isFull = error instanceof ConfereError && error.code === 'output_failed';
    if (error instanceof ConfereError && !isFull) throw error;
    // The stream's own error, such as a closed pipe.
    const cause = isFull ? error.cause : error;
    throw request.target.destroyed ? new UsageError('stream_closed', {}, { cause }) : cause;
  });
  return written;
}

/** Every row of the input with its result. */
export async function* resultRows(
  deps: LocalDeps,
  find: () => Promise<Batch>,
): AsyncGenerator<ResultRow> {
  const batch = await find();
  for await (const { row, result } of resultsOf(deps, batch)) {
    const { number, cells, reading } = row;
    yield { row: number, cells, id: reading.valid ? reading.id : null, ...result };
  }
}
