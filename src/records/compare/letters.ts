/** Codes below this have an entry in the tables: Latin letters with all their accents. */
const KNOWN = 0x250;
const COMBINING_FROM = 0x300;
const COMBINING_TO = 0x36f;
const SURROGATES = 0xd800;
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
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
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
  /** Whether it abbreviates nothing, though it might: `com` in `Casa com Vida`. */
  readonly isWhole?: boolean;
}

export interface Reading {
  readonly words: readonly Word[];
  /** Every character that is no letter, digit or blank. */
  readonly marks: string;
  /** Blanks at an end, or several in a row; or none around `&`. */
  readonly hasOddBlanks: boolean;
  /** Whether there may be UTF-8 that was read as Latin 1. */
  readonly isMisread: boolean;
}

const DOT = 0x2e;
const SPACE = 0x20;
/** What a small letter has that a capital has not, in ASCII. */
const SMALL = 0x20;
const APOSTROPHE = 0x27;
const QUESTION = 0x3f;
/** The first bytes of UTF-8 for signs and for letters with accents, as Latin 1 shows them: `Â`, `Ã`. */
const LEAD_OF_SIGNS = 0xc2;
const LEAD_OF_LETTERS = 0xc3;
const FIRST_BEYOND_ASCII = 0x80;
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

function otherLetterAt(text: string, at: number, code: number): string {
  return code === QUESTION || code === LOST ? lostAt(text, at) : letterAt(text, at);
}

/** Returns `?` where a letter was lost in another encoding (`Jo?o`); '' for a question. */
function lostAt(text: string, at: number): string {
  if (text.charCodeAt(at) === LOST) return '?';
  return letterAt(text, at - 1) !== '' || letterAt(text, at + 1) !== '' ? '?' : '';
}

/** Splits a text into words. `&` is the word `E`; what an apostrophe joins is one word, but for `d'`. */
export function readWords(text: string): Reading {
  return new WordReader(text).read();
}

class WordReader {
  readonly #text: string;
  readonly #words: Word[] = [];
  #marks = '';
  #hasOddBlanks = false;
  #wasBlank = true;
  #isMisread = false;
  /** Where the word began that is being read; -1 between words. */
  #from = -1;
  /** The word so far, once it has more than letters without accents: those are folded together, at its end. */
  #folded: string | undefined;
  /** All codes of plain letters, laid over each other. */
  #codes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Reading {
    const { length } = this.#text;
    for (let at = 0; at < length; at++) {
      const code = this.#text.charCodeAt(at);
      if (isPlainLetter(code)) {
        if (this.#from < 0) this.#from = at;
        if (this.#folded !== undefined) this.#folded += folded[code] ?? '';
        this.#codes |= code;
        this.#wasBlank = false;
      } else if (isBlank(code)) {
        this.#end(at, code);
        this.#hasOddBlanks ||= this.#wasBlank;
        this.#wasBlank = true;
      } else at += this.#readOther(at, code);
    }
    this.#end(length, 0);
    const endsBlank = this.#wasBlank && this.#words.length > 0;
    return {
      words: this.#words,
      marks: this.#marks,
      hasOddBlanks: this.#hasOddBlanks || endsBlank,
      isMisread: this.#isMisread,
    };
  }

  /** Reads a letter beyond ASCII or a mark, and returns how many more units it has. */
  #readOther(at: number, code: number): number {
    if (code === LEAD_OF_SIGNS || code === LEAD_OF_LETTERS) {
      this.#isMisread ||= this.#text.charCodeAt(at + 1) >= FIRST_BEYOND_ASCII;
    }
    const isHidden = isNothing(code);
    const letter = otherLetterAt(this.#text, at, code);
    if (isHidden || letter !== '') {
      if (isHidden && this.#from < 0) return 0;
      if (this.#from < 0) this.#from = at;
      this.#folded = this.#foldedTo(at) + letter;
      this.#wasBlank = false;
      return code >= SURROGATES && this.#text.codePointAt(at) !== code ? 1 : 0;
    }
    if (isApostrophe(code)) {
      const isJoining = this.#from >= 0 && !isD(this.#text, this.#from, at);
      if (isJoining) this.#folded = this.#foldedTo(at);
      else this.#end(at, APOSTROPHE);
    } else this.#end(at, code);
    this.#marks += this.#text.charAt(at);
    if (code === AMPERSAND) {
      this.#words.push({ text: 'E', raw: '&', after: SPACE });
      this.#hasOddBlanks ||= !this.#wasBlank;
    }
    this.#wasBlank = false;
    return 0;
  }

  #foldedTo(at: number): string {
    return this.#folded ?? this.#text.slice(this.#from, at).toUpperCase();
  }

  #end(at: number, after: number): void {
    if (this.#from < 0) return;
    const raw = this.#text.slice(this.#from, at);
    const isCapital = this.#folded === undefined && (this.#codes & SMALL) === 0;
    this.#words.push({ text: isCapital ? raw : this.#foldedTo(at), raw, after });
    this.#from = -1;
    this.#folded = undefined;
    this.#codes = 0;
  }
}

function isPlainLetter(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39)
  );
}

/** Returns whether the word from here to there is a `d`. */
function isD(text: string, from: number, to: number): boolean {
  return to === from + 1 && (text.charCodeAt(from) | 0x20) === 0x64;
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
