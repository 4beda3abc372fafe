import { FORMS, FORMS_ANYWHERE, STATES } from './company-words.js';
import { type Reading, type Word, isDotted, readWords, repaired } from './letters.js';
import { isSmall, joined } from './words.js';

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

/** Reads a company's name. A sole trader is no S/A, so `SA` is the last name Sá there. */
export function readCompany(text: string, isSoleTrader = false): CompanyName {
  const mended = repaired(text);
  const { bare, number } = takeNumber(mended);
  const reading = readWords(bare);
  const { rest, state } = takeState(reading.words);
  const found = takeForms(rest, isSoleTrader);
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

const ROOT_BEFORE = /^(\d{2}\.?\d{3}\.?\d{3})\s+(?=\S)/;
const CPF_BEHIND = /(?<=\S)\s+(\d{3}\.?\d{3}\.?\d{3}-?\d{2})$/;

/** Takes off what the registry writes beside the name of a sole trader. */
function takeNumber(written: string): { bare: string; number: string } {
  const text = written.trim();
  const isOutside = isDigit(text.charCodeAt(0)) || isDigit(text.charCodeAt(text.length - 1));
  const [match, number = ''] =
    (isOutside ? (ROOT_BEFORE.exec(text) ?? CPF_BEHIND.exec(text)) : undefined) ?? [];
  return match === undefined
    ? { bare: written, number: '' }
    : { bare: text.replace(match, ' ').trim(), number };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const STATE_WORDS: ReadonlySet<string> = new Set(STATES.map(([first]) => first));

function takeState(words: readonly Word[]): { rest: readonly Word[]; state: string } {
  if (!words.some(({ text }) => STATE_WORDS.has(text))) return { rest: words, state: '' };
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
function takeForms(
  all: readonly Word[],
  isSoleTrader: boolean,
): { words: Word[]; forms: string[]; written: string } {
  const words: Word[] = [];
  const forms: string[] = [];
  let before = 0;
  for (let at = 0; at < all.length; at++) {
    const [word, next] = [all[at], all[at + 1]];
    if (word === undefined) continue;
    const pair = isSoleTrader ? undefined : pairOf(word, next, all[at - 1], at + 2 === all.length);
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
  while (words.length > 1 && isFormAtEnd(words, [...forms, ...behind])) {
    if (isSoleTrader && words.at(-1)?.text === 'SA') break;
    behind.unshift(words.pop()?.text ?? '');
  }
  const found = [...forms, ...behind];
  return { words, forms: found, written: found.join(' ') + (isInside ? ' …' : '') };
}

const SLASH = 0x2f;
const HYPHEN = 0x2d;

/** Returns the form that two words are together: S/A, S. A., S/S, S/C, SOCIEDADE ANONIMA. */
function pairOf(
  word: Word,
  next: Word | undefined,
  before: Word | undefined,
  isLast: boolean,
): string | undefined {
  if (next === undefined || before === undefined) return undefined;
  if (word.text === 'SOCIEDADE' && next.text === 'ANONIMA') return 'SOCIEDADE ANONIMA';
  if (word.text !== 'S' || next.text.length !== 1 || !'ASC'.includes(next.text)) return undefined;
  const isSpaced = isLast && next.text === 'A';
  const isWritten = word.after === SLASH || (isDotted(word) && isDotted(next)) || isSpaced;
  // The initials J. S. A. are no S.A.
  return isWritten && before.text.length > 1 ? `S${next.text}` : undefined;
}

/**
 * Returns whether the last word is a form. SA is also the last name Sá, so it is none with an accent, behind a particle
 * or beside another form; MEI is a name too, and `me` a word: `Leva-me`.
 */
function isFormAtEnd(words: readonly Word[], forms: readonly string[]): boolean {
  const [word, before] = [words.at(-1), words.at(-2)];
  if (word === undefined || before === undefined || FORMS[word.text] === undefined) return false;
  if (word.text === 'ME') return before.after !== HYPHEN;
  if (word.text === 'MEI') return words.length > 2;
  if (word.text !== 'SA') return true;
  const isName = isSmall(before) || before.text === 'E' || !/^sa$/i.test(word.raw);
  return forms.length === 0 && !isName;
}

function takeParticles(all: readonly Word[]): { words: Word[]; particles: string } {
  const words: Word[] = [];
  let particles = '';
  all.forEach((word, at) => {
    const [before, next] = [words.at(-1), all[at + 1]];
    if (isParticle(word, before, next)) particles += `${word.raw.toUpperCase()} `;
    else words.push(isPreposition(all, at) ? { ...word, isWhole: true } : word);
  });
  return { words: words.length > 0 ? words : [...all], particles };
}

/** COM without a dot is Comércio only beside a particle: COM DE ALIMENTOS, IND E COM. */
function isPreposition(all: readonly Word[], at: number): boolean {
  const [before, word, next] = [all[at - 1], all[at], all[at + 1]];
  if (word?.text !== 'COM' || isDotted(word)) return false;
  return ![before, next].some((it) => it !== undefined && (it.text === 'E' || isSmall(it)));
}

/** An `E` in front, with a dot, or beside another letter is an initial: E. SILVA, J E SILVA, M & M. */
function isParticle(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  if (word.text !== 'E') return isSmall(word);
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
