import { compareLetters } from './letters.js';
import { type Phrase, comparePhrases } from './phrases.js';
import { PLACE_WORDS, STATES, STREET_TYPES } from './tables.js';
import { type Comparison, atMostSimilar, because, bestOf, different, equal } from './verdict.js';
import { type Word, isSmall, joined, readWords } from './words.js';

/** Compares the names of two towns, quarters or streets, whichever comes first. */
export function comparePlaces(a: string, b: string): Comparison {
  return compareLetters(a, b) ?? comparePhrases(readPlace(a), readPlace(b), PLACE_WORDS);
}

function readPlace(text: string): Phrase {
  const reading = readWords(text);
  const { words: all } = reading;
  const words = all.filter((word, at) => !isParticle(word, at, all));
  const particles = all.filter((word, at) => isParticle(word, at, all));
  return { reading, words, particles: joined(particles) };
}

function isParticle(word: Word, at: number, all: readonly Word[]): boolean {
  const isInside = at > 0 && at < all.length - 1;
  if (word.text === 'E') return isInside;
  // `D Água` is `da Água`, and `D. Pedro` is Dom Pedro.
  const isElided = word.text === 'D' && at > 0 && !word.isDotted;
  return isSmall(word) || (isElided && /^[AEIOU]/.test(all[at + 1]?.text ?? ''));
}

const STATE_BEHIND = /(?<=[^\s(/,–-])\s*[(/,–-]\s*([A-Za-z]{2})(?:\s*\))?$/;

/** Compares a cell with the town of a record, in this state if it is known. */
export function compareTowns(cell: string, town: string, state: string): Comparison {
  const plain = comparePlaces(cell, town);
  if (plain.verdict === 'equal' || plain.verdict === '') return plain;
  const behind = STATE_BEHIND.exec(cell.trimEnd());
  const written = behind?.[1]?.toUpperCase() ?? '';
  if (behind === null || !STATES.has(written)) return plain;
  const found = comparePlaces(cell.slice(0, behind.index), town);
  if (found.verdict === 'different') return found;
  if (state === '') return atMostSimilar(found, 'state_code');
  const isSame = written === state.toUpperCase();
  return isSame ? because(found, 'state_code') : different('another_state');
}

/** Compares a cell with the code of a state. Two names of states differ in little (Pará, Paraná), so none is similar. */
export function compareStates(cell: string, code: string): Comparison {
  const quick = compareLetters(cell, code);
  if (quick !== undefined) return quick;
  const { words } = readPlace(cell);
  const wanted = code.trim().toUpperCase();
  if (joined(words) === wanted) return equal('punctuation');
  const name = words.map(({ text }) => text).join(' ');
  return name === STATES.get(wanted) ? equal('state_code') : different('another_state');
}

/** Compares a cell with the street of a record, whose kind (`RUA`) is a field of its own there. */
export function compareStreets(cell: string, street: string, type: string): Comparison {
  const plain = comparePlaces(cell, street);
  if (plain.verdict === 'equal' || plain.verdict === '') return plain;
  const whole = compareTyped(cell, street, type);
  const [head = ''] = cell.split(/,|\s-\s|\sn[º°o.]/i);
  if (whole.verdict !== 'different' || head === cell) return bestOf([whole, plain]);
  return bestOf([whole, atMostSimilar(compareTyped(head, street, type), 'more_text')]);
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
  const names = [street, own.name].map((name) => comparePlaces(written.name, name));
  const found = bestOf(names);
  if (written.type === undefined || found.verdict === 'different') return found;
  if (known !== undefined && known !== written.type) return different('another_street_type');
  return because(found, 'street_type');
}

/** Takes the kind off a street: `R. das Flores`. */
function takeType(street: string): { type: string | undefined; name: string } {
  const [, first = '', name = ''] = /^\s*([\p{L}\p{M}]+)[.\s]\s*(.*)$/su.exec(street) ?? [];
  const type = name === '' ? undefined : typeOf(first);
  return type === undefined ? { type, name: street } : { type, name };
}

function typeOf(text: string): string | undefined {
  const [word] = readWords(text).words;
  return word && STREET_TYPES.get(word.text);
}
