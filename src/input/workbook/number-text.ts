import { readXml, type Part } from './xml.js';

export type Shown = 'plain' | 'date' | { readonly zeros: string };

/** The built-in formats for dates and times. All other built-in formats show plain numbers. */
const BUILT_IN_DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47];
/** 31/12/9999; larger numbers are not dates. */
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;
/** Characters. To read a longer one takes time by the square of its length. */
const LONGEST_FORMAT = 255;
/** Spreadsheets keep 15 digits of a number. */
const EXACT = 1e15;

/** By the index with which cells refer to a style. */
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
  return formats.map((id) => {
    const code = codes.get(id);
    if (code !== undefined) return code.length > LONGEST_FORMAT ? 'plain' : shownBy(code);
    return BUILT_IN_DATES.includes(id) ? 'date' : 'plain';
  });
}

function shownBy(code: string): Shown {
  const section = code.split(';')[0] ?? '';
  const symbols = section.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|[_*]./gi, '');
  if (/[ymdhs]/i.test(symbols.replace(/general/gi, ''))) return 'date';
  const isZeros = symbols.includes('00') && /^[0#,()\s/+-]*$/.test(symbols);
  return isZeros ? { zeros: section } : 'plain';
}

/** As the spreadsheet shows it: all digits, zeros, DD/MM/YYYY; what has lost digits in E notation. `isPlain`: the text is the number. */
export function numberText(value: number, shown: Shown = 'plain', epoch1904 = false) {
  const isPlain = shown === 'plain' && Math.abs(value) < EXACT;
  return { text: textOf(value, shown, epoch1904), isPlain };
}

function textOf(value: number, shown: Shown, epoch1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  if (shown === 'date' && value >= 0 && value <= LAST_DAY) return dateText(value, epoch1904);
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(15)));
  if (Math.abs(value) >= EXACT) return value.toExponential().replace('e', 'E');
  return typeof shown === 'object' && value >= 0 ? withZeros(value, shown.zeros) : String(value);
}

/** Fills digits from the right into a format such as `000"."000"."000-00`. */
function withZeros(value: number, section: string): string {
  const tokens = section.match(/"[^"]*"|\\.|\[[^[\]]*\]|[_*].|./g) ?? [];
  const places = tokens.filter((token) => /^[0#]$/.test(token)).length;
  const digits = String(value).padStart(places, '\0');
  let next = 0;
  const shown = tokens.map((token) => {
    if (!/^[0#]$/.test(token)) return token.replace(/^"(.*)"$|^\\(.)$|^[[_*,].*$/, '$1$2');
    const end = next === 0 ? digits.length - places + 1 : next + 1;
    const taken = digits.slice(next, end);
    next = end;
    return taken.replaceAll('\0', token === '0' ? '0' : '');
  });
  return shown.join('').trim();
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
