import type { Value, Row, Statement } from '../../../src/sqlite/engine.js';

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
  readonly #kept = new Map<string, Kept>();
  #statements = 0;

  /** The statement with a memory of its answers. */
  remembering(sql: string, raw: Statement): Statement {
    const tables = this.#tablesIn(sql);
    const number = (this.#statements += 1);
    const known = (what: string, values: readonly Value[], read: () => Row[]): Row[] => {
      const question = `${number}${what}${JSON.stringify(values)}`;
      let writes = 0;
      for (const table of tables) writes += table.writes;
      const kept = this.#kept.get(question);
      if (kept?.writes === writes) return kept.rows;
      // Who changed a row that others get as well would be found out.
      const rows = read().map((row) => Object.freeze(row));
      this.#kept.set(question, { writes, rows });
      return rows;
    };
    return {
      all: (...values) => [...known('all', values, () => raw.all(...values))],
      get: (...values) => known('get', values, () => listed(raw.get(...values)))[0],
      run: (...values) => raw.run(...values),
    };
  }

  /** The tables that a statement writes, as it names them; undefined for all: with a batch goes all that belongs to it. */
  tablesWritten(sql: string): readonly Table[] | undefined {
    const isOfAll = /^\s*(DELETE FROM batches|WITH|CREATE|PRAGMA)\b/.test(sql);
    const tables = isOfAll ? [] : this.#tablesIn(sql);
    return tables.length === 0 ? undefined : tables;
  }

  changed(tables: readonly Table[] | undefined): void {
    if (tables === undefined) this.forget();
    else for (const table of tables) table.writes += 1;
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

function listed(row: Row | undefined): Row[] {
  return row === undefined ? [] : [row];
}
