import { closeSync, openSync, readFileSync, readSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.js';
import { decodeByByteOrderMark } from '../base/foreign-text.js';
import { LARGEST_SETTINGS } from '../base/limits.js';

/** Bytes that are read at a time. */
const PIECE_BYTES = 64 * 1024;

/**
 * Returns whether a file of settings exists. @throws UsageError for a file that is unreadable, or larger than any that
 * confere writes
 */
export function hasSettingsFile(path: string): boolean {
  const facts = readFacts(path);
  if (facts === undefined) return false;
  if (facts.isDirectory()) throw new UsageError('config_unreadable', { path, reason: 'EISDIR' });
  // A device may be endless, so only a plain file is read.
  if (facts.isFile() && facts.size <= LARGEST_SETTINGS) return true;
  throw new UsageError('config_broken', { path, expected: 'JSON' });
}

function readFacts(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const reason = readSystemErrorCode(error);
    if (reason === 'ENOENT') return undefined;
    throw new UsageError('config_unreadable', { path, reason }, { cause: error });
  }
}

/**
 * Reads a file as text; undefined if it has more than `maxBytes`. A device such as `/dev/zero` is endless, and reports
 * a size of 0.
 */
export function readAtMost(path: string, maxBytes: number): string | undefined {
  const facts = statSync(path);
  if (!facts.isFile() || facts.size === 0) return readInPieces(path, maxBytes);
  return facts.size > maxBytes ? undefined : decodeByByteOrderMark(readFileSync(path));
}

function readInPieces(path: string, maxBytes: number): string | undefined {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let bytesLeft = maxBytes + 1; bytesLeft > 0; bytesLeft -= pieces.at(-1)?.length ?? 0) {
      const piece = Buffer.alloc(Math.min(bytesLeft, PIECE_BYTES));
      const bytesRead = readSync(file, piece, 0, piece.length, null);
      if (bytesRead === 0) return decodeByByteOrderMark(Buffer.concat(pieces));
      pieces.push(piece.subarray(0, bytesRead));
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Returns whether other users of this machine can read a file. Always false on Windows, where it is unknown. */
export function isReadableByOthers(path: string, platform: string): boolean {
  if (platform === 'win32') return false;
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && (facts.mode & 0o077) !== 0;
}

interface ProcessOwner {
  readonly platform: string;
  readonly uid?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Refuses a file or folder that other users can change. Root may use a file of any user, as in a container, but not a
 * user who became root by sudo. Nothing is refused on Windows, where rights are unknown. @throws UsageError
 * `open_place`
 */
export function refuseWritablePlace(path: string, { platform, uid, env }: ProcessOwner): void {
  const facts = platform === 'win32' || uid === undefined ? undefined : readFactsIfAny(path);
  // Devices and pipes are refused later, because they are not files of settings.
  if (facts === undefined || !(facts.isFile() || facts.isDirectory())) return;
  if (uid !== 0 && facts.uid !== 0 && facts.uid !== uid)
    throw new UsageError('open_place', { path, why: 'foreign' });
  if (uid === 0 && facts.uid !== 0 && env['SUDO_UID'])
    throw new UsageError('open_place', { path, why: 'sudo' });
  if ((facts.mode & 0o022) === 0) return;
  // The rights of another user's folder, such as the volume of a container, are not this user's to change, so the
  // message advises a folder within it.
  const why = facts.isDirectory() && facts.uid !== uid ? 'volume' : 'writable';
  throw new UsageError('open_place', { path, why, below: join(path, 'confere') });
}

/** Returns undefined also for a path that cannot be examined: reading it reports the error. */
function readFactsIfAny(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the code of a failed system call, because messages may repeat the content of a file. */
export function readSystemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
