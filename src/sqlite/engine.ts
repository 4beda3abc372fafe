import { ConfereError, UsageError } from '../base/errors.js';
import type { FileTrouble } from '../base/facts.js';
import type { Engine } from './connection.js';
import { libsqlEngine } from './libsql.js';
import { nodeEngine } from './node.js';

let chosen: Engine | undefined;

/**
 * Returns Node's own SQLite if it has the fix for the WAL-reset bug, otherwise libsql. @throws UsageError `no_sqlite`
 */
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

/** Returns an error that users understand. An error in our own SQL is returned unchanged, because it is a defect. */
export function explainError(error: unknown, path: string): unknown {
  const { errcode, code } = Object(error) as Readonly<Record<string, unknown>>;
  // node:sqlite gives an extended number, whose lowest byte is the primary code; libsql an extended name.
  const primary = Number(errcode) & 0xff;
  const why = CODES.find(
    ([number, name]) => number === primary || String(code).startsWith(name),
  )?.[2];
  if (why === undefined && !cannotOpen(error)) return error;
  if (why === 'busy') return new ConfereError('state_busy', { path }, { cause: error });
  return new ConfereError(
    'state_unusable',
    { of: 'file', path, why: why ?? 'refused' },
    { cause: error },
  );
}

/**
 * Returns whether SQLite could not open the file, for example because its folder was removed or replaced. libsql says
 * so only in its message.
 */
function cannotOpen(error: unknown): boolean {
  const { code, message } = Object(error) as Readonly<Record<string, unknown>>;
  return code === 'ENOENT' || code === 'ENOTDIR' || /^ConnectionFailed/.test(String(message));
}

export function isBusy(error: unknown): boolean {
  return error instanceof ConfereError && error.code === 'state_busy';
}
