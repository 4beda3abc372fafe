import { readWords, repaired, saysSomething } from './letters.js';
import { compareLetters } from './people.js';
import { type Comparison, NOTHING, SAME, different, equal } from './verdict.js';
import { joined } from './words.js';

/** Compares texts that are either the same or not, but for case, accents, punctuation and blanks. */
export function compareTexts(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  const [one, other] = [readWords(repaired(a)), readWords(repaired(b))];
  if (joined(one.words) !== joined(other.words)) return different('another_text');
  return equal(one.marks === other.marks ? 'blanks' : 'punctuation');
}

/** Compares the numbers of houses: `nº 100`, `S/N`. */
export function compareHouseNumbers(a: string, b: string): Comparison {
  const found = compareTexts(a, b);
  if (found.verdict !== 'different') return found;
  return houseNumber(a) === houseNumber(b) ? equal('format') : different('another_number');
}

function houseNumber(text: string): string {
  const bare = joined(readWords(text).words).replace(/^(?:NUMERO|NUM|NO|N)(?=\d)/, '');
  if (/^(?:SN|SNO|SEMNUMERO)$/.test(bare)) return 'SN';
  return bare.replace(/^0+(?=\d)/, '');
}

/** Compares addresses of e-mail, in which every sign but the case counts. */
export function compareEmails(a: string, b: string): Comparison {
  if (!saysSomething(a) || !saysSomething(b)) return NOTHING;
  const [one, other] = [a.trim(), b.trim()];
  if (one === other) return a === b ? SAME : equal('blanks');
  return one.toLowerCase() === other.toLowerCase() ? equal('case') : different('another_text');
}

/** What a cell may say in place of the letter of a record. */
const LETTERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  F: ['F', 'FEM', 'FEMININO', 'FEMALE', 'MULHER'],
  M: ['M', 'MASC', 'MASCULINO', 'MALE', 'HOMEM'],
  S: ['S', 'SIM', 'Y', 'YES', 'TRUE', 'VERDADEIRO'],
  N: ['N', 'NAO', 'NO', 'FALSE', 'FALSO'],
};

/** Compares a cell with a letter of a record: `F`, `M`; `S`, `N`. */
export function compareLetterCodes(cell: string, letter: string): Comparison {
  const quick = compareLetters(cell, letter);
  if (quick !== undefined) return quick;
  const written = joined(readWords(cell).words);
  return LETTERS[letter]?.includes(written) ? equal('abbreviated') : different('another_text');
}

/** Compares a cell with a text whose abbreviation stands behind it: `Microempresa (ME)`. */
export function compareAbbreviated(cell: string, text: string): Comparison {
  const [, full = '', short = ''] = /^(.*)\(([^()]*)\)\s*$/.exec(text) ?? [];
  const found = compareTexts(cell, text);
  if (found.verdict !== 'different' || short === '') return found;
  const isPart = [full, short].some((part) => compareTexts(cell, part).verdict === 'equal');
  return isPart ? equal('abbreviated') : found;
}
