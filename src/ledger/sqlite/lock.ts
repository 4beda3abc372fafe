import { ConfereError } from '../../errors.js';
import type { Engine } from '../../sqlite/engine.js';
import { isBusy } from '../../sqlite/errors.js';
import { openLock } from '../../sqlite/index.js';
import type { HeldLock } from '../operations/index.js';
import { BUSY_TIMEOUT } from './patience.js';

/**
 * Locks a file for as long as this process lives; undefined if another has it. The lock is an exclusive
 * SQLite transaction. The operating system releases it when the process dies, so no stale lock remains. `wait`: ms.
 */
export function lockFile(
  path: string,
  engine: Engine,
  wait = 0,
): { readonly release: () => void } | undefined {
  try {
    const lock = openLock(path, wait, engine);
    return {
      release: () => {
        lock.close();
      },
    };
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Locks a batch: a small file beside it. Who only looks whether somebody has it (`ledgerFacts`) has it for a moment. */
export function holdBatch(path: string, batchId: string, engine: Engine): HeldLock {
  const lock = lockFile(path, engine, BUSY_TIMEOUT);
  if (lock === undefined) throw new ConfereError('batch_held', { batch: batchId });
  return {
    release: () => {
      lock.release();
      return Promise.resolve();
    },
  };
}
