import { hasContent } from './letters.js';
import { MONTHS } from './tables.js';
import { type Comparison, NO_VERDICT, SAME, different, equal, similar } from './verdict.js';
import { readWords } from './words.js';

/** The parts of a date that a cell has. */
interface WrittenDate {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  readonly hasShortYear?: boolean;
  readonly isExcelNumber?: boolean;
  /** Whether the month stands before the day (03/25/1985), which no date of a record does. */
  readonly isMonthFirst?: boolean;
}

/** Compares a cell with a date of a record, `DD/MM/YYYY` or `YYYY-MM-DD`. */
export function compareDates(cell: string, value: string): Comparison {
  if (hasNoDate(cell)) return NO_VERDICT;
  if (cell === value) return SAME;
  if (hasNoDate(value)) return NO_VERDICT;
  const [one, other] = [readDate(cell), readDate(value)];
  if (one === undefined || other === undefined) return different('not_a_date');
  const isSameYear = one.hasShortYear ? one.year === other.year % 100 : one.year === other.year;
  if (!isSameYear) return different('another_date');
  if (one.day === undefined) {
    const isSameMonth = one.month === undefined || one.month === other.month;
    return isSameMonth ? similar('incomplete') : different('another_date');
  }
  const isSameDay = one.month === other.month && one.day === other.day;
  const isSwapped = one.month === other.day && one.day === other.month;
  if (isSameDay ? one.isMonthFirst : isSwapped) return similar('day_month_swapped');
  if (!isSameDay) return different('another_date');
  if (one.isExcelNumber) return equal('excel_number');
  return equal(one.hasShortYear ? 'two_digit_year' : 'format');
}

/** Returns whether a text says that there is no date: nothing but punctuation, or `00/00/0000`. */
function hasNoDate(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > ZERO) return !hasContent(text);
  return true;
}

const ZERO = 0x30;

function readDate(text: string): WrittenDate | undefined {
  const inRecordForm = readRecordForm(text);
  if (inRecordForm !== undefined) return inRecordForm;
  const trimmed = text.trim();
  const written = readDigits(trimmed) ?? readSeparatedParts(trimmed) ?? readMonthName(trimmed);
  return written !== undefined && isPossible(written) ? written : undefined;
}

/**
 * Reads `DD/MM/YYYY` and `YYYY-MM-DD`, the forms in records, without a pattern, because a file has millions of them.
 */
function readRecordForm(text: string): WrittenDate | undefined {
  if (text.length !== 10) return undefined;
  const isDayFirst = text[2] === '/' && text[5] === '/';
  if (!isDayFirst && (text[4] !== '-' || text[7] !== '-')) return undefined;
  const year = readNumberAt(text, isDayFirst ? 6 : 0, 4);
  const month = readNumberAt(text, isDayFirst ? 3 : 5, 2);
  const day = readNumberAt(text, isDayFirst ? 0 : 8, 2);
  // Every month has 28 days; a later day needs the calendar, which `isPossible` asks.
  const isCertain = year > 0 && month > 0 && month <= 12 && day > 0 && day <= 28;
  return isCertain ? { year, month, day } : undefined;
}

/** Returns the number that `count` characters make; NaN if one of them is no digit. */
function readNumberAt(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : NaN;
  }
  return number;
}

function isPossible({ year, month, day, hasShortYear }: WrittenDate): boolean {
  if (month === undefined) return true;
  if (day === undefined) return month >= 1 && month <= 12;
  // A short year may be of either century; 2000 is a leap year, so that 29/02/00 is possible.
  const date = new Date(Date.UTC(hasShortYear ? 2000 + year : year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const MS_PER_DAY = 86_400_000;

/** Reads a year, a date without separators (with or without its first zero), or the number of a day in Excel. */
function readDigits(text: string): WrittenDate | undefined {
  const serial = /^(\d{5})(?:[.,]\d+)?$/.exec(text)?.[1];
  if (serial !== undefined) {
    const date = new Date(Date.UTC(1899, 11, 30) + Number(serial) * MS_PER_DAY);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return { year, month, day, isExcelNumber: true };
  }
  if (!/^\d+$/.test(text)) return undefined;
  const isPlausibleYear = (year: number) => year >= 1800 && year < 2200;
  const readNumber = (from: number, to?: number) => Number(text.slice(from, to));
  const { length } = text;
  if (length === 4 && isPlausibleYear(readNumber(0))) return { year: readNumber(0) };
  if (length === 6) {
    return {
      year: readNumber(4),
      month: readNumber(2, 4),
      day: readNumber(0, 2),
      hasShortYear: true,
    };
  }
  if (length !== 7 && length !== 8) return undefined;
  const dayFirst = { year: readNumber(-4), month: readNumber(-6, -4), day: readNumber(0, -6) };
  const isDayFirst = length === 7 || (isPlausibleYear(dayFirst.year) && dayFirst.month <= 12);
  return isDayFirst
    ? dayFirst
    : { year: readNumber(0, 4), month: readNumber(4, 6), day: readNumber(6, 8) };
}

/** A time after a date; its time zone does not change the date. */
const TIME = String.raw`(?:[T\s]+\d{1,2}:\d{2}.*)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`);
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{4}|\d{2})${TIME}$`,
);
const MONTH_AND_YEAR = /^(\d{1,2})[-/.](\d{4})$/;

function readSeparatedParts(text: string): WrittenDate | undefined {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  const [, one, other, last] = DAY_FIRST.exec(text) ?? [];
  if (last !== undefined) {
    const [first, second] = [Number(one), Number(other)];
    const isMonthFirst = second > 12 && first <= 12;
    const [dayNumber, monthNumber] = isMonthFirst ? [second, first] : [first, second];
    const hasShortYear = last.length === 2;
    return { year: Number(last), month: monthNumber, day: dayNumber, hasShortYear, isMonthFirst };
  }
  const [, monthAlone, yearAlone] = MONTH_AND_YEAR.exec(text) ?? [];
  if (yearAlone === undefined) return undefined;
  return { year: Number(yearAlone), month: Number(monthAlone) };
}

/** Reads `7 de março de 1985`, `07-mar-85`, `March 7, 1985`, `quinta-feira, 7 de março de 1985`. */
function readMonthName(text: string): WrittenDate | undefined {
  const words = readWords(text.replace(/\s\d{1,2}:\d{2}.*$/, '')).words.map((word) => word.text);
  const months = words.flatMap((word) => MONTHS.get(word.slice(0, 3)) ?? []);
  const numbers = words.flatMap((word) => /^\d+/.exec(word)?.[0] ?? []);
  if (months.length !== 1 || numbers.length > 2) return undefined;
  const [month, [first = '', second]] = [Number(months[0]), numbers];
  if (second === undefined) return first.length === 4 ? { year: Number(first), month } : undefined;
  if (first.length > 2 || (second.length !== 4 && second.length !== 2)) return undefined;
  return { year: Number(second), month, day: Number(first), hasShortYear: second.length === 2 };
}
