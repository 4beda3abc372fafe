import { ConfereError, UsageError } from '../errors.js';
import { isIntact } from '../input/private-copy.js';
import type { Batch } from '../ledger/index.js';

/**
 * Refuses a private copy that differs from the one that was planned. Batches of earlier versions have no
 * checksum; for those only the rows are counted.
 *
 * @throws ConfereError `copy_damaged`
 */
export async function refuseDamagedCopy(path: string, batch: Batch): Promise<void> {
  const { inputHash: hash, inputSize: size } = batch;
  if (hash === null || size === null || (await isIntact(path, { hash, size }))) return;
  throw new ConfereError('copy_damaged', { batch: batch.id, file: batch.file });
}

/**
 * Refuses to replace what the batch was made from, also with `--overwrite`: it may be the only copy.
 *
 * @throws UsageError `output_is_input`
 */
export async function refuseInput(path: string, batch: Batch): Promise<void> {
  const { file, inputHash: hash, inputSize: size } = batch;
  if (hash === null || size === null || !(await isIntact(path, { hash, size }))) return;
  throw new UsageError('output_is_input', { file, output: path, of: 'export' });
}

/**
 * Refuses a result whose number of rows differs from the plan.
 *
 * @throws ConfereError `rows_differ`
 */
export function refuseOtherRows(rows: number, batch: Batch): void {
  if (rows === batch.rows) return;
  throw new ConfereError('rows_differ', {
    batch: batch.id,
    file: batch.file,
    rows: batch.rows,
    found: rows,
  });
}
