import { constants, createWriteStream, openSync, type Stats } from 'node:fs';
import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { computeFileFacts, type FileFacts } from '../base/checksum.js';
import { readErrorCode, ConfereError, UsageError } from '../base/errors.js';
import { isDiskFull } from '../base/error-kinds.js';
import { flushFile, flushFolder, waitUntilClosed } from '../base/flush.js';
import type { InputOptions, InputOrigin } from './types.js';
import { detectPacking, unpackInput, type UnpackOptions } from './unpack.js';
import { UnpackLimit, toFileError } from './unpack-limit.js';

export type Source = { readonly path: string } | { readonly stream: Readable };

/** Returns whether a person types the input in a terminal, where progress must not be drawn. */
export function isTypedByPerson(source: Source): boolean {
  return 'stream' in source && 'isTTY' in source.stream && source.stream.isTTY === true;
}

/** Size and hash of the unpacked text, so that the hash is the same whether the file is packed or not. */
export interface CopiedInput extends FileFacts {
  readonly origin?: InputOrigin;
}

/**
 * Copies an input to `target` (mode 0600) as text. `name` is its name in messages.
 *
 * @throws UsageError, also if the file changes while it is copied; ConfereError `disk_full` if the copy does not fit
 */
export async function copyInput(
  source: Source,
  target: string,
  options: InputOptions,
  name: string,
  unpacking: UnpackOptions = {},
): Promise<CopiedInput> {
  const { stop } = unpacking;
  if ('stream' in source) await copyStream(source.stream, target, name, stop);
  else await withFileName(source.path, copyPath(source.path, target, stop));
  await chmod(target, 0o600);
  const origin = await withFileName(name, unpackInput(target, options, name, unpacking));
  return { ...(await computeFileFacts(target, stop)), origin };
}

/** The text of an input: the user's file itself, or a private copy. */
export interface InputText {
  readonly path: string;
  readonly name: string;
  readonly input: InputOptions;
  readonly origin?: InputOrigin;
}

export type RunInFolder = <T>(work: (folder: string) => Promise<T>) => Promise<T>;

/**
 * Calls `work` with a text file where it is, or with a private copy of any other input in a folder that `runInFolder`
 * provides.
 *
 * @throws UsageError, also if the file changes during `work`
 */
export async function withText<T>(
  source: Source,
  name: string,
  input: InputOptions,
  runInFolder: RunInFolder,
  work: (text: InputText) => Promise<T>,
  unpacking?: UnpackOptions,
): Promise<T> {
  if ('path' in source && input.sheet === undefined && (await isPlainText(source.path))) {
    const { path } = source;
    return requireUnchanged(path, name, () => work({ path, name, input }));
  }
  return runInFolder(async (folder) => {
    const path = join(folder, 'input');
    const { origin } = await copyInput(source, path, input, name, unpacking);
    return work({ path, name, input, origin });
  });
}

/** Turns errors of the file system into errors about the file with this name. */
async function withFileName<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = readErrorCode(error);
    if (!isDiskFull(code)) throw toFileError(error, name);
    throw new ConfereError('disk_full', { file: name, reason: code }, { cause: error });
  }
}

/** The number of folders that may be new with a private copy: that of the batch, of all batches, and of the ledger. */
const NEW_FOLDERS = 3;

/** Waits until the private copy at `path` is on disk under its name. */
export async function flushCopy(path: string, name: string): Promise<void> {
  await withFileName(name, flushFile(path));
  let folder = path;
  for (let remaining = NEW_FOLDERS; remaining > 0; remaining -= 1) {
    folder = dirname(folder);
    await withFileName(name, flushFolder(folder));
  }
}

/** Returns whether the input can be read in its place: it is a file of text, and no pipe. */
export async function isPlainText(path: string): Promise<boolean> {
  const facts = await withFileName(path, stat(path));
  refuseFolder(facts, path);
  return facts.isFile() && (await withFileName(path, detectPacking(path))) === undefined;
}

/**
 * Refuses a file that changes during `work`: half of a file that another program is writing looks like a whole one.
 *
 * @throws UsageError `input_changed`, after `work`
 */
export async function requireUnchanged<T>(
  path: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const readStamp = async () => {
    const { size, mtimeNs, ino } = await withFileName(name, stat(path, { bigint: true }));
    return [size, mtimeNs, ino].join(':');
  };
  const before = await readStamp();
  const result = await work();
  if ((await readStamp()) === before) return result;
  throw new UsageError('input_changed', { file: name });
}

async function copyPath(path: string, target: string, stop?: AbortSignal): Promise<void> {
  const facts = await stat(path);
  refuseFolder(facts, path);
  if (facts.isFile())
    await requireUnchanged(path, path, () => copyFile(path, target, constants.COPYFILE_FICLONE));
  else await copyStream(await openStream(path, facts), target, path, stop);
}

function refuseFolder(facts: Stats, file: string): void {
  if (facts.isDirectory()) throw new UsageError('input_is_folder', { file });
}

/** Opens a pipe, a socket or a terminal. @throws UsageError for any other device, which may have no end */
async function openStream(path: string, facts: Stats): Promise<Readable> {
  if (facts.isFIFO()) {
    // A blocking read would occupy a thread of Node until a program writes, and the process could not end before.
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
  const limit = new UnpackLimit(name, Infinity);
  const out = createWriteStream(target, { mode: 0o600 });
  const checkBytes = (source: AsyncIterable<Buffer | string>) =>
    limit.countBytes(refuseZeros(source, name));
  const copying = waitUntilClosed(out, pipeline(stream, checkBytes, out, { signal: stop }));
  await withFileName(name, copying).catch((error: unknown) => {
    stop?.throwIfAborted();
    throw error;
  });
}

/** Refuses `/dev/zero` as standard input before it is copied for long. */
async function* refuseZeros(source: AsyncIterable<Buffer | string>, file: string) {
  let isFirst = true;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    if (isFirst && bytes.every((byte) => byte === 0) && bytes.length > 0)
      throw new UsageError('not_text', { file });
    isFirst = false;
    yield bytes;
  }
}
