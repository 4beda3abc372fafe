import { chooseEngine } from '../../../src/sqlite/choose-engine.js';
import type { Connection, Row, Statement } from '../../../src/sqlite/engine.js';
import type { Database } from '../../../src/sqlite/index.js';
import { Reads } from './reads.js';

/**
 * A database in memory with its prepared statements. After the tables are made, all of a world happens in one
 * transaction that is rolled back at its end; transactions within are savepoints.
 */
export class Memory {
  readonly #raw: Connection = chooseEngine().open(':memory:', { timeout: 0 });
  readonly #statements = new Map<string, Statement>();
  readonly #reads = new Reads();
  #version: string | undefined;
  #isMade = false;
  #isInTransaction = false;
  #hasSavepoint = false;
  readonly database: Database = {
    prepare: (sql) => this.#prepare(sql),
    exec: (sql) => {
      this.#exec(sql);
    },
    transaction: (work) => this.#transaction(work),
    snapshot: (work) => work(),
    emptyLog: () => undefined,
    close: () => undefined,
  };

  reset(): void {
    this.#reads.forget();
    this.#raw.exec('ROLLBACK');
    this.#raw.exec('BEGIN');
  }

  /** Every process that opens the ledger sets the version that it has. */
  #exec(sql: string): void {
    if (sql === this.#version) return;
    this.#save();
    this.#reads.changed(this.#reads.tablesWritten(sql));
    this.#raw.exec(sql);
    if (sql.startsWith('PRAGMA user_version=')) this.#version = sql;
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const raw = this.#raw.prepare(sql);
    const isRead = /^\s*(SELECT|PRAGMA)\b/.test(sql);
    const made = isRead ? this.#reads.remembering(sql, raw) : this.#writing(sql, raw);
    this.#statements.set(sql, made);
    return made;
  }

  /** What was read stays true where no row has changed. */
  #writing(sql: string, raw: Statement): Statement {
    const tables = this.#reads.tablesWritten(sql);
    const changing = (call: 'all' | 'get') => {
      this.#save();
      this.#reads.changed(tables);
      return raw[call];
    };
    return {
      all: (...values) => changing('all')(...values) as Row[],
      get: (...values) => changing('get')(...values) as Row | undefined,
      run: (...values) => {
        this.#save();
        const told = raw.run(...values);
        if (told.changes > 0) this.#reads.changed(tables);
        return told;
      },
    };
  }

  /** A transaction that only reads needs no savepoint. */
  #save(): void {
    if (!this.#isInTransaction || this.#hasSavepoint || !this.#isMade) return;
    this.#raw.exec('SAVEPOINT own');
    this.#hasSavepoint = true;
  }

  #transaction<T>(work: () => T): T {
    if (this.#isInTransaction) throw new Error('A transaction within a transaction.');
    // The first one makes the tables.
    if (!this.#isMade) return this.#make(work);
    this.#isInTransaction = true;
    try {
      return work();
    } catch (error) {
      this.#reads.forget();
      if (this.#hasSavepoint) this.#raw.exec('ROLLBACK TO own');
      throw error;
    } finally {
      if (this.#hasSavepoint) this.#raw.exec('RELEASE own');
      this.#isInTransaction = false;
      this.#hasSavepoint = false;
    }
  }

  #make<T>(work: () => T): T {
    this.#raw.exec('PRAGMA foreign_keys=ON');
    const result = work();
    this.#isMade = true;
    this.#raw.exec('BEGIN');
    return result;
  }
}
