import type { FileTrouble } from '../errors/state.js';
import { ConfereError } from '../errors.js';

const TROUBLES: readonly (readonly [code: string, why: FileTrouble])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR', 'unreadable'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_CANTOPEN', 'cannot_open'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'no_database'],
];

/**
 * Turns an error of SQLite into one that users understand. An error in our own SQL stays as it is: a
 * defect.
 */
export function explained(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_BUSY'))
    return new ConfereError('state_busy', { path }, { cause: error });
  const why = TROUBLES.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (why === undefined) return error;
  return new ConfereError('state_unusable', { of: 'file', path, why }, { cause: error });
}

/** Whether the error means that another process holds the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'state_busy';
}

/** SQLite's result codes by number (sqlite.org/rescode.html), as far as this program handles them. */
const NAMES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The code as `SQLITE_…`. node:sqlite gives an extended number, whose lowest byte is the primary code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('errcode' in error) return NAMES[Number(error.errcode) & 0xff] ?? '';
  return 'code' in error ? String(error.code) : '';
}
