import { ConfereError, UsageError } from '../errors.js';
import { say } from '../text/index.js';

/** What SQLite reports about the world rather than about our statements, and what to do about it. */
const advice: readonly (readonly [code: string, told: () => string])[] = [
  ['SQLITE_FULL', () => say`the disk is full; free some space`],
  ['SQLITE_IOERR', () => say`it could not be read or written; check the disk`],
  [
    'SQLITE_READONLY',
    () => say`it may not be written; check its permissions and those of its folder`,
  ],
  [
    'SQLITE_CANTOPEN',
    () => say`it could not be opened; check its permissions and those of its folder`,
  ],
  [
    'SQLITE_CORRUPT',
    () => say`it is damaged; restore it from a backup, or set CONFERE_HOME to another folder`,
  ],
  [
    'SQLITE_NOTADB',
    () => say`it is no database; restore it from a backup, or set CONFERE_HOME to another folder`,
  ],
];

/** An error of SQLite in words; a wrong statement of ours stays what it is: a defect. */
export function explained(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_BUSY')) return busy(error, path);
  const told = advice.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (told === undefined) return error;
  const message = say`The file ${path} cannot be used: ${told()}, then run the same command again. Whatever was written down before is kept.`;
  return new UsageError('state_unusable', message, { cause: error });
}

/** True for the error of a database that another process holds. */
export function isBusy(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'state_busy';
}

function busy(error: unknown, path: string): ConfereError {
  const message = say`Another process has been writing to ${path} for too long; run the same command again.`;
  return new ConfereError('locked', 'state_busy', message, { cause: error });
}

/** SQLite's result codes by number (sqlite.org/rescode.html), as far as they have a meaning here. */
const NAMES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** `SQLITE_…`; node:sqlite gives a number, whose lowest byte is the code that extended ones begin with. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('errcode' in error) return NAMES[Number(error.errcode) & 0xff] ?? '';
  return 'code' in error ? String(error.code) : '';
}
