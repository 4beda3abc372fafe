import {
  chooseEngine,
  type SqliteRow,
  type Statement,
  type SqliteValue,
} from '../../../src/sqlite/engine.js';
import type { Database, OpenTransaction, TransactionKind } from '../../../src/sqlite/index.js';

const nothing = () => undefined;

/** The rows of every table, in the order in which the tables were made. */
export type Copy = readonly { readonly table: string; readonly rows: readonly SqliteRow[] }[];

/**
 * A database in memory with its prepared statements. After the tables are made, all of a world happens in one
 * transaction that is rolled back at its end; transactions within are savepoints.
 */
export class Memory {
  readonly #raw = chooseEngine().open(':memory:', { timeout: 0 });
  readonly #statements = new Map<string, Statement>();
  #version: string | undefined;
  #isMade = false;
  #isInTransaction = false;
  #hasSavepoint = false;
  /** The power was cut within a transaction, which comes to nothing. */
  #isCut = false;
  readonly database: Database = {
    prepare: (sql) => this.#prepare(sql),
    exec: (sql) => {
      this.#exec(sql);
    },
    begin: (how) => this.#begin(how),
    transaction: (work) => {
      const { commit, rollback } = this.#begin('write');
      try {
        const result = work();
        commit();
        return result;
      } catch (error) {
        rollback();
        throw error;
      }
    },
    emptyLog: nothing,
    close: nothing,
  };

  reset(): void {
    this.#isCut = false;
    this.#raw.exec('ROLLBACK');
    this.#raw.exec('BEGIN');
  }

  /** Every process that opens the ledger sets the version that it has. */
  #exec(sql: string): void {
    if (sql === this.#version) return;
    this.#save();
    this.#raw.exec(sql);
    if (sql.startsWith('PRAGMA user_version=')) this.#version = sql;
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const raw = this.#raw.prepare(sql);
    const saving =
      <Given extends readonly SqliteValue[], T>(call: (...values: Given) => T) =>
      (...values: Given): T => {
        this.#save();
        return call(...values);
      };
    const writing = {
      all: saving((...values) => raw.all(...values)),
      get: saving((...values) => raw.get(...values)),
      run: saving((...values) => raw.run(...values)),
    };
    const made = /^\s*(SELECT|PRAGMA)\b/.test(sql) ? raw : writing;
    this.#statements.set(sql, made);
    return made;
  }

  /** A transaction that only reads needs no savepoint. */
  #save(): void {
    if (!this.#isInTransaction || this.#hasSavepoint || !this.#isMade) return;
    this.#raw.exec('SAVEPOINT own');
    this.#hasSavepoint = true;
  }

  copy(): Copy {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid";
    const tables = this.#raw
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
    return tables.map((table) => {
      return { table, rows: this.#raw.prepare(`SELECT * FROM ${table}`).all() };
    });
  }

  /** What others refer to goes last, and comes first. */
  restore(copy: Copy): void {
    for (const { table } of copy.toReversed()) this.#raw.exec(`DELETE FROM ${table}`);
    for (const { table, rows } of copy)
      for (const row of rows) {
        const columns = Object.keys(row);
        const values = columns.map(() => '?').join(', ');
        this.#raw
          .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`)
          .run(...Object.values(row));
      }
  }

  /** What was committed is on disk. */
  cutPower(): void {
    this.#isCut = this.#isInTransaction;
  }

  #begin(how: TransactionKind): OpenTransaction {
    if (this.#isInTransaction) throw new Error('A transaction within a transaction.');
    if (how === 'read') return { commit: nothing, rollback: nothing };
    // The first one makes the tables.
    if (!this.#isMade) return this.#make();
    this.#isInTransaction = true;
    return {
      commit: () => {
        this.#end();
      },
      rollback: () => {
        if (!this.#isInTransaction) return;
        if (this.#hasSavepoint) this.#raw.exec('ROLLBACK TO own');
        this.#end();
      },
    };
  }

  #end(): void {
    const undone = this.#isCut ? 'ROLLBACK TO own; ' : '';
    if (this.#hasSavepoint) this.#raw.exec(`${undone}RELEASE own`);
    this.#isInTransaction = false;
    this.#hasSavepoint = false;
    this.#isCut = false;
  }

  #make(): OpenTransaction {
    this.#raw.exec('PRAGMA foreign_keys=ON');
    const commit = () => {
      this.#isMade = true;
      this.#raw.exec('BEGIN');
    };
    return { commit, rollback: nothing };
  }
}
