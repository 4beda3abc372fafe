import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kept } from '../errors/export.js';
import { ConfereError, UsageError } from '../errors.js';
import { flushFile, flushFolder } from '../flush.js';

export interface Writing {
  /** Part of the temporary file's name. A temporary file left by a killed run is replaced. */
  readonly unique: string;
  /** Called with the stamp that `stampOf` will return, before the file is renamed. */
  readonly announce?: (stamp: string) => Promise<void>;
  /** What is safe if the file cannot be written; default: the results. */
  readonly kept?: Kept;
}

/**
 * Writes to a temporary file (mode 0600) beside `path`, flushes it and renames it: the file is complete
 * or absent, and an older one stays until then. A symbolic link stays, and its target is replaced.
 *
 * @throws UsageError if it cannot be written, or exists and is not a regular file
 */
export async function writeWhole(
  named: string,
  chunks: AsyncIterable<Buffer>,
  { unique, announce, kept = 'results' }: Writing,
): Promise<void> {
  await refuseNoFile(named);
  const path = await realpath(named).catch(() => named);
  const temporary = join(dirname(path), `.${basename(path)}.${unique}.part`);
  try {
    await rm(temporary, { force: true });
    await pipeline(
      Readable.from(chunks, { objectMode: false }),
      createWriteStream(temporary, { mode: 0o600, flags: 'wx' }),
    );
    await flushFile(temporary);
    await announce?.(await stampOf(temporary));
    await rename(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw unwritable(error, named, kept);
  }
}

/**
 * Refuses a path that exists and is not a regular file: a rename would replace `/dev/null` itself.
 *
 * @throws UsageError
 */
export async function refuseNoFile(path: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || facts.isFile()) return;
  throw new UsageError('output_unwritable', {
    path,
    why: facts.isDirectory() ? 'is_folder' : 'no_file',
  });
}

/**
 * A stamp that shows whether an output was changed since it was written; empty if there is no such file.
 */
export async function stampOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? '' : `${facts.size}:${facts.mtimeMs}`;
}

export interface OwnOutput {
  /**
   * By path: one stamp, or two of which one is the file's, because a run may end between storing it and
   * renaming.
   */
  readonly outputs: Readonly<Record<string, string>>;
}

/** The stamp of the file at `path` if it is this batch's own unchanged output; otherwise empty. */
export async function ownStamp(path: string, { outputs }: OwnOutput): Promise<string> {
  const stamp = await stampOf(path);
  const known = Object.hasOwn(outputs, path) ? (outputs[path] ?? '') : '';
  return stamp !== '' && known.split(' ').includes(stamp) ? stamp : '';
}

/**
 * Refuses to replace a file unless it is this batch's own unchanged output (contract, "Export").
 *
 * @throws UsageError that names `--overwrite`
 */
export async function refuseOverwrite(path: string, own: OwnOutput): Promise<void> {
  if ((await stampOf(path)) === '' || (await ownStamp(path, own)) !== '') return;
  throw new UsageError('output_exists', { path });
}

function unwritable(error: unknown, path: string, kept: Kept): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '' || error instanceof ConfereError) return error;
  return new UsageError(
    'output_unwritable',
    { path, why: 'failed', reason: code, kept },
    { cause: error },
  );
}
