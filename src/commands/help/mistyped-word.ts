import { maskIdentifiers } from '../../identifiers/index.js';

/**
 * A mistyped word as it may be repeated on stderr, with CPFs masked. Undefined if it could be a name, a
 * key, or a number that would look like a CPF without its neighbours.
 */
export function showable(word: string): string | undefined {
  const masked = maskIdentifiers(word);
  if (masked !== word) return /[0-9]{5}/.test(masked) ? undefined : masked;
  const digits = word.replace(/[^0-9]/g, '').length;
  return digits > 8 || word.length > 24 || /\s/.test(word) ? undefined : word;
}
