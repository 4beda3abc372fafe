import { type Reading, type Word, isDotted, readWords, repaired } from './letters.js';
import { compareLetters } from './people.js';
import { PLACE_WORDS, STATES, STREET_TYPES } from './place-words.js';
import {
  type Comparison,
  type Reason,
  SAME,
  atMostSimilar,
  because,
  different,
  equal,
  isBetter,
  similar,
} from './verdict.js';
import { commonReasons, isSmall, joined, relateShort } from './words.js';

/** Compares the names of two towns, quarters or streets, whichever comes first. */
export function comparePlaces(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  const [one, other] = [repaired(a), repaired(b)];
  const found = compareRead(readWords(one), readWords(other));
  return (one === a) === (other === b) ? found : because(found, 'encoding');
}

function compareRead(a: Reading, b: Reading): Comparison {
  const [one, other] = [withoutParticles(a.words), withoutParticles(b.words)];
  const isJoined = joined(a.words) === joined(b.words) || joined(one) === joined(other);
  const pairs = one.map((word, at) => relateShort(word, other[at], PLACE_WORDS));
  const isPaired = one.length === other.length && !pairs.includes('other');
  if (!isPaired && !isJoined) {
    return different(one.length === other.length ? 'another_word' : 'missing_word');
  }
  const errors = isJoined ? 0 : pairs.filter((pair) => pair === 'typo').length;
  if (errors > 1) return different('two_typing_errors');
  if (errors > 0) return similar('edit_distance 1');
  if (pairs.includes('lost')) return similar('lost_letter');
  const same = one.flatMap((word, at) => {
    const twin = other[at];
    return twin === undefined ? [] : [[word, twin] as const];
  });
  const reasons: Reason[] = commonReasons({
    pairs: same,
    readings: [a, b],
    isAbbreviated: pairs.includes('abbreviated'),
    isJoined: !isPaired,
  });
  const isParticled = a.words.length - one.length !== b.words.length - other.length;
  if (isParticled && isPaired) reasons.push('particles');
  return equal(...reasons);
}

function withoutParticles(words: readonly Word[]): Word[] {
  return words.filter((word, at) => {
    if (word.text === 'E') return at === 0 || at === words.length - 1;
    return !isSmall(word) && !(word.text === 'D' && isElided(word, at, words));
  });
}

/** `D Água` is `da Água`, and `D. Pedro` is Dom Pedro. */
function isElided(word: Word, at: number, words: readonly Word[]): boolean {
  return at > 0 && !isDotted(word) && /^[AEIOU]/.test(words[at + 1]?.text ?? '');
}

const STATE_BEHIND = /(?<=[^\s(/,–-])\s*[(/,–-]\s*([A-Za-z]{2})(?:\s*\))?$/;

/** Compares a cell with the town of a record, in this state if it is known. */
export function compareTowns(cell: string, town: string, state: string): Comparison {
  const plain = comparePlaces(cell, town);
  if (plain.verdict === 'equal' || plain.verdict === '') return plain;
  const behind = STATE_BEHIND.exec(cell.trimEnd());
  const written = behind?.[1]?.toUpperCase() ?? '';
  if (behind === null || STATES[written] === undefined) return plain;
  const name = cell.slice(0, behind.index);
  const found = comparePlaces(name, town);
  if (found.verdict === 'different') return found;
  if (state === '') return atMostSimilar(found, 'state_code');
  return written === state.toUpperCase()
    ? because(found, 'state_code')
    : different('another_state');
}

/** Compares a cell with the code of a state. */
export function compareStates(cell: string, code: string): Comparison {
  const quick = compareLetters(cell, code);
  if (quick !== undefined) return quick;
  const words = withoutParticles(readWords(repaired(cell)).words);
  const short = joined(words);
  const wanted = code.trim().toUpperCase();
  if (short === wanted) return equal('punctuation');
  const name = STATES[wanted];
  if (name === undefined) return different('another_state');
  const isNamed = words.length > 1 || short.length > 2;
  const found = isNamed ? comparePlaces(words.map(({ text }) => text).join(' '), name) : SAME;
  // Two names of states differ in little: Pará, Paraná. So an error is another one.
  return isNamed && found.verdict === 'equal' ? equal('state_code') : different('another_state');
}

/** Compares a cell with the street of a record, whose kind (`RUA`) is a field of its own there. */
export function compareStreets(cell: string, street: string, type: string): Comparison {
  const plain = comparePlaces(cell, street);
  if (plain.verdict === 'equal' || plain.verdict === '') return plain;
  const whole = compareTyped(cell, street, type);
  const [head = ''] = cell.split(/,|\s-\s|\sn[º°o.]/i);
  if (whole.verdict !== 'different' || head === cell) return best(whole, plain);
  return best(whole, atMostSimilar(compareTyped(head, street, type), 'more_text'));
}

/** Compares a cell with the kind of a street. */
export function compareStreetTypes(cell: string, type: string): Comparison {
  const found = comparePlaces(cell, type);
  const kind = typeOf(cell);
  const isShort = found.verdict === 'different' && kind !== undefined && kind === typeOf(type);
  return isShort ? equal('abbreviated') : found;
}

function compareTyped(cell: string, street: string, type: string): Comparison {
  const [written, own] = [takeType(cell), takeType(street)];
  const known = typeOf(type) ?? own.type;
  const found = best(comparePlaces(written.name, street), comparePlaces(written.name, own.name));
  if (written.type === undefined || found.verdict === 'different') return found;
  if (known !== undefined && known !== written.type) return different('another_street_type');
  return because(found, 'street_type');
}

function takeType(street: string): { type: string | undefined; name: string } {
  const { words } = readWords(street);
  const [first, ...rest] = words;
  const type = first === undefined || rest.length === 0 ? undefined : typeOf(first.text);
  return type === undefined || first === undefined
    ? { type: undefined, name: street }
    : { type, name: street.slice(street.indexOf(first.raw) + first.raw.length) };
}

function typeOf(text: string): string | undefined {
  const [word] = readWords(text).words;
  return word === undefined ? undefined : STREET_TYPES[word.text];
}

function best(one: Comparison, other: Comparison): Comparison {
  return isBetter(other, one) ? other : one;
}
