import { readOnce, repaired, unaccented } from './letters.js';
import { type Abbreviations, PARTICLES } from './tables.js';
import type { Reason } from './verdict.js';

export interface Word {
  /** Capitals without accents, and digits; a lost letter is `?`. */
  readonly text: string;
  /** As it was written, but for the accents; and but for the case. */
  readonly cased: string;
  readonly accented: string;
  /** The character behind it; '' before a blank and at the end. */
  readonly after: string;
  /** Whether it was written as an abbreviation: `Jr.`, `Mª`. */
  readonly isDotted: boolean;
  /** Whether it abbreviates nothing, though it might: `com` in `Casa com Vida`. */
  readonly isWhole?: boolean;
}

export interface Reading {
  readonly words: readonly Word[];
  /** Every character that is no letter, digit or blank. */
  readonly marks: string;
  /** Blanks at an end, or several in a row; or none around `&`. */
  readonly hasOddBlanks: boolean;
  /** Whether there was UTF-8 that had been read as Latin 1. */
  readonly isRepaired: boolean;
}

/** What stands between two blanks. */
type Piece = Omit<Reading, 'isRepaired'>;

const APOSTROPHES = "'`´‘’";
/** A `?` or U+FFFD stands for a letter that was lost in another encoding: `Jo?o`. */
const LETTER = String.raw`[\p{L}\p{N}\p{M}°?\ufffd]`;
/** What an apostrophe joins is one word, but for `d'`. */
const WORD = new RegExp(`&|d(?=[${APOSTROPHES}])|${LETTER}+(?:[${APOSTROPHES}]${LETTER}+)*`, 'giu');
const NO_MARK = new RegExp(String.raw`${LETTER}|\s`, 'gu');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
const HIDDEN = /[\u00ad\u200b-\u200f\ufeff]/g;

/** Splits a text into words. `&` is the word `E`. */
export function readWords(text: string): Reading {
  const mended = repaired(text);
  const words: Word[] = [];
  let marks = '';
  let hasOddBlanks = false;
  for (const written of mended.split(' ')) {
    const piece = pieceOf(written);
    for (const word of piece.words) words.push(word);
    marks += piece.marks;
    hasOddBlanks ||= piece.hasOddBlanks;
  }
  return { words, marks, hasOddBlanks, isRepaired: mended !== text };
}

const pieceOf = readOnce(readPiece);

function readPiece(written: string): Piece {
  const text = written.normalize().replaceAll(HIDDEN, '');
  const found = Array.from(text.matchAll(WORD), ({ 0: raw, index }) =>
    readWord(raw, text.charAt(index + raw.length).trim()),
  );
  return {
    words: found.filter((word) => /[^?]/.test(word.text)),
    marks: text.replaceAll(NO_MARK, ''),
    hasOddBlanks: text === '' || /\s|.&|&./.test(text),
  };
}

function readWord(raw: string, after: string): Word {
  if (raw === '&') return { text: 'E', cased: '&', accented: '&', after, isDotted: false };
  const letters = raw.replaceAll(APOSTROPHE, '').replaceAll('\ufffd', '?');
  const cased = unaccented(letters);
  const isDotted = after === '.' || /[ªº°]$/.test(raw);
  return { text: cased.toUpperCase(), cased, accented: letters.toUpperCase(), after, isDotted };
}

/** Returns whether a word is a particle wherever it stands, as is `d'`; `e` needs a look at its place. */
export function isSmall({ text, after }: Word): boolean {
  return text === 'D' ? after !== '' && APOSTROPHES.includes(after) : PARTICLES.has(text);
}

export function joined(words: readonly Word[]): string {
  let text = '';
  for (const word of words) text += word.text;
  return text;
}

/** Returns whether both have the same words, in whatever order. */
export function haveSameWords(a: readonly Word[], b: readonly Word[]): boolean {
  const sorted = (words: readonly Word[]) => words.map(({ text }) => text).toSorted();
  return a.length === b.length && sorted(a).join(' ') === sorted(b).join(' ');
}

/** How two words stand to each other. `lost`: one lacks letters that another encoding has not. */
export type Relation = 'same' | 'abbreviated' | 'lost' | 'typo' | 'other';

/** An error in a shorter word makes another word of it: LIMA, LIRA. */
const SHORTEST_WITH_ERROR = 5;

/** Returns how two words stand to each other, but for abbreviations, which each kind of name has its own of. */
export function relate(a: string, b: string): Relation {
  if (a === b) return 'same';
  if (a.includes('?') || b.includes('?')) return fits(a, b) || fits(b, a) ? 'lost' : 'other';
  const isLong = Math.max(a.length, b.length) >= SHORTEST_WITH_ERROR;
  return isLong && hasOneError(a, b) && !/\d/.test(a + b) ? 'typo' : 'other';
}

/** Returns how two words stand to each other, which some abbreviations stand for. */
export function relateShort(a: Word, b: Word | undefined, known: Abbreviations): Relation {
  if (b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  const mayBeShort = a.isWhole !== true && b.isWhole !== true;
  return mayBeShort && areOne(a.text, b.text, known) ? 'abbreviated' : relate(a.text, b.text);
}

/** Returns whether one word abbreviates the other, or both the same one. */
function areOne(a: string, b: string, known: Abbreviations): boolean {
  const [ofA, ofB] = [known.get(a), known.get(b)];
  if (ofA === undefined) return ofB?.has(a) ?? false;
  return ofB === undefined ? ofA.has(b) : Array.from(ofA).some((full) => ofB.has(full));
}

/** Returns whether one letter was typed too much, too little, wrongly, or in its neighbour's place. */
function hasOneError(a: string, b: string): boolean {
  const shortest = Math.min(a.length, b.length);
  if (Math.max(a.length, b.length) - shortest > 1) return false;
  let before = 0;
  while (before < shortest && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shortest - before && a.at(-1 - behind) === b.at(-1 - behind)) behind++;
  const [restA, restB] = [a.slice(before, a.length - behind), b.slice(before, b.length - behind)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA === `${restB[1]}${restB[0]}`;
}

/** Returns whether a word is another with letters lost: those that can have an accent; two signs can stand for one. */
function fits(withLost: string, word: string): boolean {
  const pattern = withLost.replaceAll(/\?{1,2}/g, '[AEIOUCN?]');
  return new RegExp(`^${pattern}$`).test(word) || withLost.replace(/(?<!\?)\?+$/, '') === word;
}

/** What was left out of account when two names were found equal. */
export interface LeftOut {
  readonly words: readonly [readonly Word[], readonly Word[]];
  readonly readings: readonly [Reading, Reading];
  readonly isAbbreviated: boolean;
  /** Whether the words are the same only without the blanks between them. */
  readonly isJoined: boolean;
}

/** Returns the reasons that every kind of name shares, in a fixed order. */
export function commonReasons({ words, readings, isAbbreviated, isJoined }: LeftOut): Reason[] {
  const [[ones, others], [a, b]] = [words, readings];
  const twins = ones.flatMap((one, at) => {
    const other = others[at];
    return other?.text === one.text ? [[one, other] as const] : [];
  });
  const reasons: Reason[] = [];
  if (twins.some(([one, other]) => one.cased !== other.cased)) reasons.push('case');
  if (twins.some(([one, other]) => one.accented !== other.accented)) reasons.push('accents');
  if (a.marks !== b.marks && !isAbbreviated) reasons.push('punctuation');
  if (a.hasOddBlanks !== b.hasOddBlanks || isJoined) reasons.push('blanks');
  if (isAbbreviated) reasons.push('abbreviated');
  if (a.isRepaired !== b.isRepaired) reasons.push('encoding');
  return reasons;
}
