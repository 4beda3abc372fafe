import { type CompanyName, readCompany } from './company-name.js';
import { COMPANY_WORDS } from './company-words.js';
import { type Word, isDotted } from './letters.js';
import { compareLetters, comparePeople } from './people.js';
import {
  type Comparison,
  type Reason,
  atMostSimilar,
  different,
  equal,
  similar,
} from './verdict.js';
import { commonReasons, haveSameWords, joined, relateShort } from './words.js';

/** Compares the names of two companies, whichever comes first. */
export function compareCompanies(a: string, b: string): Comparison {
  return compareLetters(a, b) ?? compareRead(readCompany(a), readCompany(b));
}

/**
 * Compares the name of a sole trader, which is the name of a person, perhaps with a CPF or a part of the CNPJ beside it.
 */
export function compareSoleTraders(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  const [one, other] = [readCompany(a, true), readCompany(b, true)];
  const found = compareRead(one, other);
  if (found.verdict === 'equal' || found.reasons[0] === 'another_number') return found;
  const people = comparePeople(asPerson(one), asPerson(other));
  return haveOtherForm(one, other) ? atMostSimilar(people, 'legal_form') : people;
}

function asPerson({ words }: CompanyName): string {
  return words.map((word) => (isDotted(word) ? `${word.raw}.` : word.raw)).join(' ');
}

function compareRead(a: CompanyName, b: CompanyName): Comparison {
  if (a.number.length === b.number.length && a.number !== b.number) {
    return different('another_number');
  }
  const found = compareWords(a, b);
  if (found.verdict === 'different') return found;
  const doubts: Reason[] = found.verdict === 'similar' ? [...found.reasons] : [];
  const isSameText = a.whole === b.whole;
  if (!isSameText && haveOtherForm(a, b)) doubts.push('legal_form');
  if (a.state !== b.state) doubts.push('company_state');
  if (doubts.length > 0) return similar(...doubts);
  const reasons = [...found.reasons];
  if (!isSameText && a.writtenForms !== b.writtenForms) reasons.push('legal_form');
  if (a.number !== b.number) reasons.push('registration_number');
  else if (a.writtenNumber !== b.writtenNumber) reasons.push('punctuation');
  if (a.isRepaired !== b.isRepaired) reasons.push('encoding');
  return equal(...reasons);
}

/** A form that was left out is none other: LTDA, and nothing; but not LTDA and S/A. */
function haveOtherForm(a: CompanyName, b: CompanyName): boolean {
  const isWithin = (some: CompanyName, all: CompanyName) =>
    Array.from(some.forms).every((form) => all.forms.has(form));
  return !isWithin(a, b) && !isWithin(b, a);
}

function compareWords(a: CompanyName, b: CompanyName): Comparison {
  const isJoined = a.whole === b.whole || joined(a.words) === joined(b.words);
  const pairs = a.words.map((word, at) => relateShort(word, b.words[at], COMPANY_WORDS));
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
  const areSpaced = a.hasLetters !== b.hasLetters && a.reading.marks === b.reading.marks;
  return equal(...equalReasons(a, b, pairs.includes('abbreviated'), !isPaired || areSpaced));
}

/** `A Gente` is not `Agente`; but `D Avila` is `D'Avila`. */
function hasLoneLetter({ words }: CompanyName): boolean {
  return words.some(({ text }) => text.length === 1 && text !== 'D');
}

function isWithin(some: readonly Word[], all: readonly Word[]): boolean {
  let at = 0;
  for (const { text } of all) if (some[at]?.text === text) at++;
  return at === some.length;
}

function equalReasons(
  a: CompanyName,
  b: CompanyName,
  isAbbreviated: boolean,
  isJoined: boolean,
): Reason[] {
  const pairs = a.words.flatMap((word, at) => {
    const other = b.words[at];
    return other === undefined ? [] : [[word, other] as const];
  });
  const readings = [a.reading, b.reading] as const;
  const reasons = commonReasons({ pairs, readings, isAbbreviated, isJoined });
  if (!isJoined && a.particles !== b.particles) reasons.push('particles');
  return reasons;
}
