import {
  type Reading,
  type Word,
  differenceInMarks,
  isDotted,
  readWords,
  repaired,
  saysSomething,
} from './letters.js';
import { compareMiddleAndLast } from './people-names.js';
import { FIRST_NAMES, SUFFIXES, TITLES } from './people-words.js';
import {
  type Comparison,
  NOTHING,
  SAME,
  type Reason,
  atMostSimilar,
  different,
  equal,
  isBetter,
  similar,
} from './verdict.js';
import { type Relation, commonReasons, isSmall, joined, relate } from './words.js';

/** A name as it is compared: without title, remark and particles, its suffix apart. */
interface Name {
  readonly reading: Reading;
  readonly names: readonly Word[];
  readonly suffix: Word | undefined;
  /** All words, with particles and suffix. */
  readonly said: readonly Word[];
  readonly particles: string;
  readonly isRepaired: boolean;
  readonly hasTitle: boolean;
  /** What stands in parentheses. */
  readonly remark: string;
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

/** Returns the verdict about texts that are empty, or the same letter by letter; undefined for all others. */
export function compareLetters(a: string, b: string): Comparison | undefined {
  if (!saysSomething(a) || !saysSomething(b)) return NOTHING;
  if (a === b) return SAME;
  const difference = differenceInMarks(a, b);
  if (difference === undefined) return undefined;
  const { inCase, inAccents } = difference;
  if (inCase) return inAccents ? IN_BOTH : IN_CASE;
  return IN_ACCENTS;
}

const IN_CASE = equal('case');
const IN_ACCENTS = equal('accents');
const IN_BOTH = equal('case', 'accents');

/** Reads a name; with a comma in it also as `Souza, Ana`. */
function readNames(text: string): Name[] {
  const reading = readWords(text);
  // Most names are nothing but words.
  const isPlain = !reading.isMisread && (reading.marks === '' || !/[,(]/.test(reading.marks));
  if (isPlain) return [nameOf(reading, AS_WRITTEN)];
  const mended = repaired(text);
  const bare = mended.includes('(') ? withoutRemark(mended) : mended;
  const isRepaired = mended !== text;
  const remark = bare === mended ? '' : joined(readWords(mended.slice(mended.indexOf('('))).words);
  const straight = nameOf(readWords(bare), { isRepaired, remark, isReordered: false });
  const [last = '', first = '', ...more] = bare.split(',');
  if (more.length > 0 || !saysSomething(last) || !isFirstName(first)) return [straight];
  const turned = readWords(`${first} ${last}`);
  return [nameOf(turned, { isRepaired, remark, isReordered: true }), straight];
}

const AS_WRITTEN = { isRepaired: false, remark: '', isReordered: false };

/** What stands behind a comma may also be a suffix: `Roberto Dias, Júnior`. */
function isFirstName(text: string): boolean {
  const [first] = readWords(text).words;
  return first !== undefined && suffixOf(first) === undefined;
}

/** A remark with a suffix in it says who is meant, so it stays. */
function withoutRemark(text: string): string {
  return text.replaceAll(/\(([^()]*)\)/g, (all, inside: string) =>
    readWords(inside).words.some((word) => suffixOf(word) !== undefined) ? all : ' ',
  );
}

function nameOf(reading: Reading, how: Pick<Name, 'isRepaired' | 'remark' | 'isReordered'>): Name {
  const { words } = reading;
  const hasTitle = words.length > 2 && isTitle(words[0]);
  const said = hasTitle ? words.slice(1) : words;
  const names: Word[] = [];
  let particles = '';
  for (let at = 0; at < said.length; at++) {
    const word = said[at];
    if (word === undefined) continue;
    if (isParticle(word, names.length, at === said.length - 1)) particles += `${word.text} `;
    else names.push(word);
  }
  const kept = names.length > 0 ? names : [...said];
  const last = kept.at(-1);
  const suffix = last !== undefined && kept.length > 1 && suffixOf(last) ? kept.pop() : undefined;
  const { isRepaired, remark, isReordered } = how;
  return {
    reading,
    names: kept,
    suffix,
    said,
    particles,
    isRepaired,
    hasTitle,
    remark,
    isReordered,
  };
}

function isTitle(word: Word | undefined): boolean {
  return word !== undefined && word.text.length <= 5 && TITLES.has(word.text);
}

/** An `E` right behind the first name, or with a dot, is Eduardo rather than `e`: JOSE E SILVA. */
function isParticle(word: Word, before: number, isLast: boolean): boolean {
  if (isLast) return false;
  if (word.text === 'E') return before > 1 && !isDotted(word);
  return isSmall(word);
}

function suffixOf({ text }: Word): string | undefined {
  return SUFFIXES.get(text);
}

function compareNames(a: Name, b: Name): Comparison {
  const found = compareParts(a, b);
  if (found.verdict === 'different') return found;
  if (a.remark !== b.remark) return atMostSimilar(found, 'remark');
  if (found.verdict === 'similar') return found;
  const reasons = [...found.reasons];
  if (a.isReordered !== b.isReordered) reasons.push('order');
  if (a.hasTitle !== b.hasTitle) reasons.push('title');
  if (a.isRepaired !== b.isRepaired) reasons.push('encoding');
  return equal(...reasons);
}

function compareParts(a: Name, b: Name): Comparison {
  const [firstA, firstB] = [a.names[0], b.names[0]];
  if (firstA === undefined || firstB === undefined) return NOTHING;
  const first = relateFirst(firstA, firstB);
  if (first === 'other') {
    return areJoined(a, b) ? similar('blanks') : different('another_first_name');
  }
  const [suffixA, suffixB] = [a.suffix && suffixOf(a.suffix), b.suffix && suffixOf(b.suffix)];
  if (suffixA !== suffixB) return different('another_suffix');
  const [restA, restB] = [behindFirst(a, b), behindFirst(b, a)];
  const rest = compareMiddleAndLast(restA, restB);
  const isJoined = rest.reasons.length > 0 && areJoined(a, b);
  if (rest.reasons.length > 0 && !isJoined) {
    const reasons = [...firstReasons(first), ...rest.reasons];
    return rest.isSimilar ? similar(...reasons) : different(rest.reasons[0] ?? 'another_last_name');
  }
  const doubt = firstReasons(first);
  if (doubt.length > 0) return similar(...doubt);
  if (rest.hasLostLetters || first === 'lost') return similar('lost_letter');
  const isAbbreviated = first === 'abbreviated' || rest.isAbbreviated;
  return equal(...equalReasons(a, b, isAbbreviated, isJoined));
}

/** Returns whether only blanks between the words make the difference. */
function areJoined(a: Name, b: Name): boolean {
  return joined(a.said) === joined(b.said);
}

type First = Relation | 'initial';

function firstReasons(first: First): Reason[] {
  return first === 'initial' ? ['abbreviated_first_name'] : [];
}

/** Another first name is never similar, however little it differs: MARIA, MARIO. */
function relateFirst(a: Word, b: Word): First {
  if (a.text === b.text) return 'same';
  if (longFirst(a) === longFirst(b)) return 'abbreviated';
  if (a.text.length === 1 || b.text.length === 1) {
    return a.text.charAt(0) === b.text.charAt(0) ? 'initial' : 'other';
  }
  return relate(a.text, b.text) === 'lost' ? 'lost' : 'other';
}

function longFirst(word: Word): string {
  return (isDotted(word) ? FIRST_NAMES.get(word.text) : undefined) ?? word.text;
}

/** In `João Neto` the suffix is the only other name, so it counts as one on both sides. */
function behindFirst(name: Name, other: Name): Word[] {
  const rest = name.names.slice(1);
  const isBare = name.names.length === 1 || other.names.length === 1;
  if (isBare && name.suffix !== undefined) rest.push(name.suffix);
  return rest;
}

function equalReasons(a: Name, b: Name, isAbbreviated: boolean, isJoined: boolean): Reason[] {
  const pairs = a.names.flatMap((word, at) => {
    const other = b.names[at];
    return other === undefined ? [] : [[word, other] as const];
  });
  if (a.suffix !== undefined && b.suffix !== undefined) pairs.push([a.suffix, b.suffix]);
  const isShortSuffix = a.suffix?.text !== b.suffix?.text;
  const reasons = commonReasons({
    pairs,
    readings: [a.reading, b.reading],
    isAbbreviated: isAbbreviated || isShortSuffix,
    isJoined,
  });
  if (!isJoined && a.particles !== b.particles) reasons.push('particles');
  return reasons;
}
