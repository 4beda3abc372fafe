import { UsageError } from '../errors.js';
import { say } from '../text/index.js';

/** @throws UsageError naming `what`, never the key, when no header could carry it */
export function requireKey(key: string, what: string): string {
  if (key === '') throw new UsageError('no_api_key', say`${what} is empty.`);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError(
    'bad_api_key',
    say`${what} holds spaces or characters that no key has; a key is one word of plain letters, digits and signs.`,
  );
}
