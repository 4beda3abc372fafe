import { createHash } from 'node:crypto';
import type { Place } from '../errors/facts.js';
import { UsageError, type ErrorFacts } from '../errors.js';
import { LARGEST_KEY_FILE } from '../limits.js';
import { readAtMost } from './private-file.js';

/** @throws UsageError that names the place, never the key, if the key is not valid in an HTTP header */
export function requireKey(key: string, place: Place): string {
  if (key === '') throw new UsageError('no_api_key', { place });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError('bad_api_key', { place });
}

/** A short hash that distinguishes keys without revealing them. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
}

/**
 * Reads the single line of a key file, trimmed; also from a pipe.
 *
 * @param source the option or variable that named it
 *
 * @throws UsageError if it is missing, a folder, unreadable, too large for a key, or has several lines
 */
export function readKeyFile(path: string, source: string): string {
  const text = read(path, source).trim();
  if (!/[\r\n]/.test(text)) return text;
  throw new UsageError('bad_key_file', { path, source, why: 'several_lines' });
}

function read(path: string, source: string): string {
  try {
    const text = readAtMost(path, LARGEST_KEY_FILE);
    if (text !== undefined) return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError('key_file_unreadable', unreadable(path, source, code), { cause: error });
  }
  throw new UsageError('bad_key_file', { path, source, why: 'too_large' });
}

/** Leaves out the path of a missing file, because it may be the key itself. */
function unreadable(path: string, source: string, code: string): ErrorFacts['key_file_unreadable'] {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { why: 'missing', source };
    case 'EACCES':
    case 'EPERM':
      return { why: 'permissions', path, source };
    case 'EISDIR':
      return { why: 'folder', path, source };
    default:
      return { why: 'other', path, source, reason: code };
  }
}
