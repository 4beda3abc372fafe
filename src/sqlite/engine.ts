export type Value = string | number | Uint8Array | null;
export type Row = Record<string, Value>;

/** A prepared statement. */
export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}

/** One open file. It throws the library's own errors; `errors.ts` reads those of both libraries. */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
  /** To be called after each transaction: moves committed pages from the log into the file if there are many. */
  checkpoint(): void;
  /** Moves all committed pages into the file and cuts the log, unless another connection reads an old state. */
  emptyLog(): unknown;
  close(): unknown;
}

/** A SQLite library. */
export interface Engine {
  readonly name: 'node' | 'libsql';
  /** Opens the file at `path` for writing. `timeout`: how long (ms) a statement waits for another process that writes. */
  open(path: string, options: { readonly timeout: number }): Connection;
  /** Opens a `file:` URI read-only. */
  openReadOnly(uri: string): Connection;
}
