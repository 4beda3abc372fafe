import { ConfereError } from '../errors.js';
import { isIntact } from '../input/private-copy.js';
import type { Batch } from '../ledger/index.js';

/**
 * Refuses a private copy that is not, byte for byte, what the batch was planned from. Batches of earlier
 * versions have no checksum; of those the rows alone are counted.
 * @throws ConfereError `copy_damaged`
 */
export async function refuseDamagedCopy(path: string, batch: Batch): Promise<void> {
  const { inputHash: hash, inputSize: size } = batch;
  if (hash === null || size === null || (await isIntact(path, { hash, size }))) return;
  throw new ConfereError('copy_damaged', { batch: batch.id, file: batch.file });
}

/**
 * Refuses a result with other rows than the batch was planned with.
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
