import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UsageError } from '../../errors.js';
import type { Unpacked } from './unpack-limits.js';

/**
 * Unpacks the private file at `path` in place, streamed.
 * @throws UsageError `damaged_gzip`, or `input_too_large`
 */
export async function gunzip(path: string, name: string, unpacked: Unpacked): Promise<void> {
  const target = `${path}.unpacked`;
  try {
    const out = createWriteStream(target, { mode: 0o600, flags: 'wx' });
    await pipeline(createReadStream(path), createGunzip(), unpacked.passing(), out);
    await rename(target, path);
  } catch (error) {
    await rm(target, { force: true });
    throw explain(error, name);
  }
}

function explain(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('Z_')) return error;
  return new UsageError('damaged_gzip', { file: name, endsEarly: code === 'Z_BUF_ERROR' });
}
