import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream, openSync, type Stats } from 'node:fs';
import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { codeOf, ConfereError, UsageError, isDiskFull } from '../errors.js';
import { flushFile, flushFolder, moveFile, removeFile } from '../flush.js';
import type { InputOptions, InputOrigin } from './types.js';
import { packingOf, unpackInput, type Unpacking } from './unpack.js';
import { Unpacked, unreadable } from './unpacked.js';

export type Source = { readonly path: string } | { readonly stream: Readable };

/** Whether a person types the input, who must not be disturbed. */
export function isTyped(source: Source): boolean {
  return 'stream' in source && 'isTTY' in source.stream && source.stream.isTTY === true;
}

/** SHA-256 (hex), and bytes. */
export interface FileFacts {
  readonly hash: string;
  readonly size: number;
}

/** Of the text: one hash whether the file comes packed or not. */
export interface Taken extends FileFacts {
  readonly origin?: InputOrigin;
}

/**
 * Copies an input to `target` (mode 0600) as text. `name` is what people call it.
 * @throws UsageError, also if the file changes meanwhile; kind `ledger`, code `disk_full`, if the copy does not fit
 */
export async function copyInput(
  source: Source,
  target: string,
  options: InputOptions,
  name: string,
  how: Unpacking = {},
): Promise<Taken> {
  const { stop } = how;
  if ('stream' in source) await copyStream(source.stream, target, name, stop);
  else await named(source.path, copyFrom(source.path, target, stop));
  await chmod(target, 0o600);
  const origin = await named(name, unpackInput(target, options, name, how));
  return { ...(await factsOf(target, stop)), origin };
}

/** Text of an input, where it is or as a private copy. */
export interface InputText {
  readonly path: string;
  readonly name: string;
  readonly input: InputOptions;
  readonly origin?: InputOrigin;
}

export type InFolder = <T>(work: (folder: string) => Promise<T>) => Promise<T>;

/** A text file in place, else a private copy. @throws UsageError, also where it changes */
export async function withText<T>(
  source: Source,
  name: string,
  input: InputOptions,
  inFolder: InFolder,
  work: (text: InputText) => Promise<T>,
  how?: Unpacking,
): Promise<T> {
  if ('path' in source && input.sheet === undefined && (await isPlainText(source.path))) {
    const { path } = source;
    return unchanged(path, name, () => work({ path, name, input }));
  }
  return inFolder(async (folder) => {
    const path = join(folder, 'input');
    const { origin } = await copyInput(source, path, input, name, how);
    return work({ path, name, input, origin });
  });
}

/** Errors of the file system are about the file that people call `name`. */
async function named<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (!isDiskFull(code)) throw unreadable(error, name);
    throw new ConfereError('disk_full', { file: name, reason: code }, { cause: error });
  }
}

/** Folders above a private copy that may be new with it: the batch's, that of all batches, the ledger's. */
const NEW_FOLDERS = 3;

/** Waits until the private copy at `path` is on disk under its name. */
export async function flushCopy(path: string, name: string): Promise<void> {
  await named(name, flushFile(path));
  let folder = path;
  for (let left = NEW_FOLDERS; left > 0; left -= 1) {
    folder = dirname(folder);
    await named(name, flushFolder(folder));
  }
}

/** Whether the file is there with exactly these bytes. */
export async function isIntact(path: string, { hash, size }: FileFacts): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size === size && (await factsOf(path)).hash === hash;
}

/** Of the private copy of a batch; null until it is planned. */
export interface InputFacts {
  readonly inputHash: string | null;
  readonly inputSize: number | null;
}

/** Whether the file is there and is the input of a batch. */
export async function hasInput(
  path: string,
  { inputHash: hash, inputSize: size }: InputFacts,
): Promise<boolean> {
  return hash !== null && size !== null && isIntact(path, { hash, size });
}

/** Whether the input can be read where it is: a file of text, and no pipe. */
export async function isPlainText(path: string): Promise<boolean> {
  const facts = await named(path, stat(path));
  refuseFolder(facts, path);
  return facts.isFile() && (await named(path, packingOf(path))) === undefined;
}

/** Half of a file that somebody is writing looks like a whole one. @throws UsageError `input_changed` after `work` */
export async function unchanged<T>(path: string, name: string, work: () => Promise<T>): Promise<T> {
  const stamp = async () => {
    const { size, mtimeNs, ino } = await named(name, stat(path, { bigint: true }));
    return [size, mtimeNs, ino].join(':');
  };
  const before = await stamp();
  const result = await work();
  if ((await stamp()) === before) return result;
  throw new UsageError('input_changed', { file: name });
}

async function copyFrom(path: string, target: string, stop?: AbortSignal): Promise<void> {
  const facts = await stat(path);
  refuseFolder(facts, path);
  if (facts.isFile())
    await unchanged(path, path, () => copyFile(path, target, constants.COPYFILE_FICLONE));
  else await copyStream(await openStream(path, facts), target, path, stop);
}

function refuseFolder(facts: Stats, file: string): void {
  if (facts.isDirectory()) throw new UsageError('input_is_folder', { file });
}

/** @throws UsageError for a device, which may have no end; a terminal is a person who types */
async function openStream(path: string, facts: Stats): Promise<Readable> {
  if (facts.isFIFO()) {
    // No thread waits for who writes to it, because the process could not end before that.
    const { Socket } = await import('node:net');
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  }
  const file = await open(path);
  if (facts.isSocket() || isatty(file.fd)) return file.createReadStream();
  await file.close();
  throw new UsageError('not_text', { file: path });
}

async function copyStream(
  stream: Readable,
  target: string,
  name: string,
  stop?: AbortSignal,
): Promise<void> {
  const limit = new Unpacked(name, Infinity);
  const out = createWriteStream(target, { mode: 0o600 });
  const bytes = (source: AsyncIterable<Buffer | string>) =>
    limit.counted(withoutZeros(source, name));
  const copying = pipeline(stream, bytes, out, { signal: stop });
  await named(name, copying).catch((error: unknown) => {
    stop?.throwIfAborted();
    throw error;
  });
}

/** Refuses `/dev/zero` as standard input before it is copied for long. */
async function* withoutZeros(source: AsyncIterable<Buffer | string>, file: string) {
  let isFirst = true;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    if (isFirst && bytes.every((byte) => byte === 0) && bytes.length > 0)
      throw new UsageError('not_text', { file });
    isFirst = false;
    yield bytes;
  }
}

export function factsOf(path: string, stop?: AbortSignal): Promise<FileFacts> {
  return factsOfPieces(piecesOf(path), stop);
}

export async function factsOfPieces(
  pieces: AsyncIterable<Uint8Array>,
  stop?: AbortSignal,
): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of pieces) {
    stop?.throwIfAborted();
    hash.update(piece);
    size += piece.length;
  }
  return { hash: hash.digest('hex'), size };
}

/** In pieces of a megabyte; the file is opened when the first one is asked for. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
}

/** Whether the file is the input of a batch, also after it was fetched. Pieces with another checksum leave everything as it was. */
export async function mendCopy(
  path: string,
  batch: InputFacts,
  newId: () => string,
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (await hasInput(path, batch)) return true;
  const part = `${path}.${newId()}`;
  try {
    await pipeline(pieces, createWriteStream(part, { mode: 0o600 }));
    const isWhole = await hasInput(part, batch);
    if (isWhole) await putCopy(part, path);
    return isWhole;
  } finally {
    await removeFile(part);
  }
}

async function putCopy(from: string, path: string): Promise<void> {
  await flushFile(from);
  await moveFile(from, path);
  await flushFolder(dirname(path));
}

/** Where a copy without some rows waits until the ledger has its checksum. */
export function nextCopyOf(path: string): string {
  return `${path}.next`;
}

/** Places the waiting copy if it is the one that the ledger knows: whoever wrote it may have been killed in between. */
export async function settleCopy(path: string, batch: InputFacts): Promise<void> {
  const next = nextCopyOf(path);
  if (await hasInput(next, batch)) await putCopy(next, path);
}
