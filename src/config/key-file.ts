import { readFileSync, statSync } from 'node:fs';
import { UsageError, type ErrorFacts } from '../errors.js';

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
  throw new UsageError('bad_key_file', { path, source, why: 'several_lines' });
}

function read(path: string, source: string): string {
  try {
    const facts = statSync(path);
    if (!facts.isFile() || facts.size <= LARGEST) return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError('key_file_unreadable', unreadable(path, source, code), { cause: error });
  }
  throw new UsageError('bad_key_file', { path, source, why: 'too_large' });
}

/** Does not repeat the path where there is no such file: it may be the key itself. */
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
