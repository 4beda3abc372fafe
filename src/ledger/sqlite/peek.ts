import { join } from 'node:path';
import { openReadOnly } from '../../sqlite/index.js';

/** What is said of a batch where its id is offered. */
export interface BatchGlimpse {
  readonly id: string;
  readonly file: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/**
 * The newest batches of the ledger in `folder`, without a lock and without a trace.
 * @throws when there is no ledger there
 */
export function peekBatches(folder: string, most: number): BatchGlimpse[] {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return db
      .prepare(
        'SELECT id, file, created_at FROM batches ORDER BY created_at DESC, num DESC LIMIT ?',
      )
      .all(most)
      .map((row) => ({
        id: String(row['id']),
        file: String(row['file']),
        createdAt: Number(row['created_at']),
      }));
  } finally {
    db.close();
  }
}
