import { saysSomething } from './letters.js';
import {
  type Comparison,
  NOTHING,
  SAME,
  because,
  different,
  equal,
  isBetter,
  similar,
} from './verdict.js';

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
  const digits = cell.length < masked.length ? cell.padStart(masked.length, '0') : cell;
  const fits =
    digits.length === masked.length &&
    Array.from(masked).every((digit, at) => digit === '*' || digit === digits[at]);
  return fits ? similar('masked') : different('another_number');
}

/** Compares a cell that may have several codes with those of a record. */
export function compareSeveralCodes(cell: string, values: readonly string[]): Comparison {
  if (!saysSomething(cell) || !values.some(saysSomething)) return NOTHING;
  const cells = cell.split(/[|;,]/).filter(saysSomething);
  const found = cells.map((each) => bestOf(values, (value) => compareCodes(each, value)));
  const [first = NOTHING] = found;
  const isOne = cells.length === 1 && values.length === 1;
  if (isOne) return first;
  const equals = found.filter(({ verdict }) => verdict === 'equal');
  if (equals.length === found.length) return because(first, 'one_of_several');
  return equals.length > 0 ? similar('some_of_several') : different('another_number');
}

/** Compares a cell that may have several telephone numbers with those of a record, area code and number in digits. */
export function comparePhones(cell: string, values: readonly string[]): Comparison {
  if (!saysSomething(cell) || !values.some(saysSomething)) return NOTHING;
  const cells = cell.split(/[|;,/]|\s(?:e|ou)\s/).filter(saysSomething);
  const found = bestOf(cells, (each) => bestOf(values, (value) => comparePhone(each, value)));
  const isOne = cells.length === 1 && values.length === 1;
  return isOne ? found : because(found, 'one_of_several');
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
  const isNinth = [national, other].some((long) => {
    const short = long === other ? national : other;
    return long.length === 11 && long[2] === '9' && long.slice(0, 2) + long.slice(3) === short;
  });
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
  const bare = text.replace(/R\$/i, '').replaceAll(/[\s\u00a0]/g, '');
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

/** Compares days, months and years. */
export function compareNumbers(cell: string, value: string): Comparison {
  if (!saysSomething(cell) || !saysSomething(value)) return NOTHING;
  if (cell === value) return SAME;
  const isSame = /^\s*\d+\s*$/.test(cell) && Number(cell) === Number(value);
  return isSame ? equal('leading_zeros') : different('another_number');
}

/** Returns the best that any of some values is found to be. */
export function bestOf(
  values: readonly string[],
  compare: (value: string) => Comparison,
): Comparison {
  let best = NOTHING;
  for (const value of values) {
    const found = compare(value);
    if (isBetter(found, best)) best = found;
  }
  return best;
}
