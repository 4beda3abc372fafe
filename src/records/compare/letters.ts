import { type Comparison, NO_VERDICT, SAME, equal } from './verdict.js';

/** The size of the tables by character code: they have the Latin letters with all their accents. */
const TABLE_SIZE = 0x250;

/** Removes accents from a text. The signs of ordinals become letters: `Mª`, `1º`, and the degree sign in `1°`. */
export function removeAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ª', 'a')
    .replaceAll(/[º°]/g, 'o');
}

const characters = Array.from({ length: TABLE_SIZE }, (_, code) => String.fromCharCode(code));
const isLetter = characters.map((character) => /[\p{L}\p{N}°]/u.test(character));
/** The codes of the capitals by character code: here with the accent, in `plainCapitals` without it. */
const capitals = Uint16Array.from(characters, (it) => it.toUpperCase().charCodeAt(0));
const plainCapitals = Uint16Array.from(characters, (it) =>
  removeAccents(it).toUpperCase().charCodeAt(0),
);

/** Returns whether a text has a letter or a digit and is not masked from its start (`***`). */
export function hasContent(text: string): boolean {
  const first = text.charCodeAt(0);
  if (isLetter[first] === true) return true;
  return !text.startsWith('***') && /[\p{L}\p{N}°]/u.test(text);
}

/**
 * Compares two texts letter by letter, if one is empty or they differ in nothing but case and accents; returns
 * undefined for all others. Most pairs of a file end here, so nothing is allocated.
 */
export function compareSpelling(a: string, b: string): Comparison | undefined {
  if (!hasContent(a) || !hasContent(b)) return NO_VERDICT;
  if (a === b) return SAME;
  if (a.length !== b.length) return undefined;
  let differInCase = false;
  let differInAccents = false;
  for (let at = 0; at < a.length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    if (isLetter[one] !== true || plainCapitals[one] !== plainCapitals[other]) return undefined;
    if (capitals[one] !== capitals[other]) differInAccents = true;
    if ((capitals[one] === one) !== (capitals[other] === other)) differInCase = true;
  }
  if (differInCase) return differInAccents ? EQUAL_BUT_BOTH : EQUAL_BUT_CASE;
  return EQUAL_BUT_ACCENTS;
}

const EQUAL_BUT_CASE = equal('case');
const EQUAL_BUT_ACCENTS = equal('accents');
const EQUAL_BUT_BOTH = equal('case', 'accents');

/** The characters from 0x80 on in the code page of Windows, where Latin 1 has control characters. */
const WINDOWS_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const MISREAD = /[ÂÃ]([^\p{ASCII}])/gu;

/** Repairs letters in UTF-8 that a program has read as Latin 1 (`JoÃ£o`). */
export function repairEncoding(text: string): string {
  if (!text.includes('Ã') && !text.includes('Â')) return text;
  return text.replaceAll(MISREAD, (pair, second: string) => {
    const at = WINDOWS_CHARACTERS.indexOf(second);
    const byte = at >= 0 ? 0x80 + at : second.charCodeAt(0);
    if (byte > 0xbf) return pair;
    return String.fromCharCode(byte + (pair.startsWith('Ã') ? 0x40 : 0));
  });
}

const MAX_CACHED = 20_000;

/** Returns a function that reads each text once, because few different words make up the many rows of a file. */
export function cacheReadings<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED) cache.clear();
    // A part of a text keeps the whole text in memory, so the cache has a copy.
    const copy = Buffer.from(text, 'utf16le').toString('utf16le');
    const value = read(copy);
    cache.set(copy, value);
    return value;
  };
}
