import { compareLetters, saysSomething } from './letters.js';
import { FIRST_NAMES, SUFFIXES, TITLES } from './tables.js';
import {
  type Comparison,
  NOTHING,
  type Reason,
  SAME,
  atMostSimilar,
  different,
  equal,
  isBetter,
  similar,
} from './verdict.js';
import {
  type Reading,
  type Relation,
  type Word,
  commonReasons,
  haveSameWords,
  isSmall,
  joined,
  readWords,
  relate,
} from './words.js';

/** A name as it is compared. */
interface Name {
  readonly reading: Reading;
  /** Without title, particles and suffix. */
  readonly names: readonly Word[];
  readonly suffix: Word | undefined;
  readonly particles: string;
  /** All words but a title. */
  readonly said: readonly Word[];
  readonly hasTitle: boolean;
  /** What stands in parentheses. */
  readonly remark: string;
  /** Whether it was written `Souza, Ana`. */
  readonly isReordered: boolean;
}

/** Compares the names of two people, whichever comes first. */
export function comparePeople(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  let best = NOTHING;
  const others = readNames(b);
  for (const one of readNames(a)) {
    for (const other of others) {
      const found = compareNames(one, other);
      if (isBetter(found, best)) best = found;
    }
  }
  return best;
}

/** Reads a name; with a comma in it also as `Souza, Ana`. */
function readNames(text: string): Name[] {
  const bare = text.includes('(') ? withoutRemark(text) : text;
  const remark = bare === text ? '' : joined(readWords(text.slice(text.indexOf('('))).words);
  const straight = readName(bare, remark, false);
  if (!bare.includes(',')) return [straight];
  const [last = '', first = '', ...more] = bare.split(',');
  const [behind] = readWords(first).words;
  // What stands behind a comma may also be a suffix: `Roberto Dias, Júnior`.
  const isTurned = more.length === 0 && saysSomething(last) && behind && !suffixOf(behind);
  return isTurned ? [readName(`${first} ${last}`, remark, true), straight] : [straight];
}

/** A remark with a suffix in it says who is meant, so it stays. */
function withoutRemark(text: string): string {
  return text.replaceAll(/\(([^()]*)\)/g, (all, inside: string) =>
    readWords(inside).words.some(suffixOf) ? all : ' ',
  );
}

function readName(text: string, remark: string, isReordered: boolean): Name {
  const reading = readWords(text);
  const [first] = reading.words;
  const hasTitle = first !== undefined && reading.words.length > 2 && TITLES.has(first.text);
  const said = hasTitle ? reading.words.slice(1) : reading.words;
  const names: Word[] = [];
  let particles = '';
  for (const word of said) {
    if (word !== said.at(-1) && isParticle(word, names.length)) particles += `${word.text} `;
    else names.push(word);
  }
  const kept = names.length > 0 ? names : said.slice();
  const last = kept.at(-1);
  const suffix = last && kept.length > 1 && suffixOf(last) ? kept.pop() : undefined;
  return { reading, names: kept, suffix, particles, said, hasTitle, remark, isReordered };
}

/** An `E` right behind the first name, or with a dot, is Eduardo rather than `e`: JOSE E SILVA. */
function isParticle(word: Word, before: number): boolean {
  return word.text === 'E' ? before > 1 && !word.isDotted : isSmall(word);
}

function suffixOf({ text }: Word): string | undefined {
  return SUFFIXES.get(text);
}

function compareNames(a: Name, b: Name): Comparison {
  const found = compareParts(a, b);
  if (a.remark !== b.remark) return atMostSimilar(found, 'remark');
  if (found.verdict !== 'equal') return found;
  const reasons = [...found.reasons];
  if (a.isReordered !== b.isReordered) reasons.push('order');
  if (a.hasTitle !== b.hasTitle) reasons.push('title');
  return equal(...reasons);
}

function compareParts(a: Name, b: Name): Comparison {
  const [firstA, firstB] = [a.names[0], b.names[0]];
  if (firstA === undefined || firstB === undefined) return NOTHING;
  const first = relateFirst(firstA, firstB);
  const areJoined = joined(a.said) === joined(b.said);
  if (first === 'other') return areJoined ? similar('blanks') : different('another_first_name');
  const [suffixA, suffixB] = [a.suffix && suffixOf(a.suffix), b.suffix && suffixOf(b.suffix)];
  if (suffixA !== suffixB) return different('another_suffix');
  const found = compareRest(behindFirst(a, b), behindFirst(b, a));
  const isJoined = found.verdict !== 'equal' && areJoined;
  const rest = isJoined ? SAME : found;
  if (rest.verdict === 'different') return rest;
  const doubts: Reason[] = rest.verdict === 'similar' ? [...rest.reasons] : [];
  if (first === 'initial') doubts.unshift('abbreviated_first_name');
  if (first === 'lost' && doubts.length === 0) doubts.push('lost_letter');
  if (doubts.length > 0) return similar(...doubts);
  const isShort = first === 'abbreviated' || rest.reasons.length > 0;
  const reasons = commonReasons({
    words: [wordsOf(a), wordsOf(b)],
    readings: [a.reading, b.reading],
    isAbbreviated: isShort || a.suffix?.text !== b.suffix?.text,
    isJoined,
  });
  if (!isJoined && a.particles !== b.particles) reasons.push('particles');
  return equal(...reasons);
}

function wordsOf({ names, suffix }: Name): readonly Word[] {
  return suffix === undefined ? names : [...names, suffix];
}

/** Another first name is never similar, however little it differs: MARIA, MARIO. */
function relateFirst(a: Word, b: Word): Relation | 'initial' {
  if (a.text === b.text) return 'same';
  if (longFirst(a) === longFirst(b)) return 'abbreviated';
  if (a.text.length === 1 || b.text.length === 1) {
    return a.text.charAt(0) === b.text.charAt(0) ? 'initial' : 'other';
  }
  return relate(a.text, b.text) === 'lost' ? 'lost' : 'other';
}

function longFirst({ text, isDotted }: Word): string {
  return (isDotted ? FIRST_NAMES.get(text) : undefined) ?? text;
}

/** In `João Neto` the suffix is the only other name, so it counts as one on both sides. */
function behindFirst(name: Name, other: Name): readonly Word[] {
  const isBare = name.names.length === 1 || other.names.length === 1;
  return (isBare ? wordsOf(name) : name.names).slice(1);
}

/** Compares the names behind the first one; `equal` says whether some are abbreviated. */
function compareRest(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length === 0 && b.length === 0) return SAME;
  if (a.length === 0 || b.length === 0) return different('missing_last_name');
  const pairs = a.map((word, at) => relateNames(word, b[at]));
  const isLastOther = relateNames(a.at(-1), b.at(-1)) === 'other';
  if (a.length === b.length) {
    if (!pairs.includes('other')) return judge(pairs, []);
    if (haveSameWords(a, b)) return similar('order');
    const before = pairs.slice(0, -1);
    const isSure = before.includes('same') && !before.some((it) => it === 'other' || it === 'typo');
    if (isLastOther && isSure) return similar('changed_last_name');
  } else {
    const missing = a.length < b.length ? missingNames(a, b) : missingNames(b, a);
    if (missing !== undefined) return missing;
  }
  const moved = movedLast(a, b) ?? movedLast(b, a);
  return moved ?? different(isLastOther ? 'another_last_name' : 'another_middle_name');
}

function relateNames(a: Word | undefined, b: Word | undefined): Relation {
  if (a === undefined || b === undefined) return 'other';
  if (a.text === b.text) return 'same';
  return isShortFor(a, b) || isShortFor(b, a) ? 'abbreviated' : relate(a.text, b.text);
}

/** Returns whether a word is the initial of the other, or the beginning with a dot: `M`, `Apar.`. */
function isShortFor({ text, isDotted }: Word, long: Word): boolean {
  if (text.length >= long.text.length || (text.length > 1 && !isDotted)) return false;
  return long.text.startsWith(text) || FIRST_NAMES.get(text) === long.text;
}

/** Judges names that stand to each other in pairs, the last pair being the last names; `missing`: why others do not. */
function judge(pairs: readonly Relation[], missing: readonly Reason[]): Comparison {
  const errors = pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return different('two_typing_errors');
  const isLastShort = pairs.at(-1) === 'abbreviated';
  // An initial here and a typing error or a missing name there leave nothing but the first name.
  const hasMore = missing.length > 0 || (errors > 0 && !pairs.includes('same'));
  if (isLastShort && hasMore) return different('another_last_name');
  const doubts: Reason[] = [...missing];
  if (errors > 0) doubts.push('edit_distance 1');
  if (isLastShort) doubts.push('abbreviated_last_name');
  if (doubts.length > 0) return similar(...doubts);
  if (pairs.includes('lost')) return similar('lost_letter');
  return pairs.includes('abbreviated') ? equal('abbreviated') : SAME;
}

/** Judges names of which one side has fewer: all of them, in this order, among the other's. */
function missingNames(short: readonly Word[], long: readonly Word[]): Comparison | undefined {
  const last = relateNames(short.at(-1), long.at(-1));
  if (last !== 'other') {
    const pairs = findAmong(short.slice(0, -1), long.slice(0, -1));
    return pairs && judge([...pairs, last], ['missing_middle_name']);
  }
  const pairs = findAmong(short, long);
  if (pairs === undefined || pairs.at(-1) === 'abbreviated') return undefined;
  const isOnlyLast = relateNames(short.at(-1), long[short.length - 1]) !== 'other';
  return judge(pairs, [
    'changed_last_name',
    ...(isOnlyLast ? [] : (['missing_middle_name'] as const)),
  ]);
}

/** Judges a marriage: the last name of one side stands in the middle of the other's, and all before it is the same. */
function movedLast(a: readonly Word[], b: readonly Word[]): Comparison | undefined {
  const at = b.findIndex(({ text }) => text === a.at(-1)?.text);
  if (at < 1 || at === b.length - 1) return undefined;
  const pairs = findAmong(b.slice(0, at), a.slice(0, -1));
  const isSame = pairs?.every((pair) => pair === 'same') ?? false;
  return isSame ? similar('changed_last_name', 'missing_middle_name') : undefined;
}

/** Returns how each word stands to the one that it is among the others, in the same order; undefined if one is not there. */
function findAmong(words: readonly Word[], others: readonly Word[]): Relation[] | undefined {
  const pairs: Relation[] = [];
  let from = 0;
  for (const word of words) {
    const relations = others.slice(from).map((other) => relateNames(word, other));
    // The same word before any that is only related to it.
    const same = relations.indexOf('same');
    const at = same >= 0 ? same : relations.findIndex((relation) => relation !== 'other');
    const found = relations[at];
    if (found === undefined) return undefined;
    pairs.push(found);
    from += at + 1;
  }
  return pairs;
}
