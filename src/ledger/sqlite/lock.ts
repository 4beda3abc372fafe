import { ConfereError } from '../../errors.js';
import type { Engine } from '../../sqlite/engine.js';
import { isBusy } from '../../sqlite/errors.js';
import { openDatabase } from '../../sqlite/index.js';
import type { HeldLock } from '../operations/index.js';

/**
 * Locks a batch for as long as this process lives. The lock is an exclusive SQLite transaction on a
 * small file beside the batch. The operating system releases it when the process dies, so no stale lock
 * remains.
 */
export function holdBatch(path: string, batchId: string, engine: Engine): HeldLock {
  try {
    const db = openDatabase(path, 0, engine);
    try {
      db.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      throw error;
    }
    return {
      release: () => {
        db.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    if (isBusy(error)) throw heldByAnother(batchId);
    throw error;
  }
}

function heldByAnother(batchId: string): ConfereError {
  return new ConfereError('batch_held', { batch: batchId });
}
