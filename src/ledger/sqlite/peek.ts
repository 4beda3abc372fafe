import { join } from 'node:path';
import { openReadOnly } from '../../sqlite/index.js';
import type { BatchQuery } from '../operations/reading.js';
import type { Batch } from '../types.js';
import { createBatches } from './tables/batches.js';

/** What is said of a batch where its id is offered; the ledger may be of an older version, which has no more. */
type BatchGlimpse = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/**
 * Finds batches of the ledger in `folder`, the newest first, without a lock and without a trace.
 * @throws when there is no ledger there
 */
export function peekBatches(folder: string, query: BatchQuery): BatchGlimpse[] {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return createBatches(db).find(query);
  } finally {
    db.close();
  }
}
