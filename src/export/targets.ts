import { once } from 'node:events';
import { constants, createWriteStream, existsSync } from 'node:fs';
import { access, chmod, chown, lstat, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { pipeline, Readable, type Writable } from 'node:stream';
import { pipeline as runPipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { KeptData } from '../base/facts.js';
import { readErrorCode, ConfereError, UsageError } from '../base/errors.js';
import { isDiskFull } from '../base/error-kinds.js';
import { flushFile, flushFolder, moveFile, waitUntilClosed } from '../base/flush.js';
import { isGzip } from './format.js';
import { isIntactCopy } from '../ledger/batch-folder.js';
import type { Batch } from '../ledger/index.js';

export interface WholeFileOptions {
  /** A part of the temporary file's name. A file of this name that a killed run left is replaced. */
  readonly temporaryId: string;
  /** Called before the rename, with the stamp that the file will have. */
  readonly beforeRename?: (stamp: string) => Promise<void>;
  /** The paid data that are safe if the file cannot be written; by default the results. */
  readonly kept?: KeptData;
}

/**
 * Writes a file, whole or not at all, with mode 0600 or the rights of the file that it replaces. @throws UsageError;
 * ConfereError `output_unwritable` if the disk is full
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Buffer>,
  { temporaryId, beforeRename, kept = 'results' }: WholeFileOptions,
): Promise<void> {
  await refuseSpecialFile(path, kept);
  const temporary = join(normalize(dirname(path)), buildTemporaryName(basename(path), temporaryId));
  try {
    await rm(temporary, { force: true });
    const out = createWriteStream(temporary, { mode: 0o600, flags: 'wx' });
    await waitUntilClosed(out, runPipeline(Readable.from(chunks, { objectMode: false }), out));
    await copyRights(path, temporary);
    await flushFile(temporary);
    await beforeRename?.(await readStamp(temporary));
    await moveFile(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    // The original error is reported, not a failed cleanup.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw explainWriteError(error, path, kept);
  }
}

/**
 * Copies group and rights of the replaced file. If this user cannot set the group, the file gives its group no rights.
 */
async function copyRights(replaced: string, file: string): Promise<void> {
  const [old, created] = [await lstat(replaced).catch(() => undefined), await stat(file)];
  if (old?.isFile() !== true) return;
  const hasGroup = await chown(file, created.uid, old.gid).then(
    () => true,
    () => created.gid === old.gid,
  );
  // A file system without modes refuses chmod.
  await chmod(file, old.mode & (hasGroup ? 0o777 : 0o707)).catch(() => undefined);
}

/** The maximum length of a file's name (bytes). */
const MAX_NAME_BYTES = 255;

/** Returns a hidden name beside the file, with as much of the file's name as fits. */
function buildTemporaryName(name: string, unique: string): string {
  const end = `.${unique}.part`;
  const start = Buffer.from(`.${name}`).subarray(0, MAX_NAME_BYTES - Buffer.byteLength(end));
  return new TextDecoder().decode(start, { stream: true }) + end;
}

/**
 * Refuses a path that no file can have, or that is a folder, a link or a device, which a rename would replace. @throws
 * UsageError
 */
export async function refuseSpecialFile(path: string, kept: KeptData = 'nothing'): Promise<void> {
  const facts = await lstat(path).catch((error: unknown) => {
    if (readErrorCode(error) !== 'ENOENT') throw explainWriteError(error, path, kept);
  });
  if (facts === undefined || facts.isFile()) return;
  // With `no_file`, there is a link, a device or a pipe.
  const reason = facts.isDirectory() ? 'EISDIR' : 'no_file';
  throw new UsageError('output_unwritable', { path, reason, kept: 'nothing' });
}

/** Returns a stamp that shows whether an output was changed since it was written; empty without such a file. */
export async function readStamp(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? '' : `${facts.size}:${facts.mtimeMs}`;
}

export async function isSameFile(path: string, otherPath: string): Promise<boolean> {
  const [a, b] = await Promise.all([path, otherPath].map(readFileId));
  return a !== undefined && a === b;
}

async function readFileId(path: string): Promise<string | undefined> {
  const facts = await stat(path, { bigint: true }).catch(() => undefined);
  return facts?.isFile() === true ? `${facts.dev}:${facts.ino}` : undefined;
}

/** The outputs that a batch has written. */
export interface BatchOutputs {
  /**
   * The stamp of each output, by path. A value may be two stamps with a blank between them, the old and the new one,
   * because a run may be killed after it stored the new stamp and before it renamed the file. `=` and the number of
   * answered identifiers may follow. Empty for a file that no run may replace, such as an export.
   */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Returns the stamp of the file at `path` if it is an unchanged output of this batch, otherwise `''`. */
export async function readOutputStamp(path: string, { outputs }: BatchOutputs): Promise<string> {
  const stamp = await readStamp(path);
  const stamps = Object.hasOwn(outputs, path) ? (outputs[path] ?? '') : '';
  return stamp !== '' && stamps.split(' ').includes(stamp) ? stamp : '';
}

/** Whether a run of this batch may replace its output at `path`, if that is unchanged. */
export function isReplaceable(path: string, { outputs }: BatchOutputs): boolean {
  return Object.hasOwn(outputs, path) && outputs[path] !== '';
}

/** Whether the file at `path` is an unchanged output of this batch. */
export async function isOwnOutput(path: string, outputs: BatchOutputs): Promise<boolean> {
  return (await readOutputStamp(path, outputs)) !== '';
}

/** Adds to stamps the number of identifiers that had an answer when the file was written. */
export function appendAnsweredCount(stamps: string, answeredCount: number | undefined): string {
  return answeredCount === undefined ? stamps : `${stamps} =${answeredCount}`;
}

/** Returns the state of a batch's written result: `older` if more identifiers have an answer now. */
export function readResultState(
  { output, outputs }: Pick<Batch, 'output' | 'outputs'>,
  answeredCount: number,
): 'none' | 'older' | 'whole' {
  if (output === null || !existsSync(output)) return 'none';
  const stamps = Object.hasOwn(outputs, output) ? (outputs[output] ?? '') : '';
  const count = stamps.split(' ').find((text) => text.startsWith('='));
  return count !== undefined && answeredCount > Number(count.slice(1)) ? 'older' : 'whole';
}

/** Refuses to replace a file that is not an unchanged output of this batch (contract, "Export"). @throws UsageError */
export async function refuseOverwrite(path: string, outputs: BatchOutputs): Promise<void> {
  if ((await readStamp(path)) === '' || (await isOwnOutput(path, outputs))) return;
  // A link or device gets its own error, because no option lets it be replaced.
  await refuseSpecialFile(path);
  throw new UsageError('output_exists', { path });
}

/** Refuses a path that cannot be written, before any credit is spent on it. @throws UsageError */
export async function refuseUnwritable(path: string): Promise<void> {
  const folder = dirname(path);
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true)
    throw new UsageError('output_unwritable', { path, reason: 'ENOENT', kept: 'nothing' });
  await refuseSpecialFile(path);
  await refuseOpenFile(path);
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw explainWriteError(error, path, 'nothing');
  });
}

/** Refuses a file that Excel has open: replacing it would fail only after everything is paid. */
async function refuseOpenFile(path: string): Promise<void> {
  try {
    await (await open(path, 'r+')).close();
  } catch (error) {
    // A missing or read-only file can be replaced.
    if (['EBUSY', 'EPERM'].includes(readErrorCode(error)))
      throw explainWriteError(error, path, 'nothing');
  }
}

function explainWriteError(error: unknown, path: string, kept: KeptData): unknown {
  const code = readErrorCode(error);
  if (code === '' || error instanceof ConfereError) return error;
  const facts = { path, reason: code, kept };
  return isDiskFull(code)
    ? new ConfereError('output_unwritable', { ...facts }, { cause: error })
    : new UsageError('output_unwritable', facts, { cause: error });
}

/** Compresses the bytes of a file whose name ends in `.gz`. */
export function compressIfGzName(
  target: Parameters<typeof isGzip>[0],
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  if (!isGzip(target)) return chunks;
  // The reader of the stream gets the error.
  return pipeline(Readable.from(chunks, { objectMode: false }), createGzip(), () => undefined);
}

/**
 * Refuses to replace the input even with `--overwrite`, because it may be the only copy. @throws UsageError
 * `output_is_input`
 */
export async function refuseInput(path: string, batch: Batch): Promise<void> {
  if (await isIntactCopy(path, batch)) throw new UsageError('output_is_input', { output: path });
}

/**
 * Writes to a stream and leaves it open. @throws UsageError `stream_closed`; ConfereError `output_failed` if the disk
 * is full
 */
export async function writeToStream(
  stream: Writable,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const closing = new AbortController();
  const onClose = () => {
    closing.abort();
  };
  // Standard output stays open after an error and forgets it, so the first error is kept here.
  const failure: { error?: Error } = {};
  const onError = (error: Error) => (failure.error ??= error);
  stream.once('close', onClose).on('error', onError);
  const throwIfFailed = () => {
    if (failure.error !== undefined) throw failure.error;
    if (!stream.writable) throw createClosedError(stream);
  };
  try {
    for await (const chunk of chunks) {
      throwIfFailed();
      if (!stream.write(chunk)) await waitForDrain(stream, closing.signal);
    }
    await new Promise((resolve) => void stream.write('', resolve));
    throwIfFailed();
  } catch (error) {
    throw explainStreamError(failure.error ?? error);
  } finally {
    stream.off('close', onClose).off('error', onError);
  }
}

function explainStreamError(error: unknown): unknown {
  const reason = readErrorCode(error);
  return isDiskFull(reason)
    ? new ConfereError('output_failed', { reason }, { cause: error })
    : error;
}

async function waitForDrain(stream: Writable, closeSignal: AbortSignal): Promise<void> {
  try {
    await once(stream, 'drain', { signal: closeSignal });
  } catch (error) {
    // If the stream was closed, its own error, such as that of a broken pipe, says more than the abort.
    throw closeSignal.aborted ? createClosedError(stream) : error;
  }
}

function createClosedError({ errored }: Writable): Error {
  return errored ?? new UsageError('stream_closed', {});
}
