import { createHash } from 'node:crypto';
import {
  type Stats,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
} from 'node:fs';
import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { ConfereError, UsageError } from '../errors.js';
import { isDiskFull } from '../errors/full-disk.js';
import { flushFile, flushFolder, moveFile, removeFile } from '../flush.js';
import { Unpacked } from './bytes/unpack-limits.js';
import { unreadable } from './table/sample.js';
import {
  type InputOptions,
  type InputOrigin,
  type Unpacking,
  packingOf,
  unpackInput,
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

/** Bytes of a piece. */
const PIECE = 1 << 20;

/** The bytes of a private copy in pieces of a megabyte. The file is opened when the first one is asked for. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>;
}

/**
 * Makes the private copy at `path` of stored pieces. Pieces that do not have this checksum leave everything as it was.
 * `partPath`: a file beside it that nobody else uses.
 */
export async function mendCopy(
  path: string,
  partPath: string,
  { hash }: Pick<FileFacts, 'hash'>,
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const sum = createHash('sha256');
  const counted = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      sum.update(piece);
      yield piece;
    }
  };
  try {
    await pipeline(pieces, counted, createWriteStream(partPath, { mode: 0o600 }));
    if (sum.digest('hex') !== hash) return;
    await flushFile(partPath);
    await moveFile(partPath, path);
    await flushFolder(dirname(path));
  } finally {
    await removeFile(partPath);
  }
}

/** The private copy as the ledger knows it; of an earlier version it has no checksum. */
interface PlannedCopy {
  readonly inputHash: string | null;
  readonly inputSize: number | null;
}

/** Where a copy without some rows waits until the ledger has its checksum. */
export function nextCopyOf(path: string): string {
  return `${path}.next`;
}

/**
 * Makes the waiting copy the private copy at `path` if it is the one that the ledger knows: whoever wrote it may have been
 * killed in between.
 */
export async function settleCopy(
  path: string,
  { inputHash: hash, inputSize: size }: PlannedCopy,
): Promise<void> {
  const next = nextCopyOf(path);
  if (!existsSync(next) || hash === null || size === null) return;
  if (!(await isIntact(next, { hash, size }))) return;
  await moveFile(next, path);
  await flushFolder(dirname(path));
}
