import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../errors.js';
import { say } from '../text/index.js';

/** Nobody's key is longer; a wrong path may name a film. */
const LARGEST = 64 * 1024;

/**
 * The one line of a key file, trimmed. A pipe will do.
 * @param source the flag or variable that named it
 * @throws UsageError when it is missing, a folder, unreadable or has several lines
 */
export function readKeyFile(path: string, source: string): string {
  const text = read(path, source).trim();
  if (!/[\r\n]/.test(text)) return text;
  throw new UsageError(
    'bad_key_file',
    say`The API key file ${path} (${source}) has several lines; it should hold the key alone.`,
  );
}

function read(path: string, source: string): string {
  try {
    const facts = statSync(path);
    if (!facts.isFile() || facts.size <= LARGEST) return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(source, error);
    throw new UsageError('key_file_unreadable', unreadable(path, source, code), { cause: error });
  }
  const told = say`The API key file ${path} (${source}) is too large for a key.`;
  throw new UsageError('bad_key_file', told);
}

/** Does not repeat the path: where there is no such file, it may be the key itself. */
function missing(source: string, cause: unknown): UsageError {
  const told = say`${source} names no file that exists; it takes the path of a file that holds the key.`;
  return new UsageError('key_file_unreadable', told, { cause });
}

function unreadable(path: string, source: string, code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return say`The API key file ${path} (${source}) may not be read by you; check its permissions.`;
    case 'EISDIR':
      return say`The API key file ${path} (${source}) is a folder; name the file in it.`;
    default:
      return say`The API key file ${path} (${source}) cannot be read (${code}).`;
  }
}
