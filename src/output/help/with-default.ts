import { fallbackOf, type KeyName } from '../../config/keys.js';
import { say } from '../../text/index.js';

/** A line of help followed by the built-in default. */
export function withDefault(key: KeyName, text: string): string {
  return say`${text} (default: ${String(fallbackOf(key))})`;
}
