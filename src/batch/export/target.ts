import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../errors.js';

/**
 * Writes to a temporary file (mode 0600) beside `path`, flushes it and renames it: the file is there
 * whole or not at all, and an older one stays until then.
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Buffer>,
  unique: string,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${unique}.part`);
  try {
    await pipeline(
      Readable.from(chunks, { objectMode: false }),
      createWriteStream(temporary, { mode: 0o600, flags: 'wx' }),
    );
    await flush(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw unwritable(error, path);
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/** Tells an output of ours from one that was changed since; empty when there is no such file. */
export async function stampOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? '' : `${facts.size}:${facts.mtimeMs}`;
}

/**
 * Refuses to write over a file, unless it is this batch's own output, unchanged (contract, "Export").
 * @throws UsageError naming `--overwrite`
 */
export async function refuseOverwrite(
  path: string,
  own: { readonly output: string | null; readonly outputStamp: string | null },
): Promise<void> {
  const stamp = await stampOf(path);
  if (stamp === '' || (own.output === path && own.outputStamp === stamp)) return;
  throw new UsageError(
    'output_exists',
    `${path} exists; add --overwrite to replace it, or -o <file> to write elsewhere.`,
  );
}

function unwritable(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const because: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EACCES: 'the folder may not be written to',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a folder',
    ENOTDIR: 'its folder is a file',
  };
  const reason = because[code];
  if (code === '') return error;
  return new UsageError(
    'output_unwritable',
    `${path} could not be written: ${reason ?? code}. The results are safe; 'confere bulk export' writes them elsewhere.`,
    { cause: error },
  );
}
