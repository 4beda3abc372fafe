import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../sqlite/engine.js';
import { ConfereError } from '../../errors.js';
import { isBusy } from '../../sqlite/errors.js';
import { openLock } from '../../sqlite/index.js';
import type { HeldLock } from '../operations/index.js';
import { BUSY_TIMEOUT } from './patience.js';

/** The sessions that make single lookups. Each holds a lock file from its first one until its end. */
export interface Holders {
  /** Takes the lock of a session of this process. Call it inside a transaction of the ledger. */
  hold(holder: string): void;
  /** Whether a session of another process lives. Call it inside a transaction of the ledger. */
  lives(holder: string): boolean;
  /** How many sessions of other processes live. Call it inside a transaction of the ledger. */
  others(): number;
  releaseAll(): void;
}

const SUFFIX = '.lock.db';

/**
 * The write lock of the ledger keeps the file of a session that begins from being removed before it is
 * locked.
 */
export function createHolders(folder: string, engine: Engine): Holders {
  const held = new Map<string, { readonly release: () => void }>();
  const pathOf = (holder: string) => join(folder, holder + SUFFIX);
  const isFree = (holder: string) => {
    const lock = lockFile(pathOf(holder), engine);
    lock?.release();
    if (lock !== undefined) remove(pathOf(holder));
    return lock !== undefined;
  };
  /** Those of other processes; the file of a session that has ended is removed. */
  const living = (): string[] => {
    const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
    const all = names.map((name) => name.slice(0, -SUFFIX.length));
    return all.filter((other) => !held.has(other) && !isFree(other));
  };
  return {
    hold(holder) {
      if (held.has(holder)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      living();
      const lock = lockFile(pathOf(holder), engine);
      if (lock !== undefined) held.set(holder, lock);
    },
    lives: (holder) => held.has(holder) || (existsSync(pathOf(holder)) && !isFree(holder)),
    others: () => (existsSync(folder) ? living().length : 0),
    releaseAll() {
      for (const [holder, lock] of held) {
        lock.release();
        remove(pathOf(holder));
      }
      held.clear();
    },
  };
}

/** Also the files that SQLite keeps beside it. Where the system refuses, a later session removes them. */
function remove(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    try {
      rmSync(one, { force: true });
    } catch {
      return;
    }
  }
}

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
