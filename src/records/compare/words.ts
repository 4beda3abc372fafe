import { cacheReadings, repairEncoding, removeAccents } from './letters.js';
import { type Abbreviations, PARTICLES } from './tables.js';
import type { Reason } from './verdict.js';

export interface Word {
  /** Capitals without accents, and digits; a lost letter is `?`. */
  readonly text: string;
  /** The word in its own case, without accents. */
  readonly cased: string;
  /** The word in capitals, with its accents. */
  readonly accented: string;
  /** The character after the word; '' before a blank and at the end. */
  readonly after: string;
  /** Whether the word was written as an abbreviation: `Jr.`, `Mª`. */
  readonly isDotted: boolean;
  /** Whether the word is no abbreviation, though it looks like one: `com` in `Casa com Vida`. */
  readonly isNoAbbreviation?: boolean;
}

/** A text that was split into words. */
export interface SplitText {
  readonly words: readonly Word[];
  /** Every character that is no letter, digit or blank. */
  readonly marks: string;
  /** Whether blanks are at an end or follow each other, or are missing around `&`. */
  readonly hasOddBlanks: boolean;
  /** Whether the text had letters in UTF-8 that a program had read as Latin 1. */
  readonly isRepaired: boolean;
}

/** A text between two blanks that was split into words. */
type SplitPiece = Omit<SplitText, 'isRepaired'>;

const APOSTROPHES = "'`´‘’";
/** A `?` or U+FFFD stands for a letter that was lost in another encoding: `Jo?o`. */
const LETTER = String.raw`[\p{L}\p{N}\p{M}°?\ufffd]`;
/** An apostrophe joins two parts of one word, except that `d'` is a word. */
const WORD = new RegExp(`&|d(?=[${APOSTROPHES}])|${LETTER}+(?:[${APOSTROPHES}]${LETTER}+)*`, 'giu');
const LETTER_OR_BLANK = new RegExp(String.raw`${LETTER}|\s`, 'gu');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
const HIDDEN = /[\u00ad\u200b-\u200f\ufeff]/g;

/** Splits a text into words. `&` is the word `E`. */
export function readWords(text: string): SplitText {
  const repaired = repairEncoding(text);
  const words: Word[] = [];
  let marks = '';
  let hasOddBlanks = false;
  for (const written of repaired.split(' ')) {
    const piece = readPieceCached(written);
    for (const word of piece.words) words.push(word);
    marks += piece.marks;
    hasOddBlanks ||= piece.hasOddBlanks;
  }
  return { words, marks, hasOddBlanks, isRepaired: repaired !== text };
}

const readPieceCached = cacheReadings(readPiece);

function readPiece(written: string): SplitPiece {
  const text = written.normalize().replaceAll(HIDDEN, '');
  const found = Array.from(text.matchAll(WORD), ({ 0: raw, index }) =>
    readWord(raw, text.charAt(index + raw.length).trim()),
  );
  return {
    words: found.filter((word) => /[^?]/.test(word.text)),
    marks: text.replaceAll(LETTER_OR_BLANK, ''),
    hasOddBlanks: text === '' || /\s|.&|&./.test(text),
  };
}

function readWord(raw: string, after: string): Word {
  if (raw === '&') return { text: 'E', cased: '&', accented: '&', after, isDotted: false };
  const letters = raw.replaceAll(APOSTROPHE, '').replaceAll('\ufffd', '?');
  const cased = removeAccents(letters);
  const isDotted = after === '.' || /[ªº°]$/.test(raw);
  return { text: cased.toUpperCase(), cased, accented: letters.toUpperCase(), after, isDotted };
}

/** Returns whether a word is a particle wherever it stands, also `d'`. `e` is not: it may be an initial. */
export function isCertainParticle({ text, after }: Word): boolean {
  return text === 'D' ? after !== '' && APOSTROPHES.includes(after) : PARTICLES.has(text);
}

export function joinWords(words: readonly Word[]): string {
  let text = '';
  for (const word of words) text += word.text;
  return text;
}

/** Returns whether both have the same words, in whatever order. */
export function haveSameWords(a: readonly Word[], b: readonly Word[]): boolean {
  const sorted = (words: readonly Word[]) => words.map(({ text }) => text).toSorted();
  return a.length === b.length && sorted(a).join(' ') === sorted(b).join(' ');
}

/** The relation of two words. `lost`: one has lost letters in an encoding without them. */
export type Relation = 'same' | 'abbreviated' | 'lost' | 'typo' | 'other';

/**
 * The length from which on a word may have a typing error: one letter turns a shorter word into another: LIMA, LIRA.
 */
const SHORTEST_WITH_ERROR = 5;

/** Relates two words without regard to abbreviations, which differ between the kinds of names. */
export function relateWords(a: string, b: string): Relation {
  if (a === b) return 'same';
  if (a.includes('?') || b.includes('?'))
    return matchesLostLetters(a, b) || matchesLostLetters(b, a) ? 'lost' : 'other';
  const isLong = Math.max(a.length, b.length) >= SHORTEST_WITH_ERROR;
  return isLong && hasOneError(a, b) && !/\d/.test(a + b) ? 'typo' : 'other';
}

/** Relates two words, of which one may be an abbreviation of the other. */
export function relateWithAbbreviations(
  a: Word,
  b: Word | undefined,
  abbreviations: Abbreviations,
): Relation {
  if (b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  const mayBeShort = a.isNoAbbreviation !== true && b.isNoAbbreviation !== true;
  return mayBeShort && haveSameMeaning(a.text, b.text, abbreviations)
    ? 'abbreviated'
    : relateWords(a.text, b.text);
}

/** Returns whether one word abbreviates the other, or both abbreviate the same one. */
function haveSameMeaning(a: string, b: string, abbreviations: Abbreviations): boolean {
  const [meaningsA, meaningsB] = [abbreviations.get(a), abbreviations.get(b)];
  if (meaningsA === undefined) return meaningsB?.has(a) ?? false;
  return meaningsB === undefined
    ? meaningsA.has(b)
    : Array.from(meaningsA).some((full) => meaningsB.has(full));
}

/** Returns whether two words differ by one typing error: an extra, missing or wrong letter, or two exchanged ones. */
function hasOneError(a: string, b: string): boolean {
  const shortest = Math.min(a.length, b.length);
  if (Math.max(a.length, b.length) - shortest > 1) return false;
  let samePrefix = 0;
  while (samePrefix < shortest && a[samePrefix] === b[samePrefix]) samePrefix++;
  let sameSuffix = 0;
  while (sameSuffix < shortest - samePrefix && a.at(-1 - sameSuffix) === b.at(-1 - sameSuffix))
    sameSuffix++;
  const [restA, restB] = [
    a.slice(samePrefix, a.length - sameSuffix),
    b.slice(samePrefix, b.length - sameSuffix),
  ];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA === `${restB[1]}${restB[0]}`;
}

/**
 * Returns whether `word` is the text of a word that has lost letters. Only letters that can have an accent are lost,
 * and one of them may have left two `?`.
 */
function matchesLostLetters(withLost: string, word: string): boolean {
  const pattern = withLost.replaceAll(/\?{1,2}/g, '[AEIOUCN?]');
  return new RegExp(`^${pattern}$`).test(word) || withLost.replace(/(?<!\?)\?+$/, '') === word;
}

/** Two names that were found equal. */
export interface EqualNames {
  readonly words: readonly [readonly Word[], readonly Word[]];
  readonly splitTexts: readonly [SplitText, SplitText];
  readonly isAbbreviated: boolean;
  /** Whether the words are the same only without the blanks between them. */
  readonly differInBlanks: boolean;
}

/** Lists the reasons of `equal` that all kinds of names share, in a fixed order. */
export function listCommonReasons({
  words,
  splitTexts,
  isAbbreviated,
  differInBlanks,
}: EqualNames): Reason[] {
  const [[ones, others], [a, b]] = [words, splitTexts];
  let [differInCase, differInAccents] = [false, false];
  for (const [at, one] of ones.entries()) {
    const other = others[at];
    if (other?.text !== one.text) continue;
    differInCase ||= one.cased !== other.cased;
    differInAccents ||= one.accented !== other.accented;
  }
  const reasons: Reason[] = [];
  if (differInCase) reasons.push('case');
  if (differInAccents) reasons.push('accents');
  if (a.marks !== b.marks && !isAbbreviated) reasons.push('punctuation');
  if (a.hasOddBlanks !== b.hasOddBlanks || differInBlanks) reasons.push('blanks');
  if (isAbbreviated) reasons.push('abbreviated');
  if (a.isRepaired !== b.isRepaired) reasons.push('encoding');
  return reasons;
}
