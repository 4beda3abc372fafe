import { compareLetters, saysSomething } from './letters.js';
import { LETTERS } from './tables.js';
import {
  type Comparison,
  NOTHING,
  SAME,
  because,
  bestOf,
  different,
  equal,
  similar,
} from './verdict.js';
import { joined, readWords } from './words.js';

/** Compares codes by their letters and digits; a program of spreadsheets may have eaten the first zeros. */
export function compareCodes(cell: string, value: string): Comparison {
  const isMasked = /\d/.test(value) && value.includes('*');
  if (!saysSomething(cell) || !(isMasked || saysSomething(value))) return NOTHING;
  if (cell === value) return SAME;
  // A number of a spreadsheet that was written with decimals.
  const whole = cell.trim().replace(/^(\d+)[.,]0$/, '$1');
  const [one, other] = [codeOf(whole), codeOf(value)];
  if (isMasked) return compareMasked(one, other);
  if (one === other) return equal('punctuation');
  const areDigits = /^\d+$/.test(one) && /^\d+$/.test(other);
  const isPadded = areDigits && withoutZeros(one) === withoutZeros(other);
  return isPadded ? equal('leading_zeros') : different('another_number');
}

function codeOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^0-9A-Z*]/g, '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Compares what is not hidden of a partner's CPF: `***982247**`. */
function compareMasked(cell: string, masked: string): Comparison {
  const digits = cell.padStart(masked.length, '0');
  const shown = Array.from(digits, (digit, at) => (masked[at] === '*' ? '*' : digit)).join('');
  return shown === masked ? similar('masked') : different('another_number');
}

/** Compares a cell that may have several codes with those of a record. */
export function compareSeveralCodes(cell: string, values: readonly string[]): Comparison {
  if (!saysSomething(cell) || !values.some(saysSomething)) return NOTHING;
  const cells = cell.split(/[|;,]/).filter(saysSomething);
  const found = cells.map((each) => bestOf(values.map((value) => compareCodes(each, value))));
  const [first = NOTHING] = found;
  if (cells.length === 1 && values.length === 1) return first;
  const equals = found.filter(({ verdict }) => verdict === 'equal');
  if (equals.length === found.length) return because(first, 'one_of_several');
  return equals.length > 0 ? similar('some_of_several') : different('another_number');
}

/** Compares a cell that may have several telephone numbers with those of a record, area code and number in digits. */
export function comparePhones(cell: string, values: readonly string[]): Comparison {
  if (!saysSomething(cell) || !values.some(saysSomething)) return NOTHING;
  const cells = cell.split(/[|;,/]|\s(?:e|ou)\s/).filter(saysSomething);
  const found = bestOf(cells.flatMap((each) => values.map((value) => comparePhone(each, value))));
  return cells.length === 1 && values.length === 1 ? found : because(found, 'one_of_several');
}

function comparePhone(cell: string, value: string): Comparison {
  if (cell === value) return SAME;
  const [written, other] = [cell.replaceAll(/\D/g, ''), value.replaceAll(/\D/g, '')];
  if (written === other) return equal('punctuation');
  const local = withoutZeros(written);
  if (local === other) return equal('leading_zeros');
  const national = local.length >= 12 && local.startsWith('55') ? local.slice(2) : local;
  if (national === other) return equal('country_code');
  if (national.length >= 8 && other.slice(2) === national) return similar('missing_area_code');
  const withoutNinth = (phone: string) => phone.replace(/^(\d\d)9(\d{8})$/, '$1$2');
  const isNinth = withoutNinth(national) === withoutNinth(other);
  return isNinth ? similar('ninth_digit') : different('another_number');
}

/** Compares amounts of money by value: `R$ 10.000,00`, `10000`, `10,000.00`. */
export function compareAmounts(cell: string, value: string): Comparison {
  if (!saysSomething(cell) || !saysSomething(value)) return NOTHING;
  if (cell === value) return SAME;
  const [one, other] = [readAmount(cell), readAmount(value)];
  return one !== undefined && one === other ? equal('format') : different('another_number');
}

/** Returns an amount with a decimal point and no zeros at its ends, which compares without rounding. */
function readAmount(text: string): string | undefined {
  const bare = text.replace(/R\$/i, '').replaceAll(/\s/g, '');
  const [, sign = '', whole = '', cents = ''] =
    /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/.exec(bare) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/.exec(bare) ??
    /^(-?)(\d{1,3}(?:,\d{3}){2,})$/.exec(bare) ??
    /^(-?)(\d+)(?:[.,](\d*))?$/.exec(bare) ??
    [];
  if (whole === '') return undefined;
  const digits = withoutZeros(whole.replaceAll(/\D/g, ''));
  return `${sign}${digits}.${cents.replace(/(?<!0)0+$/, '')}`;
}

/** Compares texts that are either the same or not, but for case, accents, punctuation and blanks. */
export function compareTexts(a: string, b: string): Comparison {
  const quick = compareLetters(a, b);
  if (quick !== undefined) return quick;
  const [one, other] = [readWords(a), readWords(b)];
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
  return /^(?:SN|SNO|SEMNUMERO)$/.test(bare) ? 'SN' : withoutZeros(bare);
}

/** Compares addresses of e-mail, in which every sign but the case counts. */
export function compareEmails(a: string, b: string): Comparison {
  if (!saysSomething(a) || !saysSomething(b)) return NOTHING;
  if (a === b) return SAME;
  const [one, other] = [a.trim(), b.trim()];
  if (one === other) return equal('blanks');
  return one.toLowerCase() === other.toLowerCase() ? equal('case') : different('another_text');
}

/** Compares a cell with a letter of a record: `F`, `M`; `S`, `N`. */
export function compareLetterCodes(cell: string, letter: string): Comparison {
  const quick = compareLetters(cell, letter);
  if (quick !== undefined) return quick;
  const written = joined(readWords(cell).words);
  return LETTERS.get(written) === letter ? equal('abbreviated') : different('another_text');
}

/** Compares a cell with a text whose abbreviation stands behind it: `Microempresa (ME)`. */
export function compareAbbreviated(cell: string, text: string): Comparison {
  const found = compareTexts(cell, text);
  const [, ...parts] = /^(.*)\(([^()]*)\)\s*$/.exec(text) ?? [];
  const isPart = parts.some((part) => compareTexts(cell, part).verdict === 'equal');
  return found.verdict === 'different' && isPart ? equal('abbreviated') : found;
}
