import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../../errors.js';
import { type Engine, isBusy } from '../../sqlite/engine.js';
import { openLock } from '../../sqlite/index.js';
import type { Holders } from '../db.js';
import type { HeldLock } from '../ledger.js';
import { BUSY_TIMEOUT, patiently } from './db.js';

/** Each has a lock file. Call it inside a transaction of the ledger. */
export interface LocalHolders extends Holders {
  hold(holder: string): void;
  lives(holder: string): boolean;
  /** Sessions of other processes that live. */
  others(): number;
  releaseAll(): void;
}

const SUFFIX = '.lock.db';

/** The write lock of the ledger keeps the file of a session that begins from being removed before it is locked. */
export function createHolders(folder: string, engine: Engine): LocalHolders {
  const held = new Map<string, { close(): unknown }>();
  const pathOf = (holder: string) => join(folder, holder + SUFFIX);
  const isFree = (holder: string) => {
    if (isLocked(pathOf(holder), engine)) return false;
    remove(pathOf(holder));
    return true;
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
        lock.close();
        remove(pathOf(holder));
      }
      held.clear();
    },
  };
}

/** Also the files that SQLite keeps beside it. Where the system refuses, a later session removes them. */
function remove(path: string): void {
  try {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  } catch {
    return;
  }
}

/** Locks a file by an exclusive transaction until this process ends, so that no stale lock remains; undefined if another has it. */
function lockFile(path: string, engine: Engine, wait = 0) {
  try {
    return openLock(path, wait, engine);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

export function isLocked(path: string, engine: Engine): boolean {
  const lock = lockFile(path, engine);
  lock?.close();
  return lock === undefined;
}

export const BATCH_LOCK = 'lock.db';

/** Locks a batch. Who only looks whether somebody has it (`ledgerFacts`) has it for a moment. @throws ConfereError `batch_held` */
export function lockBatch(folder: string, batchId: string, engine: Engine): Promise<HeldLock> {
  return patiently(() => {
    const lock = lockFile(join(folder, BATCH_LOCK), engine, BUSY_TIMEOUT);
    if (lock === undefined) throw new ConfereError('batch_held', { batch: batchId });
    const release = async () => void (await lock.close());
    return { release };
  });
}
