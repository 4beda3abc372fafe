/** Stands in the place of `src/sqlite/index.ts`: databases in memory, and locks that die with their process. */
import type { Connection, Statement } from '../../../src/sqlite/engine.js';
import { chooseEngine } from '../../../src/sqlite/choose-engine.js';
import { ConfereError } from '../../../src/errors.js';
import type { Database } from '../../../src/sqlite/index.js';
import { processOfPath, sharedPath, theWorld } from './current.js';

export type { Row, Statement, Value } from '../../../src/sqlite/engine.js';

export function openDatabase(path: string): Database {
  const shared = sharedPath(path);
  if (!shared.endsWith('ledger.db')) return lockFile(path, shared);
  // The file itself is looked for by those who ask whether there is a ledger.
  theWorld().disk.write(path, Buffer.alloc(0), 'a');
  return theWorld().databases.open(shared);
}

export function openReadOnly(path: string): Database {
  return theWorld().databases.open(sharedPath(path));
}

/** Only `BEGIN EXCLUSIVE` is ever done with a lock file. */
function lockFile(path: string, shared: string): Database {
  theWorld().disk.write(path, Buffer.alloc(0), 'a');
  const process = processOfPath(path);
  const { locks } = theWorld();
  const release = () => {
    if (locks.get(shared) === process.id) locks.delete(shared);
  };
  const refuse = (): never => {
    throw new Error('A lock file holds no data.');
  };
  return {
    exec(sql) {
      if (!sql.startsWith('BEGIN')) return;
      if (locks.has(shared)) throw new ConfereError('state_busy', { path });
      locks.set(shared, process.id);
      process.belongings.add(release);
    },
    close() {
      process.belongings.delete(release);
      release();
    },
    ...{ prepare: refuse, transaction: refuse, snapshot: refuse, emptyLog: refuse },
  };
}

/** The databases of a world. They are kept for the next world, empty but for their tables. */
export class Databases {
  readonly #used = new Map<string, Kept>();
  static readonly #free: Kept[] = [];

  /** The path of the ledger, when there is one. */
  get path(): string | undefined {
    return [...this.#used.keys()][0];
  }

  open(path: string): Database {
    const kept = this.#used.get(path) ?? Databases.#free.pop() ?? new Kept();
    this.#used.set(path, kept);
    return kept.database;
  }

  /** Forgets everything that this world wrote. */
  clear(): void {
    for (const kept of this.#used.values()) {
      kept.reset();
      Databases.#free.push(kept);
    }
    this.#used.clear();
  }
}

/**
 * A database in memory with its prepared statements. After the tables are made, all of a world happens in one
 * transaction that is rolled back at its end; transactions within are savepoints.
 */
class Kept {
  readonly #raw: Connection = chooseEngine().open(':memory:', { timeout: 0 });
  readonly #statements = new Map<string, Statement>();
  #isMade = false;
  #depth = 0;
  readonly database: Database = {
    prepare: (sql) => this.#prepare(sql),
    exec: (sql) => {
      this.#raw.exec(sql);
    },
    transaction: (work) => this.#transaction(work),
    snapshot: (work) => work(),
    emptyLog: () => undefined,
    close: () => undefined,
  };

  reset(): void {
    this.#raw.exec('ROLLBACK');
    this.#raw.exec('BEGIN');
  }

  #prepare(sql: string): Statement {
    let found = this.#statements.get(sql);
    if (found === undefined) this.#statements.set(sql, (found = this.#raw.prepare(sql)));
    return found;
  }

  #transaction<T>(work: () => T): T {
    if (this.#depth > 0) throw new Error('A transaction within a transaction.');
    // The first one makes the tables.
    if (!this.#isMade) return this.#make(work);
    this.#raw.exec('SAVEPOINT own');
    this.#depth += 1;
    try {
      return work();
    } catch (error) {
      this.#raw.exec('ROLLBACK TO own');
      throw error;
    } finally {
      this.#depth -= 1;
      this.#raw.exec('RELEASE own');
    }
  }

  #make<T>(work: () => T): T {
    this.#isMade = true;
    this.#raw.exec('PRAGMA foreign_keys=ON');
    const result = work();
    this.#raw.exec('BEGIN');
    return result;
  }
}
