import { ConfereError } from '../errors.js';
import { isIntact } from '../input/private-copy.js';
import type { Batch } from '../ledger/index.js';
import { say } from '../text/index.js';

/**
 * Refuses a private copy that is not, byte for byte, what the batch was planned from. Batches of earlier
 * versions have no checksum; of those the rows alone are counted.
 * @throws ConfereError `copy_damaged`
 */
export async function refuseDamagedCopy(path: string, batch: Batch): Promise<void> {
  const { inputHash: hash, inputSize: size } = batch;
  if (hash === null || size === null || (await isIntact(path, { hash, size }))) return;
  throw new ConfereError(
    'ledger',
    'copy_damaged',
    say`The copy of ${batch.file} that batch ${batch.id} keeps is damaged, so no result was written. Run 'confere bulk run' again with the original file and the same options: that puts the copy right, and nothing is paid for twice.`,
  );
}

/**
 * Refuses a result with other rows than the batch was planned with.
 * @throws ConfereError `rows_differ`
 */
export function refuseOtherRows(rows: number, batch: Batch): void {
  if (rows === batch.rows) return;
  throw new ConfereError(
    'ledger',
    'rows_differ',
    say`Batch ${batch.id} has ${batch.rows} rows, and the copy of ${batch.file} that it keeps gives ${rows}, so the result is not whole. 'confere bulk run --again' with the original file makes a new batch; what was paid for is answered by the ledger.`,
  );
}
