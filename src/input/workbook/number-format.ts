import { format, getFormatDateInfo, isValidFormat } from 'numfmt';
import { inputLimits } from '../../base/limits.js';
import { tooLarge, type Unpacked } from '../unpacked.js';
import { readXml, type PartBytes } from './xml.js';

/** How the numbers of a style are shown: as they are, as DD/MM/YYYY, or by a code. */
export type Shown = 'plain' | 'date' | NumberFormat;

/** Workbooks name these formats by a number alone; all others that they name so show plain numbers. */
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

/** By the index with which cells refer to a style. @throws UsageError `input_too_large` */
export async function readNumberFormats(part: PartBytes, unpacked: Unpacked): Promise<Shown[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  await readXml(part, unpacked, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'cellXfs') inCells = true;
      else if (tag === 'numFmt') codes.set(Number(numFmtId), known(formatCode));
      else if (tag === 'xf' && inCells) formats.push(Number(numFmtId ?? 0));
      if (Math.max(codes.size, formats.length) > inputLimits.styles)
        throw tooLarge(unpacked.name, 'styles');
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  const byId = new Map<number, Shown>();
  return formats.map((id) => {
    const shown = byId.get(id) ?? shownBy(id, codes.get(id) ?? BUILT_IN_CODES[id]);
    byId.set(id, shown);
    return shown;
  });
}

/** Characters; no spreadsheet has longer ones, and to apply them would take long. */
const LONGEST_CODE = 255;

function known(code = ''): string {
  return code.length > LONGEST_CODE ? '' : code;
}

function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return BUILT_IN_DATES.includes(id) ? 'date' : 'plain';
  if (isAmount(code)) return 'plain';
  if (AMERICAN_DATE.test(code.replace(/\\(.)/g, '$1'))) return 'date';
  return isValidFormat(code) ? new NumberFormat(code) : without(code);
}

/** The built-in date as programs write it that are set to English; in Brazil its month would be taken for a day. */
const AMERICAN_DATE = /^mm?[/-]dd?[/-]yy(?:yy)?(?: hh?:mm(?::ss)?)?(?:;@)?$/i;

/** Parts of a code that are not of the number: texts, fillings, and what brackets say. */
const AROUND = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]/gs;
/** Of these, the ones that an amount of money has: blanks, signs, currencies, colours. */
const OF_AMOUNT =
  /^(?:[_*].|\\[-+()\s$]|"(?:[-+()\s$€£¥]|R\$|US\$)*"|\[(?:\$.*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])$/is;
const AMOUNT = /^(?:General|R\$|E[+-]|[-+()0#?.,@;\s$])*$/i;

/** Whether a code shows a number as such, with more or fewer of its digits, and pads no zeros. */
function isAmount(code: string): boolean {
  const places = code.replace(AROUND, (part) => (OF_AMOUNT.test(part) ? '' : 'x'));
  return AMOUNT.test(places) && !places.replace(/\.[0#?]*|E[+-]0*/gi, '').includes('00');
}

/** What is left where a code cannot be applied. */
function without(code: string): 'plain' | 'date' {
  const letters = code.replace(/general/gi, '').replace(AROUND, '');
  return /[ymdhs]/i.test(letters) ? 'date' : 'plain';
}

/** Always as in Brazil: the text is part of what a batch is known by, whoever reads the workbook. */
const IN_BRAZIL = { locale: 'pt-BR', dateErrorThrows: true, dateSpanLarge: false };

/** Days between the two calendars, of which numfmt knows one. */
const FROM_1900_TO_1904 = 1462;

/** A code that is valid, and shows more than a number. */
export class NumberFormat {
  readonly without: 'plain' | 'date';
  readonly #hasDays: boolean;

  constructor(readonly code: string) {
    this.without = without(code);
    const { year, month, day } = getFormatDateInfo(code);
    this.#hasDays = year || month || day;
  }

  /** What it takes to show a number, as the bytes whose unpacking takes as long. */
  get work(): number {
    return 2 * this.code.length;
  }

  /** As Excel shows the number; undefined where that is an error, or has not just the digits of a number that may identify. */
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

/** Of eight digits. */
const SHORTEST_IDENTIFIER = 10_000_000;

/** Whether a text has the digits of a whole number, in order, after any zeros. */
function hasDigits(text: string, value: number): boolean {
  return text.replace(/\D/g, '').replace(/^0+(?=.)/, '') === String(value);
}

/** 31/12/9999; larger numbers are not dates. */
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;
/** Spreadsheets keep 15 digits of a number. */
const EXACT = 1e15;

/** `is`: the text is the number (plain), or the number under a mask that only adds zeros and punctuation, or something else. */
export interface NumberText {
  readonly text: string;
  readonly is: 'plain' | 'masked' | 'other';
}

/** As Excel shows it in Brazil, but a number that is no more than that keeps all its digits. */
export function numberText(value: number, shown: Shown = 'plain', epoch1904 = false): NumberText {
  if (!Number.isFinite(value)) return { text: '', is: 'other' };
  if (typeof shown === 'string') return textWithout(value, shown, epoch1904);
  const text = shown.show(value, epoch1904);
  if (text === undefined) return { ...textWithout(value, shown.without, epoch1904), is: 'other' };
  const isMasked = value >= 0 && Number.isInteger(value) && hasDigits(text, value);
  return { text, is: isMasked ? 'masked' : 'other' };
}

function textWithout(value: number, shown: 'plain' | 'date', epoch1904: boolean): NumberText {
  if (shown === 'date' && value >= 0 && value <= LAST_DAY)
    return { text: dateText(value, epoch1904), is: 'other' };
  const is = shown === 'plain' && Math.abs(value) < EXACT ? 'plain' : 'other';
  if (!Number.isInteger(value)) return { text: String(Number(value.toPrecision(15))), is };
  // Such a number has lost digits.
  const text = Math.abs(value) < EXACT ? String(value) : value.toExponential().replace('e', 'E');
  return { text, is };
}

/** Day 1 is 1 January 1900, and the nonexistent 29 February 1900 has a number. Or 1 January 1904 is day 0. */
function dateText(serial: number, epoch1904: boolean): string {
  const start = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  // Not rounded to the next day: 23:59:59.9 is still this one.
  const seconds = Math.min(
    Math.round(serial * DAY_SECONDS),
    Math.floor(serial + 1) * DAY_SECONDS - 1,
  );
  const [date = '', time = ''] = new Date(start + seconds * 1000).toISOString().split(/[T.]/);
  const shown = date.split('-').reverse().join('/');
  if (seconds < DAY_SECONDS) return time;
  return time === '00:00:00' ? shown : `${shown} ${time}`;
}
