import type { Clock } from '../base/clock.js';
import { composed, type Sql, type Written, written } from '../sqlite/sql.js';
import { refuseMoved } from './copy.js';

/** Engines have the same columns, and numbers where SQLite has them. */
export type DbRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** Numbers are whole or `Infinity`, or for a column of credits. */
export type Bound = string | number | null | Uint8Array | readonly (string | number | null)[];

/** Statements, written once for PostgreSQL with `$n` for what they are given; `forSqlite` translates them. */
export interface Db {
  readonly engine: 'sqlite' | 'postgres';
  /** Where `T` is given and not inferred, the text must be `Sql` (`written`). */
  all<T = DbRow, S extends string = Sql>(
    sql: Written<S>,
    ...values: readonly Bound[]
  ): Promise<T[]>;
  first<T = DbRow, S extends string = Sql>(
    sql: Written<S>,
    ...values: readonly Bound[]
  ): Promise<T | undefined>;
  number<S extends string>(sql: Written<S>, ...values: readonly Bound[]): Promise<number>;
  has<S extends string>(sql: Written<S>, ...values: readonly Bound[]): Promise<boolean>;
  /** How many rows were changed. */
  run<S extends string>(sql: Written<S>, ...values: readonly Bound[]): Promise<number>;
}

/** The sessions of single lookups: of one machine by their files, of several by their leases. */
export interface Holders {
  readonly hold: (holder: string) => Promise<void> | void;
  readonly lives: (holder: string) => Promise<boolean> | boolean;
}

/** It awaits nothing but its statements, so that it is short. */
export interface Tx extends Db, Pick<Clock, 'uptime'> {
  readonly holders: Holders;
}

export type Transact<Given = Tx> = <T>(work: (tx: Given) => Promise<T>) => Promise<T>;

export type LedgerEngine = ReturnType<typeof engineOf>;

type Some = readonly unknown[];
type BatchArguments = readonly [of: number | { readonly batch: number }, ...unknown[]];

/** Makes operations of functions of a transaction. `guard`: whether this process still holds the batch that is changed. */
export function engineOf({
  read,
  write,
  erase,
  guard,
}: Readonly<Record<'read' | 'write' | 'erase', Transact>> & {
  readonly guard?: (db: Db, batch: number) => Promise<void>;
}) {
  const made =
    <Least extends Some>(transact: Transact, before?: (tx: Tx, ...given: Least) => Promise<void>) =>
    <Given extends Least, T>(work: (tx: Tx, ...given: Given) => Promise<T>) =>
    (...given: Given): Promise<T> =>
      orRefusal(
        transact(async (tx) => {
          await before?.(tx, ...given);
          return work(tx, ...given);
        }),
      );
  return {
    read: made<Some>(read),
    write: made<Some>(write, (tx) => refuseMoved(tx)),
    /** By who holds the batch alone: the first argument is its number, or a request that names it. */
    writeBatch: made<BatchArguments>(write, async (tx, of) => {
      await refuseMoved(tx);
      await guard?.(tx, typeof of === 'number' ? of : of.batch);
    }),
    /** What it deletes is overwritten. */
    erase: made<Some>(erase, (tx) => refuseMoved(tx, 'removal')),
  };
}

class RolledBack {
  constructor(readonly verdict: unknown) {}
}

/** Undoes the transaction, whose operation returns the verdict. */
export function refuse(verdict: unknown): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- it never leaves `orRefusal`
  throw new RolledBack(verdict);
}

async function orRefusal<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof RolledBack) return error.verdict as T;
    throw error;
  }
}

export function camel<S extends string>(columns: Written<S>): Sql {
  const named = columns.replaceAll(/[\w.]+/g, (column) => {
    const name = column.slice(column.lastIndexOf('.') + 1);
    if (!name.includes('_')) return column;
    return `${column} AS "${name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}"`;
  });
  return composed(named);
}

/** A value that may be null would keep it from an index. */
export function ofBatch(batch: number | undefined): readonly [which: Sql, ...given: number[]] {
  return batch === undefined ? [written('TRUE')] : [written('batch = $1'), batch];
}

/** Counts events, so that their order does not depend on any clock. */
export function nextTick(db: Db): Promise<number> {
  return db.number('UPDATE ticks SET tick = tick + 1 RETURNING tick AS n');
}

/** What SQLite has by another name, in this order. */
const WORDS: readonly (readonly [of: RegExp, word: string])[] = [
  [/= ANY \((\$\d+)::\w+\[\]\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/unnest\((\$\d+)::\w+\[\]\) AS (\w+) \((\w+)\)/g, '(SELECT value AS $3 FROM json_each($1)) $2'],
  [/convert_from\((.*), 'UTF8'\)/g, 'CAST($1 AS TEXT)'],
  // It goes through tables in the order in which they are named; PostgreSQL finds the order itself.
  [/\/\* in this order \*\/ JOIN/g, 'CROSS JOIN'],
  // It binds numbers as REAL.
  [/(\$\d+)::(?:integer|bigint)/g, 'CAST($1 AS INTEGER)'],
  [/LIMIT (\$\d+)/g, 'LIMIT CAST($1 AS INTEGER)'],
  [/::\w+(?:\[\])?/g, ''],
  [/\bgreatest\(/g, 'max('],
  [/\bstrpos\(/g, 'instr('],
  [/\$(\d+)/g, '?$1'],
];

const translated = new Map<string, string>();

export function forSqlite(sql: string): string {
  const known = translated.get(sql);
  if (known !== undefined) return known;
  const text = WORDS.reduce((rest, [of, word]) => rest.replace(of, word), sql);
  translated.set(sql, text);
  return text;
}
