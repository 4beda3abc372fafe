import type { Clock } from '../base/clock.js';
import { composedSql, type Sql, type LiteralSql, literalSql } from '../sqlite/sql.js';

/** A row. Both engines give the same columns, and numbers where SQLite gives numbers. */
export type DbRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** A value for a statement. Numbers are whole or `Infinity`, except for columns of credits. */
export type BoundValue = string | number | null | Uint8Array | readonly (string | number | null)[];

/** Runs statements, which are written for PostgreSQL with `$n` for values; `translateForSqlite` makes them SQLite's. */
export interface Db {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * A call with `<T>` needs `literalSql(…)`: TypeScript infers all type arguments or none, and `S` is then `Sql`.
   */
  all<T = DbRow, S extends string = Sql>(
    sql: LiteralSql<S>,
    ...values: readonly BoundValue[]
  ): Promise<T[]>;
  /** Returns the first row. */
  first<T = DbRow, S extends string = Sql>(
    sql: LiteralSql<S>,
    ...values: readonly BoundValue[]
  ): Promise<T | undefined>;
  /** Returns the column `n` of the first row. */
  number<S extends string>(sql: LiteralSql<S>, ...values: readonly BoundValue[]): Promise<number>;
  /** Returns whether there is a row. */
  has<S extends string>(sql: LiteralSql<S>, ...values: readonly BoundValue[]): Promise<boolean>;
  /** Returns how many rows were changed. */
  run<S extends string>(sql: LiteralSql<S>, ...values: readonly BoundValue[]): Promise<number>;
}

/** The sessions of single lookups, known by lock files on one machine, and by leases on several. */
export interface Holders {
  readonly hold: (holder: string) => Promise<void> | void;
  readonly isAlive: (holder: string) => Promise<boolean> | boolean;
}

/** A transaction. Its work awaits nothing but statements, so that it stays short. */
export interface Tx extends Db, Pick<Clock, 'uptime'> {
  readonly holders: Holders;
}

export type Transact<Given = Tx> = <T>(work: (tx: Given) => Promise<T>) => Promise<T>;

export type LedgerEngine = ReturnType<typeof createLedgerEngine>;

type AnyArguments = readonly unknown[];
type BatchArguments = readonly [of: number | { readonly batch: number }, ...unknown[]];

/**
 * Turns functions that take a transaction into operations that run in one. Before a change `refuseMoved` throws if the ledger has moved to
 * another place, and `guard` if this process no longer holds the batch.
 */
export function createLedgerEngine({
  read,
  write,
  erase,
  refuseMoved,
  guard,
}: Readonly<Record<'read' | 'write' | 'erase', Transact>> & {
  readonly refuseMoved: (db: Db, kind?: 'removal') => Promise<void>;
  readonly guard?: (db: Db, batch: number) => Promise<void>;
}) {
  const makeOperation =
    <CheckedArguments extends AnyArguments>(
      transact: Transact,
      check?: (tx: Tx, ...args: CheckedArguments) => Promise<void>,
    ) =>
    <Given extends CheckedArguments, T>(work: (tx: Tx, ...args: Given) => Promise<T>) =>
    (...args: Given): Promise<T> =>
      commitOrRollBack(
        transact(async (tx) => {
          await check?.(tx, ...args);
          return work(tx, ...args);
        }),
      );
  return {
    read: makeOperation<AnyArguments>(read),
    write: makeOperation<AnyArguments>(write, (tx) => refuseMoved(tx)),
    /**
     * For changes that only the holder of a batch may make. The first argument is its number, or a request that names
     * it.
     */
    writeBatch: makeOperation<BatchArguments>(write, async (tx, of) => {
      await refuseMoved(tx);
      await guard?.(tx, typeof of === 'number' ? of : of.batch);
    }),
    /** For deletions: the freed space is overwritten. */
    erase: makeOperation<AnyArguments>(erase, (tx) => refuseMoved(tx, 'removal')),
  };
}

class RolledBack {
  constructor(readonly verdict: unknown) {}
}

/** Rolls the transaction back; its operation still returns the verdict. */
export function rollBackWith(verdict: unknown): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- `commitOrRollBack` always catches it
  throw new RolledBack(verdict);
}

async function commitOrRollBack<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof RolledBack) return error.verdict as T;
    throw error;
  }
}

/** Returns SQL that selects columns under camel-case names. */
export function selectInCamelCase<S extends string>(columns: LiteralSql<S>): Sql {
  const named = columns.replaceAll(/[\w.]+/g, (column) => {
    const name = column.slice(column.lastIndexOf('.') + 1);
    if (!name.includes('_')) return column;
    return `${column} AS "${name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}"`;
  });
  return composedSql(named);
}

/** Returns a condition for one batch or all. `$1 IS NULL OR …` would keep the database from using an index. */
export function whereBatch(
  batch: number | undefined,
): readonly [condition: Sql, ...values: number[]] {
  return batch === undefined ? [literalSql('TRUE')] : [literalSql('batch = $1'), batch];
}

/** Advances the tick, which orders events without a clock; returns it. */
export function nextTick(db: Db): Promise<number> {
  return db.number('UPDATE ticks SET tick = tick + 1 RETURNING tick AS n');
}

/** PostgreSQL's syntax and what SQLite has instead, replaced in this order. */
const SQLITE_SYNTAX: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/= ANY \((\$\d+)::\w+\[\]\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/unnest\((\$\d+)::\w+\[\]\) AS (\w+) \((\w+)\)/g, '(SELECT value AS $3 FROM json_each($1)) $2'],
  [/convert_from\((.*), 'UTF8'\)/g, 'CAST($1 AS TEXT)'],
  // SQLite joins in the order that CROSS JOIN gives; PostgreSQL finds the order itself.
  [/\/\* in this order \*\/ JOIN/g, 'CROSS JOIN'],
  // SQLite binds numbers as REAL.
  [/(\$\d+)::(?:integer|bigint)/g, 'CAST($1 AS INTEGER)'],
  [/LIMIT (\$\d+)/g, 'LIMIT CAST($1 AS INTEGER)'],
  [/::\w+(?:\[\])?/g, ''],
  [/\bgreatest\(/g, 'max('],
  [/\bstrpos\(/g, 'instr('],
  [/\$(\d+)/g, '?$1'],
];

const translations = new Map<string, string>();

export function translateForSqlite(sql: string): string {
  const known = translations.get(sql);
  if (known !== undefined) return known;
  const text = SQLITE_SYNTAX.reduce((rest, [from, to]) => rest.replace(from, to), sql);
  translations.set(sql, text);
  return text;
}
