import { compareLetters, hasContent } from './letters.js';
import { FIRST_NAMES, SUFFIXES, TITLES } from './tables.js';
import {
  type Comparison,
  NO_VERDICT,
  type Reason,
  SAME,
  limitToSimilar,
  different,
  equal,
  isBetter,
  similar,
} from './verdict.js';
import {
  type SplitText,
  type Relation,
  type Word,
  listCommonReasons,
  haveSameWords,
  isCertainParticle,
  joinWords,
  readWords,
  relateWords,
} from './words.js';

/** A name as it is compared. */
interface Name {
  readonly splitText: SplitText;
  /** The first name and the others, without title, particles and suffix. */
  readonly names: readonly Word[];
  readonly suffix: Word | undefined;
  readonly particles: string;
  /** All words but the title, so with particles and suffix. */
  readonly wordsWithoutTitle: readonly Word[];
  readonly hasTitle: boolean;
  /** The text in parentheses. */
  readonly remark: string;
  /** Whether it was written `Souza, Ana`. */
  readonly isReordered: boolean;
}

/** Compares the names of two people. The names may be exchanged. */
export function comparePeople(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  let best = NO_VERDICT;
  const others = readNames(b);
  for (const one of readNames(a)) {
    for (const other of others) {
      const found = compareNames(one, other);
      if (isBetter(found, best)) best = found;
    }
  }
  return best;
}

/** Reads a name; if it has a comma, it is read in two ways, also as `Souza, Ana`. */
function readNames(text: string): Name[] {
  const withoutRemarks = text.includes('(') ? removeRemarks(text) : text;
  const remark =
    withoutRemarks === text ? '' : joinWords(readWords(text.slice(text.indexOf('('))).words);
  const asWritten = readName(withoutRemarks, remark, false);
  if (!withoutRemarks.includes(',')) return [asWritten];
  const [last = '', first = '', ...more] = withoutRemarks.split(',');
  const [wordAfterComma] = readWords(first).words;
  // The word after a comma may also be a suffix: `Roberto Dias, Júnior`.
  const isLastNameFirst =
    more.length === 0 && hasContent(last) && wordAfterComma && !findSuffix(wordAfterComma);
  return isLastNameFirst ? [readName(`${first} ${last}`, remark, true), asWritten] : [asWritten];
}

/** Removes the text in parentheses, unless it has a suffix, which tells two people apart. */
function removeRemarks(text: string): string {
  return text.replaceAll(/\(([^()]*)\)/g, (all, inside: string) =>
    readWords(inside).words.some(findSuffix) ? all : ' ',
  );
}

function readName(text: string, remark: string, isReordered: boolean): Name {
  const splitText = readWords(text);
  const [first] = splitText.words;
  const hasTitle = first !== undefined && splitText.words.length > 2 && TITLES.has(first.text);
  const wordsWithoutTitle = hasTitle ? splitText.words.slice(1) : splitText.words;
  const names: Word[] = [];
  let particles = '';
  const last = wordsWithoutTitle.at(-1);
  for (const word of wordsWithoutTitle) {
    if (word !== last && isParticle(word, names.length)) particles += `${word.text} `;
    else names.push(word);
  }
  const namesAndSuffix = names.length > 0 ? names : wordsWithoutTitle;
  const suffix = namesAndSuffix.length > 1 && last && findSuffix(last) ? last : undefined;
  return {
    splitText,
    names: suffix === undefined ? namesAndSuffix : namesAndSuffix.slice(0, -1),
    suffix,
    particles,
    wordsWithoutTitle,
    hasTitle,
    remark,
    isReordered,
  };
}

/**
 * Returns whether a word is a particle. An `E` right after the first name, or with a dot, is an initial: JOSE E SILVA.
 */
function isParticle(word: Word, namesBefore: number): boolean {
  return word.text === 'E' ? namesBefore > 1 && !word.isDotted : isCertainParticle(word);
}

function findSuffix({ text }: Word): string | undefined {
  return SUFFIXES.get(text);
}

function compareNames(a: Name, b: Name): Comparison {
  const found = compareParts(a, b);
  if (a.remark !== b.remark) return limitToSimilar(found, 'remark');
  if (found.verdict !== 'equal') return found;
  const reasons = [...found.reasons];
  if (a.isReordered !== b.isReordered) reasons.push('order');
  if (a.hasTitle !== b.hasTitle) reasons.push('title');
  return equal(...reasons);
}

function compareParts(a: Name, b: Name): Comparison {
  const [firstA, firstB] = [a.names[0], b.names[0]];
  if (firstA === undefined || firstB === undefined) return NO_VERDICT;
  const first = relateFirstNames(firstA, firstB);
  if (first === 'other') {
    return differOnlyInBlanks(a, b) ? similar('blanks') : different('another_first_name');
  }
  const [suffixA, suffixB] = [a.suffix && findSuffix(a.suffix), b.suffix && findSuffix(b.suffix)];
  if (suffixA !== suffixB) return different('another_suffix');
  const found = compareOtherNames(listNamesAfterFirst(a, b), listNamesAfterFirst(b, a));
  const differInBlanks = found.verdict !== 'equal' && differOnlyInBlanks(a, b);
  const rest = differInBlanks ? SAME : found;
  if (rest.verdict === 'different') return rest;
  const differences: Reason[] = rest.verdict === 'similar' ? [...rest.reasons] : [];
  if (first === 'initial') differences.unshift('abbreviated_first_name');
  if (first === 'lost' && differences.length === 0) differences.push('lost_letter');
  if (differences.length > 0) return similar(...differences);
  const isAbbreviated = first === 'abbreviated' || rest.reasons.length > 0;
  const reasons = listCommonReasons({
    words: [listNames(a), listNames(b)],
    splitTexts: [a.splitText, b.splitText],
    isAbbreviated: isAbbreviated || a.suffix?.text !== b.suffix?.text,
    differInBlanks,
  });
  if (!differInBlanks && a.particles !== b.particles) reasons.push('particles');
  return equal(...reasons);
}

/** Returns whether the names differ only in the blanks between their words. */
function differOnlyInBlanks(a: Name, b: Name): boolean {
  return joinWords(a.wordsWithoutTitle) === joinWords(b.wordsWithoutTitle);
}

function listNames({ names, suffix }: Name): readonly Word[] {
  return suffix === undefined ? names : [...names, suffix];
}

/** Relates two first names without allowing a typing error, because it may be another name: MARIA, MARIO. */
function relateFirstNames(a: Word, b: Word): Relation | 'initial' {
  if (a.text === b.text) return 'same';
  if (expandFirstName(a) === expandFirstName(b)) return 'abbreviated';
  if (a.text.length === 1 || b.text.length === 1) {
    return a.text.charAt(0) === b.text.charAt(0) ? 'initial' : 'other';
  }
  return relateWords(a.text, b.text) === 'lost' ? 'lost' : 'other';
}

function expandFirstName({ text, isDotted }: Word): string {
  return (isDotted ? FIRST_NAMES.get(text) : undefined) ?? text;
}

/**
 * Lists the names after the first one. If one of the two people has only a suffix after the first name (`João Neto`),
 * the suffixes of both count as names.
 */
function listNamesAfterFirst(name: Name, other: Name): readonly Word[] {
  const isBare = name.names.length === 1 || other.names.length === 1;
  return (isBare ? listNames(name) : name.names).slice(1);
}

/** Compares the names after the first one; a reason of `equal` is that some are abbreviated. */
function compareOtherNames(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length === 0 && b.length === 0) return SAME;
  if (a.length === 0 || b.length === 0) return different('missing_last_name');
  if (a.length === b.length && a.every(({ text }, at) => b[at]?.text === text)) return SAME;
  const pairs = a.map((word, at) => relateNames(word, b[at]));
  const isLastOther = relateNames(a.at(-1), b.at(-1)) === 'other';
  if (a.length === b.length) {
    if (!pairs.includes('other')) return judgePairs(pairs, []);
    if (haveSameWords(a, b)) return similar('order');
    const pairsBeforeLast = pairs.slice(0, -1);
    const isSamePerson =
      pairsBeforeLast.includes('same') &&
      !pairsBeforeLast.some((relation) => relation === 'other' || relation === 'typo');
    if (isLastOther && isSamePerson) return similar('changed_last_name');
  } else {
    const missing = a.length < b.length ? judgeMissingNames(a, b) : judgeMissingNames(b, a);
    if (missing !== undefined) return missing;
  }
  const marriage = judgeMovedLastName(a, b) ?? judgeMovedLastName(b, a);
  return marriage ?? different(isLastOther ? 'another_last_name' : 'another_middle_name');
}

function relateNames(a: Word | undefined, b: Word | undefined): Relation {
  if (a === undefined || b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  return abbreviates(a, b) || abbreviates(b, a) ? 'abbreviated' : relateWords(a.text, b.text);
}

/** Returns whether a word is the initial of the other one, or its beginning with a dot: `M`, `Apar.`. */
function abbreviates({ text, isDotted }: Word, long: Word): boolean {
  if (text.length >= long.text.length || (text.length > 1 && !isDotted)) return false;
  return long.text.startsWith(text) || FIRST_NAMES.get(text) === long.text;
}

/**
 * Judges two names whose words were paired. `pairs`: how the words of each pair are related, the last names at the end.
 * `missing`: the reasons for words without a counterpart.
 */
function judgePairs(pairs: readonly Relation[], missing: readonly Reason[]): Comparison {
  const errors = pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return different('two_typing_errors');
  const isLastShort = pairs.at(-1) === 'abbreviated';
  // With an initial as last name, a typing error or a missing name leaves only the first name to agree.
  const differsElsewhere = missing.length > 0 || (errors > 0 && !pairs.includes('same'));
  if (isLastShort && differsElsewhere) return different('another_last_name');
  const differences: Reason[] = [...missing];
  if (errors > 0) differences.push('edit_distance 1');
  if (isLastShort) differences.push('abbreviated_last_name');
  if (differences.length > 0) return similar(...differences);
  if (pairs.includes('lost')) return similar('lost_letter');
  return pairs.includes('abbreviated') ? equal('abbreviated') : SAME;
}

/**
 * Judges two lists of names of which one is shorter; undefined if its names are not all in the longer one, in order.
 */
function judgeMissingNames(short: readonly Word[], long: readonly Word[]): Comparison | undefined {
  const last = relateNames(short.at(-1), long.at(-1));
  if (last !== 'other') {
    const pairs = relateInOrder(short.slice(0, -1), long.slice(0, -1));
    return pairs && judgePairs([...pairs, last], ['missing_middle_name']);
  }
  const pairs = relateInOrder(short, long);
  if (pairs === undefined || pairs.at(-1) === 'abbreviated') return undefined;
  const isOnlyLastMissing = relateNames(short.at(-1), long[short.length - 1]) !== 'other';
  return judgePairs(pairs, [
    'changed_last_name',
    ...(isOnlyLastMissing ? [] : (['missing_middle_name'] as const)),
  ]);
}

/**
 * Judges the change of a last name by marriage: the last name of one side is a middle name of the other, and all names
 * before it are the same. Returns undefined for any other pair.
 */
function judgeMovedLastName(a: readonly Word[], b: readonly Word[]): Comparison | undefined {
  const at = b.findIndex(({ text }) => text === a.at(-1)?.text);
  if (at < 1 || at === b.length - 1) return undefined;
  const pairs = relateInOrder(b.slice(0, at), a.slice(0, -1));
  const isSame = pairs?.every((pair) => pair === 'same') ?? false;
  return isSame ? similar('changed_last_name', 'missing_middle_name') : undefined;
}

/** Relates each word to its counterpart among the others, in the same order; undefined if a word has none. */
function relateInOrder(words: readonly Word[], others: readonly Word[]): Relation[] | undefined {
  const pairs: Relation[] = [];
  let start = 0;
  for (const word of words) {
    const relations = others.slice(start).map((other) => relateNames(word, other));
    // The same word is a better counterpart than an earlier one that is only related.
    const same = relations.indexOf('same');
    const at = same >= 0 ? same : relations.findIndex((relation) => relation !== 'other');
    const found = relations[at];
    if (found === undefined) return undefined;
    pairs.push(found);
    start += at + 1;
  }
  return pairs;
}
