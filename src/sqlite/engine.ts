import { ConfereError, UsageError } from '../base/errors.js';
import type { FileTrouble } from '../base/facts.js';
import { libsqlEngine } from './libsql.js';
import { nodeEngine } from './node.js';

export type SqliteValue = string | number | Uint8Array | null;
export type SqliteRow = Record<string, SqliteValue>;

export interface Statement {
  run(...values: readonly SqliteValue[]): { readonly changes: number };
  get(...values: readonly SqliteValue[]): SqliteRow | undefined;
  all(...values: readonly SqliteValue[]): SqliteRow[];
}

/** It throws the library's own errors; `explained` reads those of both. */
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

let chosen: Engine | undefined;

/** Node's own SQLite if it has the fix for the WAL-reset bug, otherwise libsql. @throws UsageError `no_sqlite` */
export function chooseEngine(): Engine {
  try {
    return (chosen ??= nodeEngine() ?? libsqlEngine());
  } catch (error) {
    const { platform, arch } = process;
    throw new UsageError('no_sqlite', { platform, arch }, { cause: error });
  }
}

/** SQLite's result codes (sqlite.org/rescode.html), as far as this program handles them. */
const CODES: readonly (readonly [number: number, name: string, means: FileTrouble | 'busy'])[] = [
  [5, 'SQLITE_BUSY', 'busy'],
  [8, 'SQLITE_READONLY', 'refused'],
  [10, 'SQLITE_IOERR', 'unreadable'],
  [11, 'SQLITE_CORRUPT', 'damaged'],
  [13, 'SQLITE_FULL', 'full'],
  [14, 'SQLITE_CANTOPEN', 'refused'],
  [26, 'SQLITE_NOTADB', 'damaged'],
];

/** An error in our own SQL stays as it is: a defect. */
export function explained(error: unknown, path: string): unknown {
  const { errcode, code } = Object(error) as Readonly<Record<string, unknown>>;
  // node:sqlite gives an extended number, whose lowest byte is the primary code; libsql an extended name.
  const primary = Number(errcode) & 0xff;
  const why = CODES.find(([of, name]) => of === primary || String(code).startsWith(name))?.[2];
  if (why === undefined && !isGone(error)) return error;
  if (why === 'busy') return new ConfereError('state_busy', { path }, { cause: error });
  return new ConfereError(
    'state_unusable',
    { of: 'file', path, why: why ?? 'refused' },
    { cause: error },
  );
}

/** Its folder went away or was replaced meanwhile. libsql says in words alone that it cannot open a file. */
function isGone(error: unknown): boolean {
  const { code, message } = Object(error) as Readonly<Record<string, unknown>>;
  return code === 'ENOENT' || code === 'ENOTDIR' || /^ConnectionFailed/.test(String(message));
}

export function isBusy(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'state_busy';
}
