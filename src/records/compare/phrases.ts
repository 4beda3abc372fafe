import type { Abbreviations } from './tables.js';
import { type Comparison, different, equal, similar } from './verdict.js';
import {
  type Reading,
  type Word,
  commonReasons,
  haveSameWords,
  joined,
  relateShort,
} from './words.js';

/** The name of a company or a place as it is compared. */
export interface Phrase {
  readonly reading: Reading;
  /** Without particles, and without the legal forms of companies. */
  readonly words: readonly Word[];
  readonly particles: string;
}

/** Compares two names word by word: each has to be the same or an abbreviation, or one of them with one typing error. */
export function comparePhrases(a: Phrase, b: Phrase, known: Abbreviations): Comparison {
  const isJoined =
    joined(a.words) === joined(b.words) || joined(a.reading.words) === joined(b.reading.words);
  const pairs = a.words.map((word, at) => relateShort(word, b.words[at], known));
  const isPaired = a.words.length === b.words.length && !pairs.includes('other');
  if (!isPaired && !isJoined) {
    if (haveSameWords(a.words, b.words)) return similar('order');
    const isShorter = isWithin(a.words, b.words) || isWithin(b.words, a.words);
    return different(isShorter ? 'missing_word' : 'another_word');
  }
  const errors = isJoined ? 0 : pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return different('two_typing_errors');
  if (errors > 0) return similar('edit_distance 1');
  if (pairs.includes('lost')) return similar('lost_letter');
  if (!isPaired && (hasLoneLetter(a) || hasLoneLetter(b))) return similar('blanks');
  const reasons = commonReasons({
    words: [a.words, b.words],
    readings: [a.reading, b.reading],
    isAbbreviated: pairs.includes('abbreviated'),
    isJoined: !isPaired || areSpaced(a.reading, b.reading),
  });
  if (isPaired && a.particles !== b.particles) reasons.push('particles');
  return equal(...reasons);
}

/** `A B C` is `ABC`. */
function areSpaced(a: Reading, b: Reading): boolean {
  const isOther = a.words.length !== b.words.length && a.marks === b.marks;
  return isOther && joined(a.words) === joined(b.words);
}

/** `A Gente` is not `Agente`; but `D Avila` is `D'Avila`. */
function hasLoneLetter({ words }: Phrase): boolean {
  return words.some(({ text }) => text.length === 1 && text !== 'D');
}

function isWithin(some: readonly Word[], all: readonly Word[]): boolean {
  let at = 0;
  for (const { text } of all) if (some[at]?.text === text) at++;
  return at === some.length;
}
