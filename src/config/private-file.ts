import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../errors.js';
import { LARGEST_SETTINGS } from '../limits.js';

/** Bytes that are read at once. */
const PIECE = 64 * 1024;

/**
 * Reads a file as text without a byte order mark; undefined if it does not exist.
 *
 * @throws UsageError if it exists and cannot be read, or is larger than any that we write
 */
export function readIfThere(path: string): string | undefined {
  let text: string | undefined;
  try {
    text = readAtMost(path, LARGEST_SETTINGS);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    throw new UsageError('config_unreadable', { path, reason: code }, { cause: error });
  }
  if (text === undefined) throw new UsageError('config_broken', { path, why: 'no_json' });
  return text.replace(/^\uFEFF/, '');
}

/**
 * Reads a file, a pipe or a device as text; undefined if it has more than `most` bytes. A device such as
 * `/dev/zero` has no end, and a size of 0.
 */
export function readAtMost(path: string, most: number): string | undefined {
  const facts = statSync(path);
  if (!facts.isFile() || facts.size === 0) return readEnd(path, most);
  return facts.size > most ? undefined : readFileSync(path, 'utf8');
}

function readEnd(path: string, most: number): string | undefined {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let left = most + 1; left > 0; left -= pieces.at(-1)?.length ?? 0) {
      const piece = Buffer.alloc(Math.min(left, PIECE));
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(piece.subarray(0, read));
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Replaces a file as a whole: writes a temporary file beside it with mode 0600, flushes it, and renames
 * it, so that a crash leaves the old file. Creates a missing folder with mode 0700. Keeps a symbolic
 * link and replaces its target.
 *
 * @throws UsageError if that is not possible
 */
export function writePrivate(path: string, text: string, id: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const target = realPath(path);
    const temporary = `${target}.${id}.tmp`;
    try {
      writeFlushed(temporary, text);
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    flushFolder(dirname(target));
  } catch (error) {
    throw new UsageError('config_unwritable', { path, reason: codeOf(error) }, { cause: error });
  }
}

/** Whether other users of this machine can read a file. Always false on Windows, where it is unknown. */
export function isOpenToOthers(path: string, platform: string): boolean {
  if (platform === 'win32') return false;
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && (facts.mode & 0o077) !== 0;
}

/** Whether other users of this machine can write to a file or folder. Always false on Windows, where it is unknown. */
export function isWritableByOthers(path: string, platform: string): boolean {
  if (platform === 'win32') return false;
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && (facts.mode & 0o022) !== 0;
}

function writeFlushed(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the new name durable. Windows cannot open a folder. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // The rename is atomic with or without the flush.
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
