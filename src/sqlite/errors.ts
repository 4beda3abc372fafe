import type { FileTrouble } from '../errors/state.js';
import { ConfereError } from '../errors.js';

/** SQLite's result codes (sqlite.org/rescode.html), as far as this program handles them. */
const CODES: readonly (readonly [number: number, name: string, means: FileTrouble | 'busy'])[] = [
  [5, 'SQLITE_BUSY', 'busy'],
  [8, 'SQLITE_READONLY', 'read_only'],
  [10, 'SQLITE_IOERR', 'unreadable'],
  [11, 'SQLITE_CORRUPT', 'damaged'],
  [13, 'SQLITE_FULL', 'full'],
  [14, 'SQLITE_CANTOPEN', 'cannot_open'],
  [26, 'SQLITE_NOTADB', 'no_database'],
];

/** Turns an error of SQLite into one that users understand. An error in our own SQL stays as it is: a defect. */
export function explained(error: unknown, path: string): unknown {
  const { errcode, code } = Object(error) as Readonly<Record<string, unknown>>;
  // node:sqlite gives an extended number, whose lowest byte is the primary code; libsql an extended name.
  const primary = Number(errcode) & 0xff;
  const why = CODES.find(([of, name]) => of === primary || String(code).startsWith(name))?.[2];
  if (why === undefined) return error;
  if (why === 'busy') return new ConfereError('state_busy', { path }, { cause: error });
  return new ConfereError('state_unusable', { of: 'file', path, why }, { cause: error });
}

/** Whether the error means that another process holds the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'state_busy';
}
