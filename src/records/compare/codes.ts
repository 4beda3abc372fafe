import { compareSpelling, hasContent } from './letters.js';
import { LETTER_OF_WORD } from './tables.js';
import {
  type Comparison,
  NO_VERDICT,
  SAME,
  addReasonIfEqual,
  findBest,
  different,
  equal,
  similar,
} from './verdict.js';
import { joinWords, readWords } from './words.js';

/** Compares codes by their letters and digits; a spreadsheet program may have removed leading zeros from the cell. */
export function compareCodes(cell: string, value: string): Comparison {
  const isMasked = /\d/.test(value) && value.includes('*');
  if (!hasContent(cell) || !(isMasked || hasContent(value))) return NO_VERDICT;
  if (cell === value) return SAME;
  // A program may have written the number with a zero decimal: `123.0`.
  const withoutDecimals = cell.trim().replace(/^(\d+)[.,]0$/, '$1');
  const [one, other] = [normalizeCode(withoutDecimals), normalizeCode(value)];
  if (isMasked) return compareMasked(one, other);
  if (one === other) return equal('punctuation');
  const areDigits = /^\d+$/.test(one) && /^\d+$/.test(other);
  const differOnlyInZeros = areDigits && removeLeadingZeros(one) === removeLeadingZeros(other);
  return differOnlyInZeros ? equal('leading_zeros') : different('another_number');
}

function normalizeCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^0-9A-Z*]/g, '');
}

function removeLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Compares a cell with the digits of a partner's CPF that the service does not hide: `***982247**`. */
function compareMasked(cell: string, masked: string): Comparison {
  const digits = cell.padStart(masked.length, '0');
  const shown = Array.from(digits, (digit, at) => (masked[at] === '*' ? '*' : digit)).join('');
  return shown === masked ? similar('masked') : different('another_number');
}

/** Compares a cell, which may have several codes, with the codes of a record. */
export function compareSeveralCodes(cell: string, values: readonly string[]): Comparison {
  if (!hasContent(cell) || !values.some(hasContent)) return NO_VERDICT;
  const cells = cell.split(/[|;,]/).filter(hasContent);
  const found = cells.map((each) => findBest(values.map((value) => compareCodes(each, value))));
  const [first = NO_VERDICT] = found;
  if (cells.length === 1 && values.length === 1) return first;
  const equalOnes = found.filter(({ verdict }) => verdict === 'equal');
  if (equalOnes.length === found.length) return addReasonIfEqual(first, 'one_of_several');
  return equalOnes.length > 0 ? similar('some_of_several') : different('another_number');
}

/** Compares a cell, which may have several telephone numbers, with those of a record, written `11 33334444`. */
export function comparePhones(cell: string, values: readonly string[]): Comparison {
  if (!hasContent(cell) || !values.some(hasContent)) return NO_VERDICT;
  const cells = cell.split(/[|;,/]|\s(?:e|ou)\s/).filter(hasContent);
  const found = findBest(cells.flatMap((each) => values.map((value) => comparePhone(each, value))));
  return cells.length === 1 && values.length === 1
    ? found
    : addReasonIfEqual(found, 'one_of_several');
}

function comparePhone(cell: string, value: string): Comparison {
  if (cell === value) return SAME;
  const [written, other] = [cell.replaceAll(/\D/g, ''), value.replaceAll(/\D/g, '')];
  if (written === other) return equal('punctuation');
  const local = removeLeadingZeros(written);
  if (local === other) return equal('leading_zeros');
  const national = local.length >= 12 && local.startsWith('55') ? local.slice(2) : local;
  if (national === other) return equal('country_code');
  if (national.length >= 8 && other.slice(2) === national) return similar('missing_area_code');
  const removeNinthDigit = (phone: string) => phone.replace(/^(\d\d)9(\d{8})$/, '$1$2');
  const differOnlyInNinthDigit = removeNinthDigit(national) === removeNinthDigit(other);
  return differOnlyInNinthDigit ? similar('ninth_digit') : different('another_number');
}

/** Compares amounts of money by value: `R$ 10.000,00`, `10000`, `10,000.00`. */
export function compareAmounts(cell: string, value: string): Comparison {
  if (!hasContent(cell) || !hasContent(value)) return NO_VERDICT;
  if (cell === value) return SAME;
  const [one, other] = [readAmount(cell), readAmount(value)];
  return one !== undefined && one === other ? equal('format') : different('another_number');
}

/** Returns an amount as a text for a comparison without rounding: a decimal point, no zeros at either end. */
function readAmount(text: string): string | undefined {
  const amount = text.replace(/R\$/i, '').replaceAll(/\s/g, '');
  const [, sign = '', integerPart = '', cents = ''] =
    /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/.exec(amount) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/.exec(amount) ??
    /^(-?)(\d{1,3}(?:,\d{3}){2,})$/.exec(amount) ??
    /^(-?)(\d+)(?:[.,](\d*))?$/.exec(amount) ??
    [];
  if (integerPart === '') return undefined;
  const digits = removeLeadingZeros(integerPart.replaceAll(/\D/g, ''));
  return `${sign}${digits}.${cents.replace(/(?<!0)0+$/, '')}`;
}

/** Compares texts that are never similar: `equal` if only case, accents, punctuation or blanks differ. */
export function compareTexts(a: string, b: string): Comparison {
  const spelling = compareSpelling(a, b);
  if (spelling !== undefined) return spelling;
  const [one, other] = [readWords(a), readWords(b)];
  if (joinWords(one.words) !== joinWords(other.words)) return different('another_text');
  return equal(one.marks === other.marks ? 'blanks' : 'punctuation');
}

/** Compares house numbers: `nº 100`, `S/N`. */
export function compareHouseNumbers(a: string, b: string): Comparison {
  const found = compareTexts(a, b);
  if (found.verdict !== 'different') return found;
  return normalizeHouseNumber(a) === normalizeHouseNumber(b)
    ? equal('format')
    : different('another_number');
}

function normalizeHouseNumber(text: string): string {
  const bare = joinWords(readWords(text).words).replace(/^(?:NUMERO|NUM|NO|N)(?=\d)/, '');
  return /^(?:SN|SNO|SEMNUMERO)$/.test(bare) ? 'SN' : removeLeadingZeros(bare);
}

/** Compares e-mail addresses, in which every character counts, and only case does not. */
export function compareEmails(a: string, b: string): Comparison {
  if (!hasContent(a) || !hasContent(b)) return NO_VERDICT;
  if (a === b) return SAME;
  const [one, other] = [a.trim(), b.trim()];
  if (one === other) return equal('blanks');
  return one.toLowerCase() === other.toLowerCase() ? equal('case') : different('another_text');
}

/** Compares a cell with a letter of a record: `F`, `M`; `S`, `N`. */
export function compareLetterCodes(cell: string, letter: string): Comparison {
  const spelling = compareSpelling(cell, letter);
  if (spelling !== undefined) return spelling;
  const written = joinWords(readWords(cell).words);
  return LETTER_OF_WORD.get(written) === letter ? equal('abbreviated') : different('another_text');
}

/** Compares a cell with a text that ends with its abbreviation: `Microempresa (ME)`. */
export function compareAbbreviated(cell: string, text: string): Comparison {
  const found = compareTexts(cell, text);
  const [, ...parts] = /^(.*)\(([^()]*)\)\s*$/.exec(text) ?? [];
  const isPart = parts.some((part) => compareTexts(cell, part).verdict === 'equal');
  return found.verdict === 'different' && isPart ? equal('abbreviated') : found;
}
