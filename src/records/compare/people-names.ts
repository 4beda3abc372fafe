import { type Word, isDotted } from './letters.js';
import { FIRST_NAMES } from './people-words.js';
import type { Reason } from './verdict.js';
import { type Relation, haveSameWords, relate } from './words.js';

export interface RestOfName {
  /** Empty where the names are equal. */
  readonly reasons: readonly Reason[];
  readonly isSimilar: boolean;
  readonly isAbbreviated: boolean;
  readonly hasLostLetters: boolean;
}

const EQUAL: RestOfName = {
  reasons: [],
  isSimilar: false,
  isAbbreviated: false,
  hasLostLetters: false,
};

/** Compares the names behind the first one, without suffix. */
export function compareMiddleAndLast(a: readonly Word[], b: readonly Word[]): RestOfName {
  if (a.length === 0 && b.length === 0) return EQUAL;
  if (a.length === 0 || b.length === 0) return unlike('missing_last_name');
  if (a.length === b.length) {
    if (areSame(a, b)) return EQUAL;
    const pairs = a.map((word, at) => relateNames(word, b[at]));
    if (!pairs.includes('other')) return judgePairs(pairs);
    if (haveSameWords(a, b)) return alike('order');
    return changedLast(a, b, pairs);
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return missingNames(short, long) ?? movedLast(a, b) ?? movedLast(b, a) ?? unlike(culprit(a, b));
}

function areSame(a: readonly Word[], b: readonly Word[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at]?.text !== b[at]?.text) return false;
  return true;
}

function relateNames(a: Word, b: Word | undefined): Relation {
  if (b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  if (isShortFor(a, b) || isShortFor(b, a)) return 'abbreviated';
  return relate(a.text, b.text);
}

/** Returns whether a word is the initial of the other, or the beginning with a dot: `M`, `Apar.`. */
function isShortFor(short: Word, long: Word): boolean {
  const { length } = short.text;
  if (length >= long.text.length || (length > 1 && !isDotted(short))) return false;
  return long.text.startsWith(short.text) || FIRST_NAMES.get(short.text) === long.text;
}

/** Judges names that all stand to each other in pairs. */
function judgePairs(pairs: readonly Relation[]): RestOfName {
  const errors = pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return unlike('two_typing_errors');
  const found = summed(pairs);
  const reasons: Reason[] = [];
  if (errors > 0) reasons.push('edit_distance 1');
  if (pairs.at(-1) === 'abbreviated') reasons.push('abbreviated_last_name');
  // An initial here and a typing error there leave nothing but the first name.
  if (reasons.length > 1 && !pairs.includes('same')) return unlike('another_last_name');
  const { isAbbreviated, hasLostLetters } = found;
  return { reasons, isSimilar: reasons.length > 0, isAbbreviated, hasLostLetters };
}

/** Judges as many names on both sides of which some differ: only the last may, if another one is the same in full. */
function changedLast(
  a: readonly Word[],
  b: readonly Word[],
  pairs: readonly Relation[],
): RestOfName {
  const before = pairs.slice(0, -1);
  const isOnlyLast = pairs.at(-1) === 'other' && before.every((pair) => pair !== 'other');
  const isSure = before.includes('same') && !before.includes('typo');
  if (isOnlyLast && isSure) return alike('changed_last_name');
  return movedLast(a, b) ?? movedLast(b, a) ?? unlike(culprit(a, b));
}

/** Judges names of which one side has fewer: all of them, in this order, among the other's. */
function missingNames(short: readonly Word[], long: readonly Word[]): RestOfName | undefined {
  const [lastOfShort, lastOfLong] = [short.at(-1), long.at(-1)];
  if (lastOfShort === undefined || lastOfLong === undefined) return undefined;
  const last = relateNames(lastOfShort, lastOfLong);
  if (last !== 'other') {
    const pairs = findAmong(short.slice(0, -1), long.slice(0, -1));
    if (pairs === undefined) return undefined;
    return judgeMissing([...pairs, last], ['missing_middle_name']);
  }
  const pairs = findAmong(short, long);
  if (pairs === undefined || pairs.at(-1) === 'abbreviated') return undefined;
  const isAlsoInside = relateNames(lastOfShort, long[short.length - 1]) === 'other';
  return judgeMissing(
    pairs,
    isAlsoInside ? ['changed_last_name', 'missing_middle_name'] : ['changed_last_name'],
  );
}

function judgeMissing(pairs: readonly Relation[], reasons: readonly Reason[]): RestOfName {
  const errors = pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return unlike('two_typing_errors');
  const isLastShort = pairs.at(-1) === 'abbreviated';
  if (isLastShort) return unlike('another_last_name');
  return alike(...reasons, ...(errors > 0 ? (['edit_distance 1'] as const) : []));
}

/**
 * Judges a marriage: the last name of one side stands in the middle of the other's, and what stands before it there is
 * all among the first side's. Three names have to be the same.
 */
function movedLast(a: readonly Word[], b: readonly Word[]): RestOfName | undefined {
  const last = a.at(-1)?.text;
  const at = b.findIndex(({ text }) => text === last);
  if (at < 1 || at === b.length - 1) return undefined;
  const pairs = findAmong(b.slice(0, at), a.slice(0, -1));
  const isSame = pairs?.every((pair) => pair === 'same') ?? false;
  return isSame ? alike('changed_last_name', 'missing_middle_name') : undefined;
}

/** Returns how each word stands to the one that it is among the others, in the same order; undefined if one is not there. */
function findAmong(words: readonly Word[], others: readonly Word[]): Relation[] | undefined {
  const pairs: Relation[] = [];
  let at = 0;
  for (const word of words) {
    const next = nearest(word, others, at);
    if (next === undefined) return undefined;
    pairs.push(relateNames(word, others[next]));
    at = next + 1;
  }
  return pairs;
}

/** The same word before any that is only related to it. */
function nearest(word: Word, others: readonly Word[], from: number): number | undefined {
  let related: number | undefined;
  for (let at = from; at < others.length; at++) {
    const relation = relateNames(word, others[at]);
    if (relation === 'same') return at;
    if (relation !== 'other') related ??= at;
  }
  return related;
}

function culprit(a: readonly Word[], b: readonly Word[]): Reason {
  const [lastA, lastB] = [a.at(-1), b.at(-1)];
  const isLast = lastA === undefined || relateNames(lastA, lastB) === 'other';
  return isLast ? 'another_last_name' : 'another_middle_name';
}

function summed(pairs: readonly Relation[]): RestOfName {
  return {
    reasons: [],
    isSimilar: false,
    isAbbreviated: pairs.includes('abbreviated'),
    hasLostLetters: pairs.includes('lost'),
  };
}

function alike(...reasons: readonly Reason[]): RestOfName {
  return { reasons, isSimilar: true, isAbbreviated: false, hasLostLetters: false };
}

function unlike(reason: Reason): RestOfName {
  return { reasons: [reason], isSimilar: false, isAbbreviated: false, hasLostLetters: false };
}
