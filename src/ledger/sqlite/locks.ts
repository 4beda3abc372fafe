import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfereError } from '../../base/errors.js';
import type { Engine } from '../../sqlite/connection.js';
import { isBusy } from '../../sqlite/engine.js';
import { openLock } from '../../sqlite/index.js';
import type { HeldLock } from '../ledger.js';
import { BUSY_TIMEOUT, retryWhileBusy } from './db.js';

const SUFFIX = '.lock.db';

/**
 * Creates the sessions of a ledger, which lock files show. The functions must be called inside a transaction: its write
 * lock keeps other processes from removing the file of a new session before the file is locked.
 */
export function createHolders(folder: string, engine: Engine) {
  const held = new Map<string, { close(): unknown }>();
  const buildPath = (holder: string) => join(folder, holder + SUFFIX);
  const isAlive = (holder: string): boolean => {
    // A name from the ledger that leads elsewhere (`../x`) is not a session's.
    if (basename(holder) !== holder) return false;
    const path = buildPath(holder);
    return held.has(holder) || (existsSync(path) && isLocked(path, engine));
  };
  /** Removes the file of a session that has ended. */
  const removeDead = (holder: string): void => {
    if (!isAlive(holder)) removeLockFile(buildPath(holder));
  };
  return {
    isAlive,
    hold(holder: string): void {
      if (held.has(holder)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder))
        if (name.endsWith(SUFFIX)) removeDead(name.slice(0, -SUFFIX.length));
      const lock = lockFile(buildPath(holder), engine);
      if (lock !== undefined) held.set(holder, lock);
    },
    releaseAll(): void {
      for (const [holder, lock] of held) {
        lock.close();
        removeLockFile(buildPath(holder));
      }
      held.clear();
    },
  };
}

/** Removes a lock file, and those that SQLite keeps beside it. If the system refuses, a later session tries again. */
function removeLockFile(path: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
  } catch {
    return;
  }
}

/**
 * Locks a file by an exclusive transaction, which ends with this process, so that no stale lock remains. Returns
 * undefined if another process has it.
 */
function lockFile(path: string, engine: Engine, wait = 0) {
  try {
    return openLock(path, wait, engine);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isLocked(path: string, engine: Engine): boolean {
  const lock = lockFile(path, engine);
  lock?.close();
  return lock === undefined;
}

const BATCH_LOCK = 'lock.db';

export function isBatchLocked(folder: string, engine: Engine): boolean {
  const path = join(folder, BATCH_LOCK);
  return existsSync(path) && isLocked(path, engine);
}

/**
 * Locks a batch. This waits for a moment, because `isBatchLocked` takes the lock while it checks. @throws ConfereError
 * `batch_held`
 */
export function lockBatch(folder: string, batchId: string, engine: Engine): Promise<HeldLock> {
  return retryWhileBusy(() => {
    const lock = lockFile(join(folder, BATCH_LOCK), engine, BUSY_TIMEOUT);
    if (lock === undefined) throw new ConfereError('batch_held', { batch: batchId });
    return {
      release: () => {
        lock.close();
        return Promise.resolve();
      },
    };
  });
}
