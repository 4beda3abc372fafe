import type { Bound, Row, Statement } from '../../../src/sqlite/engine.js';

/** An answer, and how often its tables had been written when it was read. */
interface Kept {
  readonly writes: number;
  readonly rows: Row[];
}

/** How often a table was written. */
interface Table {
  writes: number;
}

/**
 * What was read of a database and has not changed since: a call into the library costs more than a query of a
 * small world.
 */
export class Reads {
  readonly #tables = new Map<string, Table>();
  readonly #written = new Map<string, readonly Table[]>();
  readonly #kept = new Map<string, Kept>();
  #statements = 0;

  /** The statement with a memory of its answers. */
  remembering(sql: string, raw: Statement): Statement {
    const tables = this.#tablesIn(sql);
    const number = (this.#statements += 1);
    const all = (...values: readonly Bound[]): Row[] => {
      const question = `${number} ${JSON.stringify(values)}`;
      let writes = 0;
      for (const table of tables) writes += table.writes;
      const known = this.#kept.get(question);
      if (known?.writes === writes) return known.rows;
      // Who changed a row that others get as well would be found out.
      const rows = raw.all(...values).map((row) => Object.freeze(row));
      this.#kept.set(question, { writes, rows });
      return rows;
    };
    return {
      all: (...values) => [...all(...values)],
      get: (...values) => all(...values)[0],
      run: (...values) => raw.run(...values),
    };
  }

  /** The tables that the statement names have changed; with a batch goes all that belongs to it. */
  changedBy(sql: string): void {
    let tables = this.#written.get(sql);
    if (tables === undefined) {
      const isOfAll = /^\s*(DELETE FROM batches|WITH|CREATE|PRAGMA)\b/.test(sql);
      tables = isOfAll ? [] : this.#tablesIn(sql);
      this.#written.set(sql, tables);
    }
    if (tables.length === 0) this.forget();
    for (const table of tables) table.writes += 1;
  }

  forget(): void {
    this.#kept.clear();
  }

  #tablesIn(sql: string): Table[] {
    const names = [...sql.matchAll(/(?:\b(?:FROM|JOIN|INTO|UPDATE)|,)\s+(\w+)/g)];
    return [...new Set(names.map(([, name = '']) => name))].map((name) => this.#table(name));
  }

  #table(name: string): Table {
    let table = this.#tables.get(name);
    if (table === undefined) this.#tables.set(name, (table = { writes: 0 }));
    return table;
  }
}
