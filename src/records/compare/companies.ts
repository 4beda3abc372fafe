import { compareLetters } from './letters.js';
import { comparePeople } from './people.js';
import { type Phrase, comparePhrases } from './phrases.js';
import { COMPANY_STATES, COMPANY_WORDS, LEGAL_FORMS, LEGAL_FORMS_ANYWHERE } from './tables.js';
import {
  type Comparison,
  type Reason,
  limitToSimilar,
  different,
  equal,
  similar,
} from './verdict.js';
import { type Word, isCertainParticle, joinWords, readWords } from './words.js';

/** A company's name as it is compared; single letters in a row are one word. */
interface CompanyName extends Phrase {
  readonly legalForms: ReadonlySet<string>;
  /** The legal forms as they were written, with ` …` if other words follow them: `LIMITADA …`. */
  readonly legalFormsText: string;
  /** The CPF after, or the beginning of the CNPJ before, the name of a sole trader. */
  readonly number: string;
  /** The state of the company, an entry of `COMPANY_STATES` such as `EM RECUPERACAO JUDICIAL`, or ''. */
  readonly state: string;
}

/** Compares the names of two companies. The names may be exchanged. */
export function compareCompanies(a: string, b: string): Comparison {
  return compareLetters(a, b) ?? compareCompanyNames(readCompany(a, false), readCompany(b, false));
}

/** Compares the names of two sole traders: names of people, perhaps with a CPF after them or part of a CNPJ before. */
export function compareSoleTraders(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  const [one, other] = [readCompany(a, true), readCompany(b, true)];
  const found = compareCompanyNames(one, other);
  if (found.verdict === 'equal' || found.reasons[0] === 'another_number') return found;
  const people = comparePeople(buildPersonName(one), buildPersonName(other));
  return haveDifferentForms(one, other) ? limitToSimilar(people, 'legal_form') : people;
}

function buildPersonName({ words }: CompanyName): string {
  return words.map(({ cased, isDotted }) => (isDotted ? `${cased}.` : cased)).join(' ');
}

function compareCompanyNames(a: CompanyName, b: CompanyName): Comparison {
  const [numberA, numberB] = [a.number.replaceAll(/\D/g, ''), b.number.replaceAll(/\D/g, '')];
  const haveOtherNumber = numberA.length === numberB.length && numberA !== numberB;
  if (haveOtherNumber) return different('another_number');
  const found = comparePhrases(a, b, COMPANY_WORDS);
  if (found.verdict === 'different') return found;
  const differences: Reason[] = found.verdict === 'similar' ? [...found.reasons] : [];
  const isSameText = joinWords(a.splitText.words) === joinWords(b.splitText.words);
  if (!isSameText && haveDifferentForms(a, b)) differences.push('legal_form');
  if (a.state !== b.state) differences.push('company_state');
  if (differences.length > 0) return similar(...differences);
  const reasons = [...found.reasons];
  if (!isSameText && a.legalFormsText !== b.legalFormsText) reasons.push('legal_form');
  if (numberA !== numberB) reasons.push('registration_number');
  else if (a.number !== b.number) reasons.push('punctuation');
  return equal(...reasons);
}

/** Returns whether the legal forms differ: those of LTDA and S/A do, but a form may also be missing on one side. */
function haveDifferentForms(
  { legalForms: a }: CompanyName,
  { legalForms: b }: CompanyName,
): boolean {
  const areAllIn = (forms: ReadonlySet<string>, all: ReadonlySet<string>) =>
    Array.from(forms).every((form) => all.has(form));
  return !areAllIn(a, b) && !areAllIn(b, a);
}

function readCompany(text: string, isSoleTrader: boolean): CompanyName {
  const { bare, number } = removeNumber(text);
  const splitText = readWords(bare);
  const { words: wordsWithoutState, state } = removeState(splitText.words);
  const { words: nameWords, forms, legalFormsText } = removeForms(wordsWithoutState, isSoleTrader);
  const words: Word[] = [];
  let particles = '';
  for (const [at, word] of nameWords.entries()) {
    if (isParticle(nameWords, at)) particles += `${word.accented} `;
    else words.push(isPreposition(nameWords, at) ? { ...word, isNoAbbreviation: true } : word);
  }
  return {
    splitText,
    words: joinLetters(words.length > 0 ? words : nameWords),
    particles,
    legalForms: new Set(forms.map((form) => LEGAL_FORMS.get(form) ?? form)),
    legalFormsText,
    number,
    state,
  };
}

const ROOT_AT_START = /^(\d{2}\.?\d{3}\.?\d{3})\s+(?=\S)/;
const CPF_AT_END = /(?<=\S)\s+(\d{3}\.?\d{3}\.?\d{3}-?\d{2})$/;

/** Removes the CPF or the part of a CNPJ that the registry writes beside the name of a sole trader. */
function removeNumber(written: string): { bare: string; number: string } {
  const text = written.trim();
  const mayHaveNumber = text.charAt(0) <= '9' || text.charAt(text.length - 1) <= '9';
  const found = mayHaveNumber ? (ROOT_AT_START.exec(text) ?? CPF_AT_END.exec(text)) : null;
  if (found === null) return { bare: written, number: '' };
  const [match, number = ''] = found;
  return { bare: text.replace(match, ' ').trim(), number };
}

const FIRST_WORDS_OF_STATES: ReadonlySet<string> = new Set(
  COMPANY_STATES.map(([first = '']) => first),
);

function removeState(words: readonly Word[]): { words: readonly Word[]; state: string } {
  const start = words.findIndex(({ text }, at) => at > 0 && FIRST_WORDS_OF_STATES.has(text));
  if (start < 0) return { words, state: '' };
  const following = words.slice(start);
  const state = COMPANY_STATES.find((all) => all.every((text, at) => following[at]?.text === text));
  if (state === undefined) return { words, state: '' };
  return { words: words.toSpliced(start, state.length), state: state.join(' ') };
}

/**
 * Removes legal forms: LTDA anywhere but at the start, S/A with its slash or dots anywhere after the first word, ME
 * only at the end.
 */
function removeForms(all: readonly Word[], isSoleTrader: boolean) {
  const words: Word[] = [];
  const forms: string[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at];
    if (word === undefined) continue;
    // A sole trader is no S/A.
    const pair = isSoleTrader ? undefined : findFormOfTwoWords(all, at);
    if (pair !== undefined) {
      forms.push(pair);
      at++;
    } else if (at > 0 && LEGAL_FORMS_ANYWHERE.has(word.text)) forms.push(word.text);
    else words.push(word);
  }
  const formsInside = forms.length;
  while (words.length > 1 && isFormAtEnd(words, forms.length > 0, isSoleTrader)) {
    forms.splice(formsInside, 0, words.pop()?.text ?? '');
  }
  const endsWithOtherWord = forms.length > 0 && words.at(-1) === all.at(-1);
  return { words, forms, legalFormsText: forms.join(' ') + (endsWithOtherWord ? ' …' : '') };
}

/** Returns the legal form that a word and the next one make: S/A, S. A., S/S, S/C, SOCIEDADE ANONIMA. */
function findFormOfTwoWords(all: readonly Word[], at: number): string | undefined {
  const [previous, word, next] = [all[at - 1], all[at], all[at + 1]];
  if (previous === undefined || word === undefined || next === undefined) return undefined;
  if (word.text === 'SOCIEDADE' && next.text === 'ANONIMA') return 'SOCIEDADEANONIMA';
  if (word.text !== 'S' || next.text.length !== 1 || !'ASC'.includes(next.text)) return undefined;
  const isSpacedAtEnd = at + 2 === all.length && next.text === 'A';
  const isForm = word.after === '/' || (word.isDotted && next.isDotted) || isSpacedAtEnd;
  // The initials J. S. A. are no S.A.
  return isForm && previous.text.length > 1 ? `S${next.text}` : undefined;
}

/**
 * Returns whether the last word is a legal form. SA may be the last name Sá: with an accent, after a particle, beside
 * another form, or in the name of a sole trader. MEI may be a name if only one word is before it, and `me` a pronoun:
 * `Leva-me`.
 */
function isFormAtEnd(words: readonly Word[], hasForm: boolean, isSoleTrader: boolean): boolean {
  const [word, previous] = [words.at(-1), words.at(-2)];
  if (word === undefined || previous === undefined || !LEGAL_FORMS.has(word.text)) return false;
  if (word.text === 'ME') return previous.after !== '-';
  if (word.text === 'MEI') return words.length > 2;
  if (word.text !== 'SA') return true;
  const isName = isCertainParticle(previous) || previous.text === 'E' || word.accented !== 'SA';
  return !hasForm && !isName && !isSoleTrader;
}

/** Returns whether a word is the preposition `com`. It means `Comércio` with a dot, or beside a particle: IND E COM. */
function isPreposition(all: readonly Word[], at: number): boolean {
  const word = all[at];
  if (word?.text !== 'COM' || word.isDotted) return false;
  const neighbours = [all[at - 1], all[at + 1]];
  return !neighbours.some((each) => each && (each.text === 'E' || isCertainParticle(each)));
}

/** Returns whether a word is a particle. An `E` at an end, with a dot, or beside a letter is an initial: J E SILVA. */
function isParticle(all: readonly Word[], at: number): boolean {
  const [previous, word, next] = [all[at - 1], all[at], all[at + 1]];
  if (word?.text !== 'E') return word !== undefined && isCertainParticle(word);
  if (previous === undefined || next === undefined || word.isDotted) return false;
  return previous.text.length > 1 && next.text.length > 1;
}

/** Joins single letters that follow each other into one word: A.B.C., A B C. */
function joinLetters(words: readonly Word[]): readonly Word[] {
  const isLetter = (word: Word | undefined) => word !== undefined && /^[A-Z]$/.test(word.text);
  if (!words.some((word, at) => isLetter(word) && isLetter(words[at + 1]))) return words;
  const joinedWords: Word[] = [];
  for (const [at, word] of words.entries()) {
    const last = joinedWords.at(-1);
    if (last === undefined || !isLetter(word) || !isLetter(words[at - 1])) joinedWords.push(word);
    else {
      const concatenate = (property: 'text' | 'cased' | 'accented') =>
        last[property] + word[property];
      const [text, cased, accented] = [
        concatenate('text'),
        concatenate('cased'),
        concatenate('accented'),
      ];
      joinedWords[joinedWords.length - 1] = { ...word, text, cased, accented };
    }
  }
  return joinedWords;
}
