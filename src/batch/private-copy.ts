import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, chmod, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../errors.js';

/** Where an input comes from: a file by its path, or standard input. */
export type Source = { readonly path: string } | { readonly stream: Readable };

/**
 * Copies an input to `target` (mode 0600), so that it still exports row for row when the original has
 * moved or changed. Returns the SHA-256 of its content.
 * @throws UsageError when the file is missing, a folder, unreadable or empty
 */
export async function copyInput(source: Source, target: string): Promise<string> {
  if ('stream' in source) await pipeline(source.stream, createWriteStream(target, { mode: 0o600 }));
  else await copyRegularFile(source.path, target);
  await chmod(target, 0o600);
  return hashFile(target);
}

async function copyRegularFile(path: string, target: string): Promise<void> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory())
      throw new UsageError('input_is_folder', `${path} is a folder; name a file in it.`);
    if (facts.isFile()) await copyFile(path, target, constants.COPYFILE_FICLONE);
    else await pipeline(createReadStream(path), createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    throw readable(error, path);
  }
}

function readable(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') {
    return new UsageError('input_missing', `${path} does not exist; check the path.`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new UsageError('input_unreadable', `${path} may not be read; check its permissions.`, {
      cause: error,
    });
  }
  return error;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
