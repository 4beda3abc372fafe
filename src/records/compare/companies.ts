import { compareLetters } from './letters.js';
import { comparePeople } from './people.js';
import { type Phrase, comparePhrases } from './phrases.js';
import { COMPANY_STATES, COMPANY_WORDS, FORMS, FORMS_ANYWHERE } from './tables.js';
import {
  type Comparison,
  type Reason,
  atMostSimilar,
  different,
  equal,
  similar,
} from './verdict.js';
import { type Word, isSmall, joined, readWords } from './words.js';

/** A company's name as it is compared; single letters in a row are one word. */
interface CompanyName extends Phrase {
  readonly forms: ReadonlySet<string>;
  /** How the forms were written, and that they stood inside: `LIMITADA …`. */
  readonly writtenForms: string;
  /** The CPF behind, or the beginning of the CNPJ before the name of a sole trader. */
  readonly number: string;
  /** `EM RECUPERACAO JUDICIAL`, or ''. */
  readonly state: string;
}

/** Compares the names of two companies, whichever comes first. */
export function compareCompanies(a: string, b: string): Comparison {
  return compareLetters(a, b) ?? compareRead(readCompany(a, false), readCompany(b, false));
}

/** Compares the name of a sole trader, which is that of a person, perhaps with a CPF or a part of the CNPJ beside it. */
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
  return words.map(({ cased, isDotted }) => (isDotted ? `${cased}.` : cased)).join(' ');
}

function compareRead(a: CompanyName, b: CompanyName): Comparison {
  const [numberA, numberB] = [a.number.replaceAll(/\D/g, ''), b.number.replaceAll(/\D/g, '')];
  const isOtherNumber = numberA.length === numberB.length && numberA !== numberB;
  if (isOtherNumber) return different('another_number');
  const found = comparePhrases(a, b, COMPANY_WORDS);
  if (found.verdict === 'different') return found;
  const doubts: Reason[] = found.verdict === 'similar' ? [...found.reasons] : [];
  const isSameText = joined(a.reading.words) === joined(b.reading.words);
  if (!isSameText && haveOtherForm(a, b)) doubts.push('legal_form');
  if (a.state !== b.state) doubts.push('company_state');
  if (doubts.length > 0) return similar(...doubts);
  const reasons = [...found.reasons];
  if (!isSameText && a.writtenForms !== b.writtenForms) reasons.push('legal_form');
  if (numberA !== numberB) reasons.push('registration_number');
  else if (a.number !== b.number) reasons.push('punctuation');
  return equal(...reasons);
}

/** A form that was left out is none other: LTDA, and nothing; but not LTDA and S/A. */
function haveOtherForm({ forms: a }: CompanyName, { forms: b }: CompanyName): boolean {
  const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
    Array.from(some).every((form) => all.has(form));
  return !isWithin(a, b) && !isWithin(b, a);
}

function readCompany(text: string, isSoleTrader: boolean): CompanyName {
  const { bare, number } = takeNumber(text);
  const reading = readWords(bare);
  const { words: stateless, state } = takeState(reading.words);
  const { words: formless, forms, written } = takeForms(stateless, isSoleTrader);
  const kept: Word[] = [];
  let particles = '';
  for (const [at, word] of formless.entries()) {
    if (isParticle(formless, at)) particles += `${word.accented} `;
    else kept.push(isPreposition(formless, at) ? { ...word, isWhole: true } : word);
  }
  return {
    reading,
    words: joinLetters(kept.length > 0 ? kept : formless),
    particles,
    forms: new Set(forms.map((form) => FORMS.get(form) ?? form)),
    writtenForms: written,
    number,
    state,
  };
}

const ROOT_BEFORE = /^(\d{2}\.?\d{3}\.?\d{3})\s+(?=\S)/;
const CPF_BEHIND = /(?<=\S)\s+(\d{3}\.?\d{3}\.?\d{3}-?\d{2})$/;

/** Takes off what the registry writes beside the name of a sole trader. */
function takeNumber(written: string): { bare: string; number: string } {
  const text = written.trim();
  const isOutside = text.charAt(0) <= '9' || text.charAt(text.length - 1) <= '9';
  const found = isOutside ? (ROOT_BEFORE.exec(text) ?? CPF_BEHIND.exec(text)) : null;
  if (found === null) return { bare: written, number: '' };
  const [match, number = ''] = found;
  return { bare: text.replace(match, ' ').trim(), number };
}

const STATE_BEGINS: ReadonlySet<string> = new Set(COMPANY_STATES.map(([first = '']) => first));

function takeState(words: readonly Word[]): { words: readonly Word[]; state: string } {
  const from = words.findIndex(({ text }, at) => at > 0 && STATE_BEGINS.has(text));
  if (from < 0) return { words, state: '' };
  const behind = words.slice(from);
  const state = COMPANY_STATES.find((all) => all.every((text, at) => behind[at]?.text === text));
  if (state === undefined) return { words, state: '' };
  return { words: words.toSpliced(from, state.length), state: state.join(' ') };
}

/** Takes off legal forms: LTDA anywhere but in front, S/A where it is written so or ends the name, ME only at the end. */
function takeForms(all: readonly Word[], isSoleTrader: boolean) {
  const words: Word[] = [];
  const forms: string[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at];
    if (word === undefined) continue;
    // A sole trader is no S/A.
    const pair = isSoleTrader ? undefined : pairOf(all, at);
    if (pair !== undefined) {
      forms.push(pair);
      at++;
    } else if (at > 0 && FORMS_ANYWHERE.has(word.text)) forms.push(word.text);
    else words.push(word);
  }
  const before = forms.length;
  while (words.length > 1 && isFormAtEnd(words, forms.length > 0, isSoleTrader)) {
    forms.splice(before, 0, words.pop()?.text ?? '');
  }
  const isInside = forms.length > 0 && words.at(-1) === all.at(-1);
  return { words, forms, written: forms.join(' ') + (isInside ? ' …' : '') };
}

/** Returns the form that a word is with the next one: S/A, S. A., S/S, S/C, SOCIEDADE ANONIMA. */
function pairOf(all: readonly Word[], at: number): string | undefined {
  const [before, word, next] = [all[at - 1], all[at], all[at + 1]];
  if (before === undefined || word === undefined || next === undefined) return undefined;
  if (word.text === 'SOCIEDADE' && next.text === 'ANONIMA') return 'SOCIEDADEANONIMA';
  if (word.text !== 'S' || next.text.length !== 1 || !'ASC'.includes(next.text)) return undefined;
  const isSpaced = at + 2 === all.length && next.text === 'A';
  const isWritten = word.after === '/' || (word.isDotted && next.isDotted) || isSpaced;
  // The initials J. S. A. are no S.A.
  return isWritten && before.text.length > 1 ? `S${next.text}` : undefined;
}

/**
 * Returns whether the last word is a form. SA is also the last name Sá, so it is none with an accent, behind a particle,
 * beside another form or of a sole trader; MEI is a name too, and `me` a word: `Leva-me`.
 */
function isFormAtEnd(words: readonly Word[], hasForm: boolean, isSoleTrader: boolean): boolean {
  const [word, before] = [words.at(-1), words.at(-2)];
  if (word === undefined || before === undefined || !FORMS.has(word.text)) return false;
  if (word.text === 'ME') return before.after !== '-';
  if (word.text === 'MEI') return words.length > 2;
  if (word.text !== 'SA') return true;
  const isName = isSmall(before) || before.text === 'E' || word.accented !== 'SA';
  return !hasForm && !isName && !isSoleTrader;
}

/** COM without a dot is Comércio only beside a particle: COM DE ALIMENTOS, IND E COM. */
function isPreposition(all: readonly Word[], at: number): boolean {
  const word = all[at];
  if (word?.text !== 'COM' || word.isDotted) return false;
  return ![all[at - 1], all[at + 1]].some((it) => it && (it.text === 'E' || isSmall(it)));
}

/** An `E` in front, with a dot, or beside another letter is an initial: E. SILVA, J E SILVA, M & M. */
function isParticle(all: readonly Word[], at: number): boolean {
  const [before, word, next] = [all[at - 1], all[at], all[at + 1]];
  if (word?.text !== 'E') return word !== undefined && isSmall(word);
  if (before === undefined || next === undefined || word.isDotted) return false;
  return before.text.length > 1 && next.text.length > 1;
}

/** Joins single letters that follow each other: A.B.C., A B C. */
function joinLetters(words: readonly Word[]): readonly Word[] {
  const isLone = (word: Word | undefined) => word !== undefined && /^[A-Z]$/.test(word.text);
  if (!words.some((word, at) => isLone(word) && isLone(words[at + 1]))) return words;
  const all: Word[] = [];
  for (const [at, word] of words.entries()) {
    const last = all.at(-1);
    if (last === undefined || !isLone(word) || !isLone(words[at - 1])) all.push(word);
    else {
      const both = (of: 'text' | 'cased' | 'accented') => last[of] + word[of];
      const [text, cased, accented] = [both('text'), both('cased'), both('accented')];
      all[all.length - 1] = { ...word, text, cased, accented };
    }
  }
  return all;
}
