import { type Reading, type Word, differenceInMarks } from './letters.js';
import type { Reason } from './verdict.js';

/** How two words stand to each other. */
export type Relation = 'same' | 'abbreviated' | 'lost' | 'typo' | 'other';

const LONGEST_PARTICLE = 3;

/** Returns whether a word is a particle wherever it stands; `e` needs a look at its place. */
export function isSmall({ text, after }: Word): boolean {
  if (text.length > LONGEST_PARTICLE) return false;
  // What an apostrophe ends is the `d'` of `d'Ávila`.
  return text === 'D' ? after === APOSTROPHE : PARTICLES.has(text);
}

const APOSTROPHE = 0x27;

const PARTICLES: ReadonlySet<string> = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS']);

/** An error in a shorter word makes another word of it: LIMA, LIRA. */
const SHORTEST_WITH_ERROR = 5;

/** Returns how two words stand to each other, but for abbreviations, which each kind of name has its own of. */
export function relate(a: string, b: string): Exclude<Relation, 'abbreviated'> {
  if (a === b) return 'same';
  if (a.includes('?') || b.includes('?')) return fitsLostLetters(a, b) ? 'lost' : 'other';
  const longest = Math.max(a.length, b.length);
  return longest >= SHORTEST_WITH_ERROR && hasOneError(a, b) && !/\d/.test(a + b)
    ? 'typo'
    : 'other';
}

/** Abbreviations, and the words that each can stand for. */
export type Abbreviations = ReadonlyMap<string, ReadonlySet<string>>;

export function readAbbreviations(listed: Readonly<Record<string, string>>): Abbreviations {
  return new Map(Object.entries(listed).map(([short, full]) => [short, new Set(full.split(' '))]));
}

/** Returns how two words stand to each other, which some abbreviations stand for. */
export function relateShort(a: Word, b: Word | undefined, known: Abbreviations): Relation {
  if (b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  const mayBeShort = !a.isWhole && !b.isWhole;
  return mayBeShort && areOne(a.text, b.text, known) ? 'abbreviated' : relate(a.text, b.text);
}

/** Returns whether one word abbreviates the other, or both the same one. */
function areOne(a: string, b: string, known: Abbreviations): boolean {
  const [ofA, ofB] = [known.get(a), known.get(b)];
  if (ofA === undefined) return ofB?.has(a) ?? false;
  return ofB === undefined ? ofA.has(b) : Array.from(ofA).some((full) => ofB.has(full));
}

/** Returns whether one letter was typed too much, too little, wrongly, or in its neighbour's place. */
export function hasOneError(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const shortest = Math.min(a.length, b.length);
  let before = 0;
  while (before < shortest && a.charCodeAt(before) === b.charCodeAt(before)) before++;
  let behind = 0;
  while (
    behind < shortest - before &&
    a.charCodeAt(a.length - 1 - behind) === b.charCodeAt(b.length - 1 - behind)
  ) {
    behind++;
  }
  const [restA, restB] = [a.length - before - behind, b.length - before - behind];
  if (restA <= 1 && restB <= 1) return restA + restB > 0;
  const areTwo = restA === 2 && restB === 2;
  return areTwo && a[before] === b[before + 1] && a[before + 1] === b[before];
}

/** Only a letter that can have an accent gets lost in another encoding; two signs can stand for one. */
const ACCENTED = '[AEIOUCN?]';

function fitsLostLetters(a: string, b: string): boolean {
  return fitsPattern(a, b) || fitsPattern(b, a);
}

function fitsPattern(withLost: string, word: string): boolean {
  if (!withLost.includes('?') || !/[^?]/.test(withLost)) return false;
  const pattern = withLost.replaceAll(/\?{1,2}/g, ACCENTED);
  return new RegExp(`^${pattern}$`).test(word) || withLost.replace(/(?<!\?)\?+$/, '') === word;
}

export function joined(words: readonly Word[]): string {
  let text = '';
  for (const word of words) text += word.text;
  return text;
}

/** Returns whether both have the same words, in whatever order. */
export function haveSameWords(a: readonly Word[], b: readonly Word[]): boolean {
  if (a.length !== b.length) return false;
  const sorted = (words: readonly Word[]) =>
    words
      .map(({ text }) => text)
      .sort()
      .join(' ');
  return sorted(a) === sorted(b);
}

/** What was left out of account when two names were found equal. */
export interface LeftOut {
  /** Pairs of words that are the same. */
  readonly pairs: readonly (readonly [Word, Word])[];
  readonly readings: readonly [Reading, Reading];
  readonly isAbbreviated: boolean;
  readonly isJoined?: boolean;
}

/** Returns the reasons that every kind of name shares, in a fixed order. */
export function commonReasons({
  pairs,
  readings: [a, b],
  isAbbreviated,
  isJoined,
}: LeftOut): Reason[] {
  let [inCase, inAccents] = [false, false];
  for (const [one, other] of pairs) {
    if (one.raw === other.raw) continue;
    const difference = differenceInMarks(one.raw, other.raw);
    inCase ||= difference?.inCase ?? false;
    inAccents ||= difference?.inAccents ?? one.text === other.text;
  }
  const reasons: Reason[] = [];
  if (inCase) reasons.push('case');
  if (inAccents) reasons.push('accents');
  if (a.marks !== b.marks && !isAbbreviated) reasons.push('punctuation');
  if (a.hasOddBlanks !== b.hasOddBlanks || isJoined) reasons.push('blanks');
  if (isAbbreviated) reasons.push('abbreviated');
  return reasons;
}
