import type { SqliteRow } from '../../../src/sqlite/connection.js';
import {
  openDatabase,
  type Database,
  type OpenTransaction,
  type TransactionKind,
} from '../../../src/sqlite/index.js';
import { composedSql } from '../../../src/sqlite/sql.js';

/** The rows of every table, in the order in which the tables were made. */
export type Copy = readonly { readonly table: string; readonly rows: readonly SqliteRow[] }[];

/** A database in memory, which all processes of a world have open. */
export class Memory {
  readonly #real = openDatabase(':memory:');
  #begun: OpenTransaction | undefined;
  readonly database: Database = {
    ...this.#real,
    begin: (how) => this.#begin(how),
    close: () => undefined,
  };

  close(): void {
    this.#real.close();
  }

  #begin(how: TransactionKind): OpenTransaction {
    const { commit, rollback } = this.#real.begin(how);
    const own = (this.#begun = { commit, rollback });
    const ending = (end: () => void) => () => {
      // A power cut has undone it.
      if (this.#begun !== own) return;
      this.#begun = undefined;
      end();
    };
    return { commit: ending(commit), rollback: ending(rollback) };
  }

  /** A power cut leaves committed transactions on disk, and one that had begun comes to nothing. */
  cutPower(): void {
    this.#begun?.rollback();
    this.#begun = undefined;
  }

  copy(): Copy {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid";
    const tables = this.#real
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
    return tables.map((table) => {
      return { table, rows: this.#real.prepare(composedSql(`SELECT * FROM ${table}`)).all() };
    });
  }

  /** What others refer to goes last, and comes first. */
  restore(copy: Copy): void {
    for (const { table } of copy.toReversed()) this.#real.exec(composedSql(`DELETE FROM ${table}`));
    for (const { table, rows } of copy)
      for (const row of rows) {
        const columns = Object.keys(row);
        const values = columns.map(() => '?').join(', ');
        const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`;
        this.#real.prepare(composedSql(sql)).run(...Object.values(row));
      }
  }
}
