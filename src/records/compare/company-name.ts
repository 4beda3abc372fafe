import { FORMS, FORMS_ANYWHERE, STATES } from './company-words.js';
import { type Reading, type Word, isDotted, readWords, repaired } from './letters.js';
import { PARTICLES, joined } from './words.js';

/** A company's name as it is compared. */
export interface CompanyName {
  readonly reading: Reading;
  /** Without forms, particles and number; single letters in a row are one word. */
  readonly words: readonly Word[];
  readonly forms: ReadonlySet<string>;
  /** How the forms were written, those inside the name apart: `LIMITADA`. */
  readonly writtenForms: string;
  /** The CPF behind, or the beginning of the CNPJ before the name of a sole trader, in digits. */
  readonly number: string;
  readonly writtenNumber: string;
  /** `EM RECUPERACAO JUDICIAL`, or ''. */
  readonly state: string;
  readonly whole: string;
  /** Whether there are single letters in a row. */
  readonly hasLetters: boolean;
  readonly particles: string;
  readonly isRepaired: boolean;
}

export function readCompany(text: string): CompanyName {
  const mended = repaired(text);
  const { bare, number } = takeNumber(mended);
  const reading = readWords(bare);
  const { rest, state } = takeState(reading.words);
  const found = takeForms(rest);
  const apart = takeParticles(found.words);
  const words = joinLetters(apart.words);
  return {
    reading,
    words,
    forms: new Set(found.forms.map((form) => FORMS[form] ?? form)),
    writtenForms: found.written,
    number: number.replaceAll(/\D/g, ''),
    writtenNumber: number,
    state,
    whole: joined(reading.words),
    hasLetters: words.length < apart.words.length,
    particles: apart.particles,
    isRepaired: mended !== text,
  };
}

const ROOT_BEFORE = /^\s*(\d{2}\.?\d{3}\.?\d{3})\s+(?=\S)/;
const CPF_BEHIND = /(?<=\S)\s+(\d{3}\.?\d{3}\.?\d{3}-?\d{2})\s*$/;

/** Takes off what the registry writes beside the name of a sole trader. */
function takeNumber(text: string): { bare: string; number: string } {
  const [match, number = ''] = ROOT_BEFORE.exec(text) ?? CPF_BEHIND.exec(text) ?? [];
  if (match === undefined) return { bare: text, number: '' };
  return { bare: text.replace(match, ' ').trim(), number };
}

function takeState(words: readonly Word[]): { rest: readonly Word[]; state: string } {
  for (const state of STATES) {
    const from = words.findIndex((_, at) =>
      state.every((text, by) => words[at + by]?.text === text),
    );
    if (from > 0) {
      const rest = words.filter((_, at) => at < from || at >= from + state.length);
      return { rest, state: state.join(' ') };
    }
  }
  return { rest: words, state: '' };
}

/** Takes off legal forms: LTDA anywhere but in front, S/A where it is written so or ends the name, ME only at the end. */
function takeForms(all: readonly Word[]): { words: Word[]; forms: string[]; written: string } {
  const words: Word[] = [];
  const forms: string[] = [];
  let before = 0;
  for (let at = 0; at < all.length; at++) {
    const [word, next] = [all[at], all[at + 1]];
    if (word === undefined) continue;
    const pair = at > 0 ? pairOf(word, next, all[at - 1], at + 2 === all.length) : undefined;
    const form = pair ?? (at > 0 && FORMS_ANYWHERE.has(word.text) ? word.text : undefined);
    if (pair !== undefined) at++;
    if (form === undefined) words.push(word);
    else {
      forms.push(form);
      before = words.length;
    }
  }
  const isInside = forms.length > 0 && before < words.length;
  const behind: string[] = [];
  for (let last = words.at(-1); last !== undefined && words.length > 1; last = words.at(-1)) {
    if (!isFormAtEnd(last, words.at(-2), [...forms, ...behind])) break;
    behind.unshift(last.text);
    words.pop();
  }
  const found = [...forms, ...behind];
  return { words, forms: found, written: found.join(' ') + (isInside ? ' …' : '') };
}

const SLASH = 0x2f;

/** Returns the form that two words are together: S/A, S. A., S/S, S/C, SOCIEDADE ANONIMA. */
function pairOf(
  word: Word,
  next: Word | undefined,
  before: Word | undefined,
  isLast: boolean,
): string | undefined {
  if (next === undefined) return undefined;
  if (word.text === 'SOCIEDADE' && next.text === 'ANONIMA') return 'SOCIEDADE ANONIMA';
  if (word.text !== 'S' || next.text.length !== 1 || !'ASC'.includes(next.text)) return undefined;
  // The initials J. S. A. are no S.A.
  const isWritten = word.after === SLASH || (isDotted(word) && isDotted(next)) || isLast;
  const isWhole = before !== undefined && before.text.length > 1;
  return isWritten && isWhole ? `S${next.text}` : undefined;
}

/** Returns whether the last word is a form. SA is also the last name Sá, so it is none with an accent or beside LTDA. */
function isFormAtEnd(word: Word, before: Word | undefined, forms: readonly string[]): boolean {
  if (FORMS[word.text] === undefined) return false;
  if (word.text !== 'SA') return true;
  const isParticled = before !== undefined && (PARTICLES.has(before.text) || before.text === 'E');
  const isAlone = forms.every((form) => form === 'ME' || form === 'EPP');
  return isAlone && !isParticled && /^sa$/i.test(word.raw);
}

function takeParticles(all: readonly Word[]): { words: Word[]; particles: string } {
  const words: Word[] = [];
  let particles = '';
  all.forEach((word, at) => {
    const [before, next] = [words.at(-1), all[at + 1]];
    if (isParticle(word, before, next)) particles += `${word.raw.toUpperCase()} `;
    else words.push(word);
  });
  return { words: words.length > 0 ? words : [...all], particles };
}

/** An `E` in front, with a dot, or beside another letter is an initial: E. SILVA, J E SILVA, M & M. */
function isParticle(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  if (word.text !== 'E')
    return PARTICLES.has(word.text) || (word.text === 'D' && word.after === 0x27);
  if (before === undefined || next === undefined || isDotted(word)) return false;
  return before.text.length > 1 && next.text.length > 1;
}

/** Joins single letters that follow each other: A.B.C., A B C. */
function joinLetters(words: readonly Word[]): Word[] {
  const all: Word[] = [];
  let wasLetter = false;
  for (const word of words) {
    const isLetter = /^[A-Z]$/.test(word.text);
    const last = all.at(-1);
    if (isLetter && wasLetter && last !== undefined) {
      const { text, raw } = last;
      all[all.length - 1] = { text: text + word.text, raw: raw + word.raw, after: word.after };
    } else all.push(word);
    wasLetter = isLetter;
  }
  return all;
}
