import { compareLetters } from './letters.js';
import { type Phrase, comparePhrases } from './phrases.js';
import { PLACE_WORDS, STATES, STREET_TYPES } from './tables.js';
import {
  type Comparison,
  limitToSimilar,
  addReasonIfEqual,
  findBest,
  different,
  equal,
} from './verdict.js';
import { type Word, isCertainParticle, joinWords, readWords } from './words.js';

/** Compares the names of two towns, districts or streets. The names may be exchanged. */
export function comparePlaces(a: string, b: string): Comparison {
  return compareLetters(a, b) ?? comparePhrases(readPlace(a), readPlace(b), PLACE_WORDS);
}

function readPlace(text: string): Phrase {
  const splitText = readWords(text);
  const { words: allWords } = splitText;
  const words = allWords.filter((word, at) => !isParticle(word, at, allWords));
  const particles = allWords.filter((word, at) => isParticle(word, at, allWords));
  return { splitText, words, particles: joinWords(particles) };
}

function isParticle(word: Word, at: number, all: readonly Word[]): boolean {
  const isInside = at > 0 && at < all.length - 1;
  if (word.text === 'E') return isInside;
  // `D Água` is `da Água`, and `D. Pedro` is Dom Pedro.
  const isElided = word.text === 'D' && at > 0 && !word.isDotted;
  return isCertainParticle(word) || (isElided && /^[AEIOU]/.test(all[at + 1]?.text ?? ''));
}

const STATE_AT_END = /(?<=[^\s(/,–-])\s*[(/,–-]\s*([A-Za-z]{2})(?:\s*\))?$/;

/** Compares a cell with the town of a record. `state`: the code of its state, or '' if it is unknown. */
export function compareTowns(cell: string, town: string, state: string): Comparison {
  const plain = comparePlaces(cell, town);
  if (plain.verdict === 'equal' || plain.verdict === '') return plain;
  const stateMatch = STATE_AT_END.exec(cell.trimEnd());
  const writtenState = stateMatch?.[1]?.toUpperCase() ?? '';
  if (stateMatch === null || !STATES.has(writtenState)) return plain;
  const found = comparePlaces(cell.slice(0, stateMatch.index), town);
  if (found.verdict === 'different') return found;
  if (state === '') return limitToSimilar(found, 'state_code');
  const isSame = writtenState === state.toUpperCase();
  return isSame ? addReasonIfEqual(found, 'state_code') : different('another_state');
}

/**
 * Compares a cell with the code of a state. No verdict is `similar`, because names of states are alike: Pará, Paraná.
 */
export function compareStates(cell: string, code: string): Comparison {
  const quick = compareLetters(cell, code);
  if (quick !== undefined) return quick;
  const { words } = readPlace(cell);
  const wanted = code.trim().toUpperCase();
  if (joinWords(words) === wanted) return equal('punctuation');
  const name = words.map(({ text }) => text).join(' ');
  return name === STATES.get(wanted) ? equal('state_code') : different('another_state');
}

/** Compares a cell with the street of a record. `type`: its kind (`RUA`), which is another field of the record. */
export function compareStreets(cell: string, street: string, type: string): Comparison {
  const withoutType = comparePlaces(cell, street);
  if (withoutType.verdict === 'equal' || withoutType.verdict === '') return withoutType;
  const withType = compareStreetWithType(cell, street, type);
  const [beforeNumber = ''] = cell.split(/,|\s-\s|\sn[º°o.]/i);
  if (withType.verdict !== 'different' || beforeNumber === cell)
    return findBest([withType, withoutType]);
  return findBest([
    withType,
    limitToSimilar(compareStreetWithType(beforeNumber, street, type), 'more_text'),
  ]);
}

/** Compares a cell with the kind of a street. */
export function compareStreetTypes(cell: string, type: string): Comparison {
  const found = comparePlaces(cell, type);
  const kind = findStreetType(cell);
  const isShort =
    found.verdict === 'different' && kind !== undefined && kind === findStreetType(type);
  return isShort ? equal('abbreviated') : found;
}

function compareStreetWithType(cell: string, street: string, type: string): Comparison {
  const [cellParts, recordParts] = [splitType(cell), splitType(street)];
  const recordType = findStreetType(type) ?? recordParts.type;
  const names = [street, recordParts.name].map((name) => comparePlaces(cellParts.name, name));
  const found = findBest(names);
  if (cellParts.type === undefined || found.verdict === 'different') return found;
  if (recordType !== undefined && recordType !== cellParts.type)
    return different('another_street_type');
  return addReasonIfEqual(found, 'street_type');
}

/** Splits a street into its kind and its name: `R. das Flores`. */
function splitType(street: string): { type: string | undefined; name: string } {
  const [, first = '', name = ''] = /^\s*([\p{L}\p{M}]+)[.\s]\s*(.*)$/su.exec(street) ?? [];
  const type = name === '' ? undefined : findStreetType(first);
  return type === undefined ? { type, name: street } : { type, name };
}

function findStreetType(text: string): string | undefined {
  const [word] = readWords(text).words;
  return word && STREET_TYPES.get(word.text);
}
