import { type Comparison, NOTHING, SAME, equal } from './verdict.js';

/** Codes below this have an entry in the tables: Latin letters with all their accents. */
const KNOWN = 0x250;

/** Returns a letter without its accents. The signs of ordinals are small letters: `Mª`, `1º`, and `1°` as many write it. */
export function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ª', 'a')
    .replaceAll(/[º°]/g, 'o');
}

const characters = Array.from({ length: KNOWN }, (_, code) => String.fromCharCode(code));
const isLetter = characters.map((character) => /[\p{L}\p{N}°]/u.test(character));
/** The code of the capital, with and without its accent. */
const capitals = Uint16Array.from(characters, (it) => it.toUpperCase().charCodeAt(0));
const plainCapitals = Uint16Array.from(characters, (it) =>
  unaccented(it).toUpperCase().charCodeAt(0),
);

/** Returns whether there is a letter or a digit in a text, and it does not hide what it says. */
export function saysSomething(text: string): boolean {
  const first = text.charCodeAt(0);
  if (isLetter[first] === true) return true;
  return !text.startsWith('***') && /[\p{L}\p{N}°]/u.test(text);
}

/**
 * Returns the verdict about texts that are empty, or the same letter by letter but for case and accents; undefined for
 * all others. Most pairs of a file are settled here, so nothing is allocated.
 */
export function compareLetters(a: string, b: string): Comparison | undefined {
  if (!saysSomething(a) || !saysSomething(b)) return NOTHING;
  if (a === b) return SAME;
  if (a.length !== b.length) return undefined;
  let inCase = false;
  let inAccents = false;
  for (let at = 0; at < a.length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    if (isLetter[one] !== true || plainCapitals[one] !== plainCapitals[other]) return undefined;
    if (capitals[one] !== capitals[other]) inAccents = true;
    if ((capitals[one] === one) !== (capitals[other] === other)) inCase = true;
  }
  if (inCase) return inAccents ? IN_BOTH : IN_CASE;
  return IN_ACCENTS;
}

const IN_CASE = equal('case');
const IN_ACCENTS = equal('accents');
const IN_BOTH = equal('case', 'accents');

/** The characters of Windows' code page that are not those of Latin 1, from 0x80. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const MISREAD = /[ÂÃ]([^\p{ASCII}])/gu;

/** Returns a text with letters that were UTF-8 and were read as Latin 1 (`JoÃ£o`) as they were. */
export function repaired(text: string): string {
  if (!text.includes('Ã') && !text.includes('Â')) return text;
  return text.replaceAll(MISREAD, (pair, second: string) => {
    const at = WINDOWS.indexOf(second);
    const byte = at >= 0 ? 0x80 + at : second.charCodeAt(0);
    if (byte > 0xbf) return pair;
    return String.fromCharCode(byte + (pair.startsWith('Ã') ? 0x40 : 0));
  });
}

const MOST_KEPT = 20_000;

/** Returns a function that reads each text once: the words of a file are few, and its rows are many. */
export function readOnce<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_KEPT) known.clear();
    // A part of a text keeps the whole text in memory, so its copy is kept.
    const copy = Buffer.from(text, 'utf16le').toString('utf16le');
    const value = read(copy);
    known.set(copy, value);
    return value;
  };
}
