/** Stands in the place of `src/sqlite/index.ts`: databases in memory, and locks that die with their process. */
import { ConfereError } from '../../../../src/base/errors.js';
import type { Database } from '../../../../src/sqlite/index.js';
import { processOfPath, theWorld } from '../current.js';
import { shared as sharedPath } from '../disk.js';
import { Memory, type Copy } from '../memory.js';

export type { SqliteRow, Statement, SqliteValue } from '../../../../src/sqlite/connection.js';

export function openDatabase(path: string): Database {
  // The file itself is looked for by those who ask whether there is a ledger, and whether it is empty.
  if (!theWorld().disk.exists(path)) theWorld().disk.write(path, Buffer.from('SQLite'));
  return theWorld().databases.open(sharedPath(path));
}

export function openReadOnly(path: string): Database {
  return theWorld().databases.open(sharedPath(path));
}

export function openLock(path: string): { close(): void } {
  theWorld().disk.write(path, Buffer.alloc(0), 'a');
  const shared = sharedPath(path);
  const process = processOfPath(path);
  const { locks } = theWorld();
  const release = () => {
    if (locks.get(shared) === process.id) locks.delete(shared);
  };
  if (locks.has(shared)) throw new ConfereError('state_busy', { path });
  locks.set(shared, process.id);
  process.belongings.add(release);
  return {
    close() {
      process.belongings.delete(release);
      release();
    },
  };
}

/** The databases of a world. */
export class Databases {
  readonly #used = new Map<string, Memory>();

  get path(): string | undefined {
    return [...this.#used.keys()][0];
  }

  open(path: string): Database {
    const kept = this.#used.get(path) ?? new Memory();
    this.#used.set(path, kept);
    return kept.database;
  }

  /** Of the ledger; nothing while there is none. */
  copy(): Copy | undefined {
    return this.path === undefined ? undefined : this.#used.get(this.path)?.copy();
  }

  restore(copy: Copy): void {
    if (this.path !== undefined) this.#used.get(this.path)?.restore(copy);
  }

  cutPower(): void {
    for (const kept of this.#used.values()) kept.cutPower();
  }

  clear(): void {
    for (const kept of this.#used.values()) kept.close();
  }
}
