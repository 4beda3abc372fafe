import { format, getFormatDateInfo, isValidFormat } from 'numfmt';
import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';
import { readXml, type PartBytes } from './xml.js';

/** How a style displays numbers: as they are, as DD/MM/YYYY, or by a format code. */
export type NumberDisplay = 'plain' | 'date' | NumberFormat;

/** The formats that workbooks name by a number alone; other such numbers stand for plain numbers. */
const BUILT_IN_DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22];
const BUILT_IN_CODES: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/**
 * Reads the formats, in the order of the indexes by which cells refer to a style.
 *
 * @throws UsageError `input_too_large`
 */
export async function readNumberFormats(
  part: PartBytes,
  limit: UnpackLimit,
): Promise<NumberDisplay[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCellFormats = false;
  await readXml(part, limit, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'cellXfs') isInCellFormats = true;
      else if (tag === 'numFmt') codes.set(Number(numFmtId), dropLongCode(formatCode));
      else if (tag === 'xf' && isInCellFormats) formats.push(Number(numFmtId ?? 0));
      if (Math.max(codes.size, formats.length) > inputLimits.styles)
        throw buildTooLarge(limit.name, 'styles');
    },
    close: (tag) => {
      if (tag === 'cellXfs') isInCellFormats = false;
    },
  });
  const displayById = new Map<number, NumberDisplay>();
  return formats.map((id) => {
    const display = displayById.get(id) ?? chooseDisplay(id, codes.get(id) ?? BUILT_IN_CODES[id]);
    displayById.set(id, display);
    return display;
  });
}

/** The maximum length of a code (characters). No spreadsheet has longer codes, and applying one would take long. */
const MAX_CODE_LENGTH = 255;

function dropLongCode(code = ''): string {
  return code.length > MAX_CODE_LENGTH ? '' : code;
}

function chooseDisplay(id: number, code: string | undefined): NumberDisplay {
  if (code === undefined) return BUILT_IN_DATES.includes(id) ? 'date' : 'plain';
  if (displaysPlainNumber(code)) return 'plain';
  if (AMERICAN_DATE.test(code.replace(/\\(.)/g, '$1'))) return 'date';
  return isValidFormat(code) ? new NumberFormat(code) : chooseDisplayWithoutCode(code);
}

/** The code of the built-in date in English programs. A reader in Brazil would take its month for a day. */
const AMERICAN_DATE = /^mm?[/-]dd?[/-]yy(?:yy)?(?: hh?:mm(?::ss)?)?(?:;@)?$/i;

/** The parts of a code around the number: texts, fill characters and brackets. */
const AROUND = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]/gs;
/** The parts around an amount of money: blanks, signs, currencies, colours. */
const AROUND_AMOUNT =
  /^(?:[_*].|\\[-+()\s$]|"(?:[-+()\s$€£¥]|R\$|US\$)*"|\[(?:\$.*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])$/is;
const AMOUNT_CODE = /^(?:General|R\$|E[+-]|[-+()0#?.,@;\s$])*$/i;

/** Returns whether a code displays a plain number, with more or fewer of its digits, and adds no zeros before it. */
function displaysPlainNumber(code: string): boolean {
  const placeholders = code.replace(AROUND, (part) => (AROUND_AMOUNT.test(part) ? '' : 'x'));
  return (
    AMOUNT_CODE.test(placeholders) && !placeholders.replace(/\.[0#?]*|E[+-]0*/gi, '').includes('00')
  );
}

/** Returns how to display a number whose code cannot be applied. */
function chooseDisplayWithoutCode(code: string): 'plain' | 'date' {
  const letters = code.replace(/general/gi, '').replace(AROUND, '');
  return /[ymdhs]/i.test(letters) ? 'date' : 'plain';
}

/**
 * Numbers are always displayed as in Brazil: their text is part of the hash of a batch, which must not depend on the
 * computer.
 */
const BRAZILIAN = { locale: 'pt-BR', dateErrorThrows: true, dateSpanLarge: false };

/** The days between the two calendars of spreadsheets; numfmt knows only the calendar of 1900. */
const FROM_1900_TO_1904 = 1462;

/** A valid format code that displays more than a plain number. */
export class NumberFormat {
  readonly displayWithoutCode: 'plain' | 'date';
  readonly #hasDays: boolean;

  constructor(readonly code: string) {
    this.displayWithoutCode = chooseDisplayWithoutCode(code);
    const { year, month, day } = getFormatDateInfo(code);
    this.#hasDays = year || month || day;
  }

  /** The work of displaying a number, as the number of bytes whose unpacking takes as long. */
  get work(): number {
    return 2 * this.code.length;
  }

  /**
   * Returns the number as Excel displays it; undefined if that is an error, or if a number that may be an identifier
   * would lose or change digits.
   */
  apply(value: number, epoch1904: boolean): string | undefined {
    const text = this.#format(value + (epoch1904 && this.#hasDays ? FROM_1900_TO_1904 : 0));
    if (text === undefined || /^#+$/.test(text)) return undefined;
    return value >= SMALLEST_IDENTIFIER && !hasDigits(text, value) ? undefined : text.trim();
  }

  #format(value: number): string | undefined {
    try {
      return format(this.code, value, BRAZILIAN);
    } catch {
      return undefined;
    }
  }
}

/** The smallest number of eight digits. */
const SMALLEST_IDENTIFIER = 10_000_000;

/** Returns whether a text has the digits of a whole number, in order, after any zeros. */
function hasDigits(text: string, value: number): boolean {
  return text.replace(/\D/g, '').replace(/^0+(?=.)/, '') === String(value);
}

/** The serial number of 31/12/9999; larger numbers are not dates. */
const LAST_DAY = 2_958_465;
const SECONDS_PER_DAY = 86_400;
/** The limit below which a number is exact: spreadsheets keep 15 digits, so larger numbers have lost some. */
const EXACT_BELOW = 1e15;

/**
 * A number as text. `kind`: whether the text is the number itself (`plain`), the number in a format that only adds zeros
 * and punctuation (`punctuated`), or something else.
 */
export interface NumberText {
  readonly text: string;
  readonly kind: 'plain' | 'punctuated' | 'other';
}

/** Returns a number as Excel displays it in Brazil, except that a plain number keeps all its digits. */
export function formatNumberText(
  value: number,
  display: NumberDisplay = 'plain',
  epoch1904 = false,
): NumberText {
  if (!Number.isFinite(value)) return { text: '', kind: 'other' };
  if (typeof display === 'string') return formatWithoutCode(value, display, epoch1904);
  const text = display.apply(value, epoch1904);
  if (text === undefined)
    return { ...formatWithoutCode(value, display.displayWithoutCode, epoch1904), kind: 'other' };
  const isIdentifierFormat = value >= 0 && Number.isInteger(value) && hasDigits(text, value);
  return { text, kind: isIdentifierFormat ? 'punctuated' : 'other' };
}

/** Returns a number or a date that has no usable format code. */
function formatWithoutCode(
  value: number,
  display: 'plain' | 'date',
  epoch1904: boolean,
): NumberText {
  if (display === 'date' && value >= 0 && value <= LAST_DAY)
    return { text: formatSerialDate(value, epoch1904), kind: 'other' };
  const kind = display === 'plain' && Math.abs(value) < EXACT_BELOW ? 'plain' : 'other';
  if (!Number.isInteger(value)) return { text: String(Number(value.toPrecision(15))), kind };
  // A larger number has lost digits, so it is written in scientific notation.
  const text =
    Math.abs(value) < EXACT_BELOW ? String(value) : value.toExponential().replace('e', 'E');
  return { text, kind };
}

/**
 * Returns the date of a serial number. Day 1 is 1 January 1900, and the nonexistent 29 February 1900 has a number; in
 * the other calendar, day 0 is 1 January 1904.
 */
function formatSerialDate(serial: number, epoch1904: boolean): string {
  const start = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  // Rounding must not reach the next day: 23:59:59.9 is still part of this day.
  const seconds = Math.min(
    Math.round(serial * SECONDS_PER_DAY),
    Math.floor(serial + 1) * SECONDS_PER_DAY - 1,
  );
  const [date = '', time = ''] = new Date(start + seconds * 1000).toISOString().split(/[T.]/);
  const dayFirst = date.split('-').reverse().join('/');
  if (seconds < SECONDS_PER_DAY) return time;
  return time === '00:00:00' ? dayFirst : `${dayFirst} ${time}`;
}
