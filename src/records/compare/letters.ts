/** Codes below this have an entry in the tables: Latin letters with all their accents. */
const KNOWN = 0x250;
const COMBINING_FROM = 0x300;
const COMBINING_TO = 0x36f;
const LOST = 0xfffd;

/** Capitals without accents, and digits, by code; '' for what is no letter. */
const folded = Array.from({ length: KNOWN }, (_, code) => fold(String.fromCharCode(code)));
const foldedCodes = Uint16Array.from(folded, (text) =>
  text.length === 1 ? text.charCodeAt(0) : 0,
);
const capitals = Uint16Array.from(folded, (_, code) =>
  String.fromCharCode(code).toUpperCase().charCodeAt(0),
);

function fold(character: string): string {
  // The signs of ordinals are small letters: `Mª`, `1º`. A degree is what many keyboards write for them.
  if (character === 'ª') return 'A';
  if (character === 'º' || character === '°') return 'O';
  const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return /^[\p{L}\p{N}]+$/u.test(plain) ? plain : '';
}

/** Characters beyond the table that were met; so few that they are kept. */
const others = new Map<number, string>();

function foldOther(code: number): string {
  const known = others.get(code);
  if (known !== undefined) return known;
  const text = fold(String.fromCodePoint(code));
  if (others.size < KNOWN) others.set(code, text);
  return text;
}

export interface MarkDifference {
  readonly inCase: boolean;
  readonly inAccents: boolean;
}

const differences = [false, true].map((inCase) =>
  [false, true].map((inAccents): MarkDifference => ({ inCase, inAccents })),
);

/** Returns in what two texts differ that are the same letter by letter; undefined for others. Never allocates. */
export function differenceInMarks(a: string, b: string): MarkDifference | undefined {
  if (a.length !== b.length) return undefined;
  let inCase = 0;
  let inAccents = 0;
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one === other) continue;
    if (one >= KNOWN || other >= KNOWN) return undefined;
    const letter = foldedCodes[one];
    if (letter === 0 || letter !== foldedCodes[other]) return undefined;
    if (capitals[one] !== capitals[other]) inAccents = 1;
    if ((capitals[one] === one) !== (capitals[other] === other)) inCase = 1;
  }
  return differences[inCase]?.[inAccents];
}

export interface Word {
  /** Capitals without accents, and digits; a lost letter is `?`. */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  /** The code of the character behind it; 0 at the end. */
  readonly after: number;
}

export interface Reading {
  readonly words: readonly Word[];
  /** Every character that is no letter, digit or blank. */
  readonly marks: string;
  /** Blanks at an end, or several in a row; or none around `&`. */
  readonly hasOddBlanks: boolean;
}

const DOT = 0x2e;
const APOSTROPHE = 0x27;
const QUESTION = 0x3f;
const AMPERSAND = 0x26;

/** Returns whether a word was written as an abbreviation: `Jr.`, `Mª`. */
export function isDotted({ raw, after }: Word): boolean {
  return after === DOT || raw.endsWith('ª') || raw.endsWith('º') || raw.endsWith('°');
}

function isApostrophe(code: number): boolean {
  return (
    code === APOSTROPHE || code === 0x60 || code === 0xb4 || code === 0x2018 || code === 0x2019
  );
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** Returns what is no character of its own: marks above letters, and invisible ones. */
function isNothing(code: number): boolean {
  if (code < COMBINING_FROM) return code === 0xad;
  return code <= COMBINING_TO || (code >= 0x200b && code <= 0x200f) || code === 0xfeff;
}

function letterAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code < KNOWN) return folded[code] ?? '';
  return Number.isNaN(code) ? '' : foldOther(text.codePointAt(at) ?? code);
}

/** Returns whether a letter was lost here in another encoding: `Jo?o`. */
function isLost(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === LOST) return true;
  return code === QUESTION && (letterAt(text, at - 1) !== '' || letterAt(text, at + 1) !== '');
}

/** Splits a text into words. `&` is the word `E`; what an apostrophe joins is one word, but for `d'`. */
export function readWords(text: string): Reading {
  const words: Word[] = [];
  let [word, from, marks, wasBlank, hasOddBlanks] = ['', 0, '', true, false];
  const end = (at: number, after: number) => {
    if (word !== '') words.push({ text: word, raw: text.slice(from, at), after });
    word = '';
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code < KNOWN ? (folded[code] ?? '') : '';
    if (letter !== '') {
      if (word === '') from = at;
      word += letter;
      wasBlank = false;
    } else if (isBlank(code)) {
      end(at, code);
      hasOddBlanks ||= wasBlank;
      wasBlank = true;
    } else if (!isNothing(code)) {
      wasBlank = false;
      const other = isLost(text, at) ? '?' : code < KNOWN ? '' : letterAt(text, at);
      if (other !== '') {
        if (word === '') from = at;
        word += other;
        if (text.codePointAt(at) !== code) at++;
        continue;
      }
      marks += text.charAt(at);
      if (isApostrophe(code) && word !== '' && word !== 'D') continue;
      end(at, isApostrophe(code) ? APOSTROPHE : code);
      if (code === AMPERSAND) {
        words.push({ text: 'E', raw: '&', after: 0x20 });
        hasOddBlanks ||= !isBlank(text.charCodeAt(at - 1));
      }
    }
  }
  end(text.length, 0);
  return { words, marks, hasOddBlanks: hasOddBlanks || (wasBlank && words.length > 0) };
}

/** Returns whether there is a letter or a digit in a text, and it does not hide what it says. */
export function saysSomething(text: string): boolean {
  if (text.startsWith('***')) return false;
  for (let at = 0; at < text.length; at++) if (letterAt(text, at) !== '') return true;
  return false;
}

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
