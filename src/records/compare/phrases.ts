import type { Abbreviations } from './tables.js';
import { type Comparison, different, equal, similar } from './verdict.js';
import {
  type SplitText,
  type Word,
  listCommonReasons,
  haveSameWords,
  joinWords,
  relateWithAbbreviations,
} from './words.js';

/** The name of a company or a place as it is compared. */
export interface Phrase {
  /** All words and marks of the name. */
  readonly splitText: SplitText;
  /** Without particles, and without the legal forms of companies. */
  readonly words: readonly Word[];
  readonly particles: string;
}

/** Compares two names word by word: every word is the same or an abbreviation, and at most one has a typing error. */
export function comparePhrases(a: Phrase, b: Phrase, abbreviations: Abbreviations): Comparison {
  const isSameWithoutBlanks =
    joinWords(a.words) === joinWords(b.words) ||
    joinWords(a.splitText.words) === joinWords(b.splitText.words);
  const pairs = a.words.map((word, at) =>
    relateWithAbbreviations(word, b.words[at], abbreviations),
  );
  const isPaired = a.words.length === b.words.length && !pairs.includes('other');
  if (!isPaired && !isSameWithoutBlanks) {
    if (haveSameWords(a.words, b.words)) return similar('order');
    const isPartOfOther = isSubsequence(a.words, b.words) || isSubsequence(b.words, a.words);
    return different(isPartOfOther ? 'missing_word' : 'another_word');
  }
  const errors = isSameWithoutBlanks ? 0 : pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return different('two_typing_errors');
  if (errors > 0) return similar('edit_distance 1');
  if (pairs.includes('lost')) return similar('lost_letter');
  if (!isPaired && (hasLoneLetter(a) || hasLoneLetter(b))) return similar('blanks');
  const reasons = listCommonReasons({
    words: [a.words, b.words],
    splitTexts: [a.splitText, b.splitText],
    isAbbreviated: pairs.includes('abbreviated'),
    differInBlanks: !isPaired || differInSpacedLetters(a.splitText, b.splitText),
  });
  if (isPaired && a.particles !== b.particles) reasons.push('particles');
  return equal(...reasons);
}

/** Returns whether the names differ in blanks between single letters: `A B C` is `ABC`. */
function differInSpacedLetters(a: SplitText, b: SplitText): boolean {
  const isOther = a.words.length !== b.words.length && a.marks === b.marks;
  return isOther && joinWords(a.words) === joinWords(b.words);
}

/** Returns whether a word is a single letter: `A Gente` is not `Agente`. `D` does not count: `D Avila` is `D'Avila`. */
function hasLoneLetter({ words }: Phrase): boolean {
  return words.some(({ text }) => text.length === 1 && text !== 'D');
}

function isSubsequence(part: readonly Word[], all: readonly Word[]): boolean {
  let at = 0;
  for (const { text } of all) if (part[at]?.text === text) at++;
  return at === part.length;
}
