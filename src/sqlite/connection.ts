export type SqliteValue = string | number | Uint8Array | null;
export type SqliteRow = Record<string, SqliteValue>;

export interface Statement {
  run(...values: readonly SqliteValue[]): { readonly changes: number };
  get(...values: readonly SqliteValue[]): SqliteRow | undefined;
  all(...values: readonly SqliteValue[]): SqliteRow[];
}

/** It throws the library's own errors; `explained` in `engine.ts` reads those of both. */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
  /** To be called after each transaction: moves committed pages from the log into the file if there are many. */
  checkpoint(): void;
  /** Unless another connection reads an old state. */
  emptyLog(): unknown;
  close(): unknown;
}

export interface Engine {
  readonly name: 'node' | 'libsql';
  /** A path or a `file:` URI. `timeout`: how long (ms) a statement waits for another process that writes. */
  open(path: string, options: { readonly timeout: number }): Connection;
}
