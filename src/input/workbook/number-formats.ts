import type { Part } from './open-workbook.js';
import { readXml } from './xml.js';

/** How a number format shows a number, as far as it matters for identifiers. */
export type Shown = 'plain' | 'date' | 'elapsed' | { readonly zeros: string };

/** The built-in formats for dates and times. All other built-in formats show plain numbers. */
const BUILT_IN_DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47];
/** `[h]:mm:ss`. */
const BUILT_IN_ELAPSED = 46;
/** The last day of a spreadsheet, 31/12/9999. Larger numbers are not dates. */
const LAST_DAY = 2_958_465;
/** In ms, and in seconds. */
const DAY = 86_400_000;
const DAY_SECONDS = 86_400;
/** Characters of a number format, as spreadsheets have it. */
const LONGEST_FORMAT = 255;
/** Spreadsheets keep 15 digits of a number. */
const EXACT = 1e15;

/** Reads how each style shows numbers. Cells refer to a style by index. */
export async function readNumberFormats(part: Part, name: string): Promise<Shown[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  await readXml(part, name, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'cellXfs') inCells = true;
      else if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (tag === 'xf' && inCells) formats.push(Number(numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return formats.map((id) => readNumberFormat(id, codes.get(id)));
}

/** How a number format shows numbers. `id`: its number. `code`: its custom format, if it has one. */
function readNumberFormat(id: number, code: string | undefined): Shown {
  // A longer one is no format, and to read it takes time by the square of its length.
  if (code !== undefined && code.length > LONGEST_FORMAT) return 'plain';
  if (code === undefined && id === BUILT_IN_ELAPSED) return 'elapsed';
  if (code === undefined) return BUILT_IN_DATES.includes(id) ? 'date' : 'plain';
  const section = code.split(';')[0] ?? '';
  const symbols = section.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|[_*]./gi, '');
  if (/\[[hms]+\]/i.test(symbols)) return 'elapsed';
  if (/[ymdhs]/i.test(symbols.replace(/general/gi, ''))) return 'date';
  const isZeros = symbols.includes('00') && /^[0#,()\s/+-]*$/.test(symbols);
  return isZeros ? { zeros: section } : 'plain';
}

/**
 * A number as the spreadsheet shows it: integers with all digits and the leading zeros of their format,
 * dates as DD/MM/YYYY, durations as hours, minutes and seconds, and numbers that have lost digits in E notation.
 */
export function numberText(value: number, shown: Shown, epoch1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  if (shown === 'date' && isDay(value)) return dateText(value, epoch1904);
  if (shown === 'elapsed' && isDay(value)) return elapsedText(value);
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(15)));
  if (Math.abs(value) >= EXACT) return value.toExponential().replace('e', 'E');
  return typeof shown === 'object' && value >= 0 ? withZeros(value, shown.zeros) : String(value);
}

/** Whether the text of a number is the number. */
export function isPlainNumber(value: number, shown: Shown): boolean {
  return shown === 'plain' && Math.abs(value) < EXACT;
}

function isDay(value: number): boolean {
  return value >= 0 && value <= LAST_DAY;
}

/** Applies a format such as `000"."000"."000-00`: fills in the digits from the right, keeps the other text. */
function withZeros(value: number, section: string): string {
  const tokens = section.match(/"[^"]*"|\\.|\[[^[\]]*\]|[_*].|./g) ?? [];
  const places = tokens.filter((token) => token === '0' || token === '#').length;
  const digits = String(value).padStart(places, '\0');
  let next = digits.length - places;
  const shown = tokens.map((token) => {
    if (token !== '0' && token !== '#') return literal(token);
    const from = next === digits.length - places ? 0 : next;
    next += 1;
    const taken = digits.slice(from, next);
    return token === '0' ? taken.replaceAll('\0', '0') : taken.replaceAll('\0', '');
  });
  return shown.join('').trim();
}

function literal(token: string): string {
  if (token.startsWith('"')) return token.slice(1, -1);
  if (token.startsWith('\\')) return token.slice(1);
  return /^[[_*,]/.test(token) ? '' : token;
}

/** Day 1 is 1 January 1900, and the nonexistent 29 February 1900 has a number. Or 1 January 1904 is day 0. */
function dateText(serial: number, epoch1904: boolean): string {
  const start = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const seconds = secondsOf(serial);
  const iso = new Date(start + seconds * 1000).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-');
  const time = iso.slice(11, 19);
  const date = `${day ?? ''}/${month ?? ''}/${year ?? ''}`;
  if (seconds < DAY_SECONDS) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** Rounded as spreadsheets do, but not to the next day: 23:59:59.9 is still this one. */
function secondsOf(serial: number): number {
  const seconds = Math.round(serial * DAY_SECONDS);
  const isNextDay = Math.floor(seconds / DAY_SECONDS) > Math.floor(Math.round(serial * DAY) / DAY);
  return isNextDay ? seconds - 1 : seconds;
}

/** `36:00:00`: a duration has no date, whatever day the spreadsheet counts from. */
function elapsedText(serial: number): string {
  const seconds = Math.round(serial * DAY_SECONDS);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
