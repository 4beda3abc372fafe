import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream, openSync, type Stats } from 'node:fs';
import { copyFile, chmod, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { ConfereError, UsageError } from '../errors.js';
import { isDiskFull } from '../errors/full-disk.js';
import { flushFile, flushFolder } from '../flush.js';
import { Unpacked } from './bytes/unpack-limits.js';
import { unreadable } from './table/sample.js';
import {
  packingOf,
  unpackInput,
  type InputOptions,
  type InputOrigin,
  type Unpacking,
} from './index.js';

/** Where an input comes from: a file by its path, or standard input. */
export type Source = { readonly path: string } | { readonly stream: Readable };

/** Whether a person types the input, who must not be disturbed. */
export function isTyped(source: Source): boolean {
  return 'stream' in source && 'isTTY' in source.stream && source.stream.isTTY === true;
}

/** What tells the bytes of a file from any others. */
export interface FileFacts {
  /** SHA-256 (hex). */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** An input as text in a private file of ours; a file has one hash whether it comes packed or not. */
export interface Taken extends FileFacts {
  readonly origin?: InputOrigin;
}

/**
 * Copies an input to `target` (mode 0600) and makes text of it, so that it still exports row for row when
 * the original has moved or changed. `name` is what people call it.
 * @throws UsageError when the file is missing, a folder, unreadable, damaged, or changes meanwhile, or is too much;
 * kind `ledger`, code `disk_full`, if the copy does not fit
 */
export async function copyInput(
  source: Source,
  target: string,
  options: InputOptions,
  name: string,
  how: Omit<Unpacking, 'limit'> = {},
): Promise<Taken> {
  const { stop } = how;
  if ('stream' in source) await copyStream(source.stream, target, name, stop);
  else await copyUnchanged(source.path, target, stop);
  await chmod(target, 0o600);
  const origin = await unpackInput(target, options, name, how).catch((error: unknown) => {
    throw readable(error, name);
  });
  const facts = await factsOf(target, stop);
  return { ...facts, origin };
}

/** Folders above a private copy that may be new with it: the batch's, that of all batches, the ledger's. */
const NEW_FOLDERS = 3;

/** Waits until the private copy at `path` is on disk under its name. `name` is what people call it. */
export async function flushCopy(path: string, name: string): Promise<void> {
  try {
    await flushFile(path);
    let folder = path;
    for (let left = NEW_FOLDERS; left > 0; left -= 1) {
      folder = dirname(folder);
      await flushFolder(folder);
    }
  } catch (error) {
    throw readable(error, name);
  }
}

/** Whether the file at `path` is there and has exactly these bytes. Its size is looked at first. */
export async function isIntact(path: string, { hash, size }: FileFacts): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size === size && (await factsOf(path)).hash === hash;
}

/** Whether the input at `path` can be read where it is: a file of text, and no pipe. */
export async function isPlainText(path: string): Promise<boolean> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw folder(path);
    return facts.isFile() && (await packingOf(path)) === undefined;
  } catch (error) {
    throw readable(error, path);
  }
}

/**
 * Runs `work`, which reads the file at `path`, and refuses its result if the file was another one
 * afterwards: half of a file that somebody is writing looks like a whole one.
 * @throws UsageError `input_changed`
 */
export async function unchanged<T>(path: string, name: string, work: () => Promise<T>): Promise<T> {
  const before = await stampOf(path, name);
  const result = await work();
  if ((await stampOf(path, name)) === before) return result;
  throw new UsageError('input_changed', { file: name });
}

async function stampOf(path: string, name: string): Promise<string> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return [size, mtimeNs, ino].join(':');
  } catch (error) {
    throw readable(error, name);
  }
}

async function copyUnchanged(path: string, target: string, stop?: AbortSignal): Promise<void> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw folder(path);
    if (facts.isFile())
      await unchanged(path, path, () => copyFile(path, target, constants.COPYFILE_FICLONE));
    else await copyStream(await openStream(path, facts), target, path, stop);
  } catch (error) {
    throw readable(error, path);
  }
}

/** @throws UsageError for a device, which may have no end; a terminal is a person who types */
async function openStream(path: string, facts: Stats): Promise<Readable> {
  if (facts.isFIFO()) return openPipe(path);
  const file = await open(path);
  if (!facts.isSocket() && !isatty(file.fd)) {
    await file.close();
    throw new UsageError('not_text', { file: path, is: 'device' });
  }
  return file.createReadStream();
}

/** No thread waits for who writes to it, because the process could not end before that. */
async function openPipe(path: string): Promise<Readable> {
  const { Socket } = await import('node:net');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

async function copyStream(
  stream: Readable,
  target: string,
  name: string,
  stop?: AbortSignal,
): Promise<void> {
  const limit = new Unpacked(name, Infinity).passing();
  const out = createWriteStream(target, { mode: 0o600 });
  const ends = { signal: stop };
  await pipeline(stream, withoutZeros(name), limit, out, ends).catch((error: unknown) => {
    stop?.throwIfAborted();
    throw readable(error, name);
  });
}

/** Refuses what begins with NUL bytes alone, such as `/dev/zero` as standard input, before it is copied for long. */
function withoutZeros(name: string) {
  return async function* (source: AsyncIterable<Buffer | string>) {
    let isFirst = true;
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk);
      if (isFirst && bytes.every((byte) => byte === 0) && bytes.length > 0)
        throw new UsageError('not_text', { file: name, is: 'binary' });
      isFirst = false;
      yield bytes;
    }
  };
}

function folder(name: string): UsageError {
  return new UsageError('input_is_folder', { file: name, wanted: 'file' });
}

function readable(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isDiskFull(code))
    return new ConfereError('disk_full', { file: name, reason: code }, { cause: error });
  return unreadable(error, name);
}

/** SHA-256 and size of a file as it is read, in one reading. */
export async function factsOf(path: string, stop?: AbortSignal): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  const pieces = createReadStream(path, { highWaterMark: 1 << 19 }) as AsyncIterable<Buffer>;
  for await (const piece of pieces) {
    stop?.throwIfAborted();
    hash.update(piece);
    size += piece.length;
  }
  return { hash: hash.digest('hex'), size };
}
