import { closeSync, openSync, readFileSync, readSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.js';
import { decodeByByteOrderMark } from '../base/foreign-text.js';
import { LARGEST_SETTINGS } from '../base/limits.js';

/** Bytes that are read at a time. */
const PIECE = 64 * 1024;

/**
 * Returns whether a file of settings exists. @throws UsageError for one that is unreadable, or larger than any that
 * confere writes
 */
export function hasFile(path: string): boolean {
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
 * Reads at most `most` bytes as text; undefined for more. A device such as `/dev/zero` is endless, and reports a size
 * of 0.
 */
export function readAtMost(path: string, most: number): string | undefined {
  const facts = statSync(path);
  if (!facts.isFile() || facts.size === 0) return readUpTo(path, most);
  return facts.size > most ? undefined : decodeByByteOrderMark(readFileSync(path));
}

function readUpTo(path: string, most: number): string | undefined {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let left = most + 1; left > 0; left -= pieces.at(-1)?.length ?? 0) {
      const piece = Buffer.alloc(Math.min(left, PIECE));
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) return decodeByByteOrderMark(Buffer.concat(pieces));
      pieces.push(piece.subarray(0, read));
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
 * Refuses a file or folder that other users can change. Root may use a file of any user, as in a container, but not when
 * it came through sudo. Nothing is refused on Windows, where rights are unknown. @throws UsageError `open_place`
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
  // Only its owner can take the right to write from others, so another folder is advised, as for a volume of a container.
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
