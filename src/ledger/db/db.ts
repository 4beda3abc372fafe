/** A row of a table, by its columns. Engines have the same columns, and numbers where SQLite has them. */
export type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

/** What a statement is given: numbers are whole or `Infinity`, or for a column of credits. */
export type Bound = string | number | null | Uint8Array | readonly (string | number | null)[];

/**
 * The statements of one transaction. They are written once, for PostgreSQL, with `$n` for what they are given; `dialect.ts`
 * says which of its words SQLite has by another name. A transaction awaits nothing else, so that it is short.
 */
export interface Db {
  readonly engine: 'sqlite' | 'postgres';
  all(sql: string, ...values: readonly Bound[]): Promise<Row[]>;
  first(sql: string, ...values: readonly Bound[]): Promise<Row | undefined>;
  /** The column `n` of the only row. */
  number(sql: string, ...values: readonly Bound[]): Promise<number>;
  /** Whether there is a row. */
  has(sql: string, ...values: readonly Bound[]): Promise<boolean>;
  /** How many rows were changed. */
  run(sql: string, ...values: readonly Bound[]): Promise<number>;
}
