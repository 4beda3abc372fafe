/** What a SQLite library opens a file with. */
export interface OpenOptions {
  /** How long (ms) a statement waits for another process that writes. */
  readonly timeout: number;
}

export type Value = string | number | null;
/** What goes in: bytes as well. */
export type Bound = Value | Uint8Array;
export type Row = Record<string, Value>;

/** A prepared statement. */
export interface Statement {
  run(...values: readonly Bound[]): { readonly changes: number; readonly lastInsertRowid: number };
  get(...values: readonly Bound[]): Row | undefined;
  all(...values: readonly Bound[]): Row[];
}

/** One open file; throws what the library throws (`errors.ts` reads both libraries' errors). */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  readonly inTransaction: boolean;
  /** To be called after each transaction: moves committed pages into the file when there are many. */
  checkpoint(): void;
  /** Moves all of them, and takes what they were out of the log, unless somebody reads an old state. */
  emptyLog(): void;
  close(): void;
}

/** A SQLite library. */
export interface Engine {
  readonly name: 'node' | 'libsql';
  /** Opens the file at `path` for writing; `:memory:` stays in memory. */
  open(path: string, options: OpenOptions): Connection;
  /** Opens a `file:` URI that allows reading only. */
  openReadOnly(uri: string): Connection;
}
