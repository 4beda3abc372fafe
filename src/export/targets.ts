import { once } from 'node:events';
import { constants, createWriteStream, existsSync } from 'node:fs';
import { access, chmod, chown, lstat, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { pipeline, Readable, type Writable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Kept } from '../base/facts.js';
import { codeOf, ConfereError, UsageError } from '../base/errors.js';
import { isDiskFull } from '../base/error-kinds.js';
import { flushFile, flushFolder, moveFile, untilClosed } from '../base/flush.js';
import { isGzip } from './format.js';
import { hasInput } from '../ledger/batch-folder.js';
import type { Batch } from '../ledger/index.js';

export interface Writing {
  /** Part of the temporary file's name; one left by a killed run is replaced. */
  readonly unique: string;
  /** Called before the rename with the file's later stamp. */
  readonly announce?: (stamp: string) => Promise<void>;
  /** What is safe if the file cannot be written; default: the results. */
  readonly kept?: Kept;
}

/** Whole or absent. Mode 0600, or who may read the file that it replaces. @throws UsageError; ConfereError if the disk is full */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Buffer>,
  { unique, announce, kept = 'results' }: Writing,
): Promise<void> {
  await refuseNoFile(path, kept);
  const temporary = join(normalize(dirname(path)), temporaryName(basename(path), unique));
  try {
    await rm(temporary, { force: true });
    const out = createWriteStream(temporary, { mode: 0o600, flags: 'wx' });
    await untilClosed(out, finished(Readable.from(chunks, { objectMode: false }), out));
    await keepRights(path, temporary);
    await flushFile(temporary);
    await announce?.(await stampOf(temporary));
    await moveFile(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    // What went wrong first is told, not that this does not work either.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unwritable(error, path, kept);
  }
}

/** Of a group that this user cannot give to the new file, its rights go. */
async function keepRights(replaced: string, file: string): Promise<void> {
  const [old, own] = [await lstat(replaced).catch(() => undefined), await stat(file)];
  if (old?.isFile() !== true) return;
  const isOfGroup = await chown(file, own.uid, old.gid).then(
    () => true,
    () => own.gid === old.gid,
  );
  // Where the file system has no modes, all files have that of the folder.
  await chmod(file, old.mode & (isOfGroup ? 0o777 : 0o707)).catch(() => undefined);
}

/** Bytes. */
const LONGEST_NAME = 255;

/** A hidden name beside the file; of a long name it has the beginning. */
function temporaryName(name: string, unique: string): string {
  const end = `.${unique}.part`;
  const begin = Buffer.from(`.${name}`).subarray(0, LONGEST_NAME - Buffer.byteLength(end));
  return new TextDecoder().decode(begin, { stream: true }) + end;
}

/** @throws UsageError for what a rename would replace or follow (`/dev/null`, a link), and a path that no file can have */
export async function refuseNoFile(path: string, kept: Kept = 'nothing'): Promise<void> {
  const facts = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw unwritable(error, path, kept);
  });
  if (facts === undefined || facts.isFile()) return;
  const reason = facts.isDirectory() ? 'EISDIR' : 'no_file';
  throw new UsageError('output_unwritable', { path, reason, kept: 'nothing' });
}

/** A stamp that shows whether an output was changed since it was written; empty if there is no such file. */
export async function stampOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? '' : `${facts.size}:${facts.mtimeMs}`;
}

export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(fileAt));
  return a !== undefined && a === b;
}

async function fileAt(path: string): Promise<string | undefined> {
  const facts = await stat(path, { bigint: true }).catch(() => undefined);
  return facts?.isFile() === true ? `${facts.dev}:${facts.ino}` : undefined;
}

export interface OwnOutput {
  /** By path: one stamp, or two of which one is the file's, because a run may end between storing it and renaming. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** The stamp of the file at `path` if it is this batch's own unchanged output; otherwise empty. */
export async function ownStamp(path: string, { outputs }: OwnOutput): Promise<string> {
  const stamp = await stampOf(path);
  const known = Object.hasOwn(outputs, path) ? (outputs[path] ?? '') : '';
  return stamp !== '' && known.split(' ').includes(stamp) ? stamp : '';
}

/** How many identifiers had an answer when the file was written stands beside its stamps. */
export function withAnswered(stamps: string, answered: number | undefined): string {
  return answered === undefined ? stamps : `${stamps} =${answered}`;
}

/** The written result of a batch: `older` where more identifiers have an answer now. */
export function writtenResult(
  { output, outputs }: Pick<Batch, 'output' | 'outputs'>,
  answered: number,
): 'none' | 'older' | 'whole' {
  if (output === null || !existsSync(output)) return 'none';
  const known = Object.hasOwn(outputs, output) ? (outputs[output] ?? '') : '';
  const count = known.split(' ').find((one) => one.startsWith('='));
  return count !== undefined && answered > Number(count.slice(1)) ? 'older' : 'whole';
}

/** Refuses to replace a file unless it is this batch's own unchanged output (contract, "Export"). @throws UsageError */
export async function refuseOverwrite(path: string, own: OwnOutput): Promise<void> {
  if ((await stampOf(path)) === '' || (await ownStamp(path, own)) !== '') return;
  // What no option replaces is told as that.
  await refuseNoFile(path);
  throw new UsageError('output_exists', { path });
}

/** Before any credit is spent on it. @throws UsageError */
export async function refuseUnwritable(path: string): Promise<void> {
  const folder = dirname(path);
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true)
    throw new UsageError('output_unwritable', { path, reason: 'ENOENT', kept: 'nothing' });
  await refuseNoFile(path);
  await refuseHeld(path);
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw unwritable(error, path, 'nothing');
  });
}

/** Excel lets nobody write to or replace a file that it has open, and would do so only after everything is paid. */
async function refuseHeld(path: string): Promise<void> {
  try {
    await (await open(path, 'r+')).close();
  } catch (error) {
    // A file that is not there, or that may only be read, can be replaced.
    if (['EBUSY', 'EPERM'].includes(codeOf(error))) throw unwritable(error, path, 'nothing');
  }
}

function unwritable(error: unknown, path: string, kept: Kept): unknown {
  const code = codeOf(error);
  if (code === '' || error instanceof ConfereError) return error;
  const facts = { path, reason: code, kept };
  return isDiskFull(code)
    ? new ConfereError('output_unwritable', { ...facts }, { cause: error })
    : new UsageError('output_unwritable', facts, { cause: error });
}

export function asNamed(
  target: Parameters<typeof isGzip>[0],
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  if (!isGzip(target)) return chunks;
  // Whoever reads it gets the error.
  return pipeline(Readable.from(chunks, { objectMode: false }), createGzip(), () => undefined);
}

/** Also with `--overwrite`: it may be the only copy. @throws UsageError `output_is_input` */
export async function refuseInput(path: string, batch: Batch): Promise<void> {
  if (await hasInput(path, batch)) throw new UsageError('output_is_input', { output: path });
}

/** Leaves the stream open. @throws UsageError `stream_closed`; ConfereError `output_failed` if the disk behind it is full */
export async function toStream(stream: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closing = new AbortController();
  const closed = () => {
    closing.abort();
  };
  // Standard output is open again after an error, and forgets it.
  const failure: { error?: Error } = {};
  const failed = (error: Error) => (failure.error ??= error);
  stream.once('close', closed).on('error', failed);
  const refuse = () => {
    if (failure.error !== undefined) throw failure.error;
    if (!stream.writable) throw closedStream(stream);
  };
  try {
    for await (const chunk of chunks) {
      refuse();
      if (!stream.write(chunk)) await drained(stream, closing.signal);
    }
    await new Promise((taken) => void stream.write('', taken));
    refuse();
  } catch (error) {
    throw explained(failure.error ?? error);
  } finally {
    stream.off('close', closed).off('error', failed);
  }
}

function explained(error: unknown): unknown {
  const reason = codeOf(error);
  return isDiskFull(reason)
    ? new ConfereError('output_failed', { reason }, { cause: error })
    : error;
}

async function drained(stream: Writable, closed: AbortSignal): Promise<void> {
  try {
    await once(stream, 'drain', { signal: closed });
  } catch (error) {
    // An error of the stream itself, such as a closed pipe, says more than that it is closed.
    throw closed.aborted ? closedStream(stream) : error;
  }
}

function closedStream({ errored }: Writable): Error {
  return errored ?? new UsageError('stream_closed', {});
}
