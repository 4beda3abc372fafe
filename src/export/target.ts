import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kept } from '../errors/export.js';
import { ConfereError, UsageError } from '../errors.js';
import { flushFile, flushFolder } from '../flush.js';

export interface Writing {
  /** Part of the temporary file's name; one that was left by a run that was killed is replaced. */
  readonly unique: string;
  /** Told what `stampOf` will say of the file, before it takes its name. */
  readonly announce?: (stamp: string) => Promise<void>;
  /** What is not lost where it cannot be written; the results unless told otherwise. */
  readonly kept?: Kept;
}

/**
 * Writes to a temporary file (mode 0600) beside `path`, flushes it and renames it: the file is there
 * whole or not at all, and an older one stays until then. A link stays, what it points at is replaced.
 * @throws UsageError where it cannot be written, or is there and is no file
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
 * Refuses what is there and is no regular file: a renamed file would take the place of `/dev/null` itself.
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

/** Tells an output of ours from one that was changed since; empty when there is no such file. */
export async function stampOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? '' : `${facts.size}:${facts.mtimeMs}`;
}

export interface OwnOutput {
  readonly output: string | null;
  /** One stamp, or two of which one is the file's: a run may end between writing down and renaming. */
  readonly outputStamp: string | null;
}

/** The stamp of the file at `path` when it is this batch's own output, unchanged; otherwise empty. */
export async function ownStamp(path: string, own: OwnOutput): Promise<string> {
  const stamp = await stampOf(path);
  const isOwn = own.output === path && own.outputStamp?.split(' ').includes(stamp) === true;
  return isOwn ? stamp : '';
}

/**
 * Refuses to write over a file, unless it is this batch's own output, unchanged (contract, "Export").
 * @throws UsageError naming `--overwrite`
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
