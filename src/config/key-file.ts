import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../errors.js';

/** Nobody's key is longer; a wrong path may name a film. */
const LARGEST = 64 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by you; check its permissions',
  EPERM: 'may not be read by you; check its permissions',
  EISDIR: 'is a folder; name the file in it',
};

/**
 * The one line of a key file, trimmed. A pipe will do.
 * @param source the flag or variable that named it
 * @throws UsageError when it is missing, a folder, unreadable or has several lines
 */
export function readKeyFile(path: string, source: string): string {
  const text = read(path, source).trim();
  if (!/[\r\n]/.test(text)) return text;
  throw unusable(path, source, 'has several lines; it should hold the key alone', 'bad_key_file');
}

function read(path: string, source: string): string {
  try {
    const facts = statSync(path);
    if (!facts.isFile() || facts.size <= LARGEST) return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(source, error);
    const reason = REASONS[code] ?? `cannot be read (${code})`;
    throw unusable(path, source, reason, 'key_file_unreadable', error);
  }
  throw unusable(path, source, 'is too large for a key', 'bad_key_file');
}

/** Does not repeat the path: where there is no such file, it may be the key itself. */
function missing(source: string, cause: unknown): UsageError {
  const told = `${source} names no file that exists; it takes the path of a file that holds the key.`;
  return new UsageError('key_file_unreadable', told, { cause });
}

function unusable(path: string, source: string, reason: string, code: string, cause?: unknown) {
  const told = `The API key file ${path} (${source}) ${reason}.`;
  return new UsageError(code, told, cause === undefined ? {} : { cause });
}
