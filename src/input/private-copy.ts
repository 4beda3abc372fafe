import { constants, createWriteStream, openSync, type Stats } from 'node:fs';
import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { computeFileFacts, type FileFacts } from '../base/checksum.js';
import { codeOf, ConfereError, UsageError } from '../base/errors.js';
import { isDiskFull } from '../base/error-kinds.js';
import { flushFile, flushFolder, waitUntilClosed } from '../base/flush.js';
import type { InputOptions, InputOrigin } from './types.js';
import { packingOf, unpackInput, type Unpacking } from './unpack.js';
import { Unpacked, unreadable } from './unpacked.js';

export type Source = { readonly path: string } | { readonly stream: Readable };

/** Whether a person types the input, who must not be disturbed. */
export function isTyped(source: Source): boolean {
  return 'stream' in source && 'isTTY' in source.stream && source.stream.isTTY === true;
}

/** Of the text: one hash whether the file comes packed or not. */
export interface CopiedInput extends FileFacts {
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
): Promise<CopiedInput> {
  const { stop } = how;
  if ('stream' in source) await copyStream(source.stream, target, name, stop);
  else await named(source.path, copyFrom(source.path, target, stop));
  await chmod(target, 0o600);
  const origin = await named(name, unpackInput(target, options, name, how));
  return { ...(await computeFileFacts(target, stop)), origin };
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
  const copying = waitUntilClosed(out, pipeline(stream, bytes, out, { signal: stop }));
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
