export type SqliteValue = string | number | Uint8Array | null;
export type SqliteRow = Record<string, SqliteValue>;

/** A prepared statement. */
export interface Statement {
  run(...values: readonly SqliteValue[]): { readonly changes: number };
  get(...values: readonly SqliteValue[]): SqliteRow | undefined;
  all(...values: readonly SqliteValue[]): SqliteRow[];
}

/**
 * A connection of one of the two libraries. It throws the library's own errors, which `explainError` in `engine.ts`
 * reads.
 */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
  /** Moves committed pages from the log into the file if there are many. Call it after each transaction. */
  checkpoint(): void;
  /** Moves all pages into the file and empties the log, unless another connection reads an old state. */
  emptyLog(): unknown;
  close(): unknown;
}

/** One of the two SQLite libraries. */
export interface Engine {
  readonly name: 'node' | 'libsql';
  /** Opens a path or a `file:` URI. `timeout`: how long (ms) a statement waits for another process that writes. */
  open(path: string, options: { readonly timeout: number }): Connection;
}
