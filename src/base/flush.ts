import { existsSync, mkdirSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { readErrorCode } from './errors.js';

/** Error codes of systems that cannot open or flush a folder: Windows, some network drives. */
const CANNOT_FLUSH_FOLDERS = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS'];

/** Waits until the bytes of the file at `path` are on disk. */
export async function flushFile(path: string): Promise<void> {
  await flush(path, 'r+');
}

/**
 * Waits until the names in a folder are on disk, if the system supports that; this makes a rename
 * durable.
 */
export async function flushFolder(path: string): Promise<void> {
  try {
    await flush(path, 'r');
  } catch (error) {
    if (!CANNOT_FLUSH_FOLDERS.includes(readErrorCode(error))) throw error;
  }
}

/** Writes a private file whole or not at all; it is on disk when the promise resolves. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await replacePrivateFile(`${path}.new`, text);
  await flushFile(`${path}.new`);
  await moveFile(`${path}.new`, path);
  await flushFolder(dirname(path));
}

/** Writes a private file in place of an old one, or of a link, which is not followed. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
}

/** Reads a file of JSON; undefined if it is missing or not JSON. */
export async function readJson<T>(path: string): Promise<Partial<T> | undefined> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) ?? undefined) as Partial<T> | undefined;
  } catch {
    return undefined;
  }
}

/** Error codes of Windows while a virus scanner, an indexer or Excel has a file open. */
const FILE_IN_USE: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** The waits (ms) between attempts: 2 s in all. */
const WAITS = [20, 50, 130, 300, 500, 1_000];

/** Returns whether an error of the file system may mean that another program has the file open. */
export function isFileInUse(error: unknown): boolean {
  return FILE_IN_USE.has(readErrorCode(error));
}

/** Renames a file; repeats this for about 2 s while another program has the old or new file open. */
export async function moveFile(from: string, to: string): Promise<void> {
  await retryWhileInUse(() => rename(from, to));
}

/**
 * Waits for `work`, which writes the file `out`, and until `out` is closed. A stream can be late and create its
 * file even after `work` has failed, so a caller that removes the file must wait until the stream is closed.
 */
export async function waitUntilClosed(out: Writable, work: Promise<void>): Promise<void> {
  try {
    await work;
  } finally {
    if (!out.closed) await new Promise((closed) => out.once('close', closed));
  }
}

/** Removes a file or a folder, if it exists; repeats this for about 2 s while another program has a file open. */
export async function removePath(path: string): Promise<void> {
  await retryWhileInUse(() => rm(path, { recursive: true, force: true }));
}

async function retryWhileInUse(work: () => Promise<void>): Promise<void> {
  for (const wait of WAITS) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isFileInUse(error)) throw error;
    }
    await delay(wait);
  }
  await work();
}

async function flush(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Makes a folder and those above it, private by default. Node's own recursive `mkdir` never ends where no folder can be
 * made, as in `/proc`.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  const path = resolve(folder);
  try {
    if (existsSync(path) && statSync(path).isDirectory()) return;
    if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made the folder.
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}
