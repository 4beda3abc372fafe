import { format, getFormatDateInfo, isValidFormat } from 'numfmt';
import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';
import { readXml, type PartBytes } from './xml.js';

/** How a style displays numbers: as they are, as DD/MM/YYYY, or by a format code. */
export type NumberDisplay = 'plain' | 'date' | NumberFormat;

/** The formats that workbooks name by a number only; all others named in this way display plain numbers. */
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
  let inCells = false;
  await readXml(part, limit, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'cellXfs') inCells = true;
      else if (tag === 'numFmt') codes.set(Number(numFmtId), dropLongCode(formatCode));
      else if (tag === 'xf' && inCells) formats.push(Number(numFmtId ?? 0));
      if (Math.max(codes.size, formats.length) > inputLimits.styles)
        throw buildTooLarge(limit.name, 'styles');
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  const byId = new Map<number, NumberDisplay>();
  return formats.map((id) => {
    const shown = byId.get(id) ?? chooseDisplay(id, codes.get(id) ?? BUILT_IN_CODES[id]);
    byId.set(id, shown);
    return shown;
  });
}

/** The most characters of a code. No spreadsheet has longer codes, and applying them would take long. */
const LONGEST_CODE = 255;

function dropLongCode(code = ''): string {
  return code.length > LONGEST_CODE ? '' : code;
}

function chooseDisplay(id: number, code: string | undefined): NumberDisplay {
  if (code === undefined) return BUILT_IN_DATES.includes(id) ? 'date' : 'plain';
  if (isAmount(code)) return 'plain';
  if (AMERICAN_DATE.test(code.replace(/\\(.)/g, '$1'))) return 'date';
  return isValidFormat(code) ? new NumberFormat(code) : without(code);
}

/** The built-in date as programs in English write it. A reader in Brazil would take its month for a day. */
const AMERICAN_DATE = /^mm?[/-]dd?[/-]yy(?:yy)?(?: hh?:mm(?::ss)?)?(?:;@)?$/i;

/** The parts of a code around the number: texts, fillings and brackets. */
const AROUND = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]/gs;
/** The parts around an amount of money: blanks, signs, currencies, colours. */
const OF_AMOUNT =
  /^(?:[_*].|\\[-+()\s$]|"(?:[-+()\s$€£¥]|R\$|US\$)*"|\[(?:\$.*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])$/is;
const AMOUNT = /^(?:General|R\$|E[+-]|[-+()0#?.,@;\s$])*$/i;

/** Returns whether a code displays a plain number, with more or fewer of its digits, and pads no zeros. */
function isAmount(code: string): boolean {
  const places = code.replace(AROUND, (part) => (OF_AMOUNT.test(part) ? '' : 'x'));
  return AMOUNT.test(places) && !places.replace(/\.[0#?]*|E[+-]0*/gi, '').includes('00');
}

/** Returns how to display a number whose code cannot be applied. */
function without(code: string): 'plain' | 'date' {
  const letters = code.replace(/general/gi, '').replace(AROUND, '');
  return /[ymdhs]/i.test(letters) ? 'date' : 'plain';
}

/**
 * Numbers are always displayed as in Brazil: their text is part of the hash of a batch, which must not depend on the
 * computer.
 */
const IN_BRAZIL = { locale: 'pt-BR', dateErrorThrows: true, dateSpanLarge: false };

/** Days between the two calendars of spreadsheets; numfmt knows only that of 1900. */
const FROM_1900_TO_1904 = 1462;

/** A valid format code that displays more than a plain number. */
export class NumberFormat {
  readonly without: 'plain' | 'date';
  readonly #hasDays: boolean;

  constructor(readonly code: string) {
    this.without = without(code);
    const { year, month, day } = getFormatDateInfo(code);
    this.#hasDays = year || month || day;
  }

  /** The work of displaying a number, in bytes whose unpacking takes as long. */
  get work(): number {
    return 2 * this.code.length;
  }

  /**
   * Returns the number as Excel displays it; undefined where that is an error, or where a number that may be an
   * identifier would not have exactly its digits.
   */
  show(value: number, epoch1904: boolean): string | undefined {
    const text = this.#format(value + (epoch1904 && this.#hasDays ? FROM_1900_TO_1904 : 0));
    if (text === undefined || /^#+$/.test(text)) return undefined;
    return value >= SHORTEST_IDENTIFIER && !hasDigits(text, value) ? undefined : text.trim();
  }

  #format(value: number): string | undefined {
    try {
      return format(this.code, value, IN_BRAZIL);
    } catch {
      return undefined;
    }
  }
}

/** The smallest number of eight digits. */
const SHORTEST_IDENTIFIER = 10_000_000;

/** Returns whether a text has the digits of a whole number, in order, after any zeros. */
function hasDigits(text: string, value: number): boolean {
  return text.replace(/\D/g, '').replace(/^0+(?=.)/, '') === String(value);
}

/** 31/12/9999; larger numbers are not dates. */
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;
/** Spreadsheets keep 15 digits of a number, so that larger ones have lost digits. */
const EXACT = 1e15;

/**
 * A number as text. `is` says whether the text is the number itself, the number under a mask that only adds zeros and
 * punctuation, or something else.
 */
export interface NumberText {
  readonly text: string;
  readonly is: 'plain' | 'masked' | 'other';
}

/** Returns a number as Excel displays it in Brazil, except that a plain number keeps all its digits. */
export function numberText(
  value: number,
  shown: NumberDisplay = 'plain',
  epoch1904 = false,
): NumberText {
  if (!Number.isFinite(value)) return { text: '', is: 'other' };
  if (typeof shown === 'string') return formatPlainly(value, shown, epoch1904);
  const text = shown.show(value, epoch1904);
  if (text === undefined) return { ...formatPlainly(value, shown.without, epoch1904), is: 'other' };
  const isMasked = value >= 0 && Number.isInteger(value) && hasDigits(text, value);
  return { text, is: isMasked ? 'masked' : 'other' };
}

function formatPlainly(value: number, shown: 'plain' | 'date', epoch1904: boolean): NumberText {
  if (shown === 'date' && value >= 0 && value <= LAST_DAY)
    return { text: dateText(value, epoch1904), is: 'other' };
  const is = shown === 'plain' && Math.abs(value) < EXACT ? 'plain' : 'other';
  if (!Number.isInteger(value)) return { text: String(Number(value.toPrecision(15))), is };
  // A number beyond `EXACT` has lost digits, so that it is written as what it is.
  const text = Math.abs(value) < EXACT ? String(value) : value.toExponential().replace('e', 'E');
  return { text, is };
}

/**
 * Returns the date of a serial number. Day 1 is 1 January 1900, and the nonexistent 29 February 1900 has a number; in
 * the other calendar, day 0 is 1 January 1904.
 */
function dateText(serial: number, epoch1904: boolean): string {
  const start = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  // Rounding must not reach the next day: 23:59:59.9 is still part of this one.
  const seconds = Math.min(
    Math.round(serial * DAY_SECONDS),
    Math.floor(serial + 1) * DAY_SECONDS - 1,
  );
  const [date = '', time = ''] = new Date(start + seconds * 1000).toISOString().split(/[T.]/);
  const shown = date.split('-').reverse().join('/');
  if (seconds < DAY_SECONDS) return time;
  return time === '00:00:00' ? shown : `${shown} ${time}`;
}
