import { CsvError, parse } from 'csv-parse/sync';
import type { Options } from 'csv-parse';
import { UsageError } from '../base/errors.js';
import { wholeNumber, type ColumnKind } from '../identifiers/index.js';
import { inputLimits } from '../base/limits.js';
import {
  csvOptions,
  filled,
  holdsIdentifier,
  isIdentifier,
  isValue,
  LONGEST_PREAMBLE,
  modalWidth,
  nameWeight,
  scoreColumns,
  validCells,
  type Records,
} from './table.js';
import type { InputLayout } from './types.js';

/** Text of a file from which is chosen how to read it. */
export interface Sample extends Pick<InputLayout, 'lineEnd' | 'doubledCr'> {
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly whole: boolean;
  readonly loneCr: boolean;
  /** Characters after the last line end of the start. */
  readonly cut: number;
  /** Whole lines from the rest of the file. A piece may begin inside quotes. */
  readonly elsewhere: readonly string[];
}

type Separation = Pick<InputLayout, 'delimiter' | 'ltrim'>;

export interface Dialect extends Separation {
  readonly records: Records;
  /** Whether a quote is still open after these records. */
  readonly broken: boolean;
  /** Rows from the rest of the file, but for those that a quote probably cut: of another width. */
  readonly elsewhere: Records;
}

const DELIMITERS = [',', ';', '\t', '|'];
const SEP_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;
export const FROM_START = 600;
const FROM_EACH_PIECE = 30;

/**
 * Chooses the delimiter under which the first line fits the rest as their header; then the one with which most rows of the
 * whole sample have an identifier, then the most regular table, then the widest. The rows count, not the cells: a column
 * that has a cell in one row is not better than another.
 */
export function chooseDialect(sample: Sample, wanted?: string, kind?: ColumnKind): Dialect {
  const said = wanted === undefined ? SEP_LINE.exec(sample.text)?.[1] : parseDelimiter(wanted);
  const tried = said === undefined ? DELIMITERS.filter((one) => sample.text.includes(one)) : [said];
  const rated = tried.flatMap((delimiter) => {
    const plain = rateDialect(sample, { delimiter }, kind);
    if (!hasBlankBeforeQuote(sample.text, delimiter)) return [plain];
    return [plain, rateDialect(sample, { delimiter, ltrim: true }, kind)];
  });
  // Those that do not occur all give the same records: one is tried, unless a table has an identifier in each row.
  const absent = DELIMITERS.find((one) => !sample.text.includes(one));
  if (said === undefined && absent !== undefined && !rated.some(({ isFull }) => isFull))
    rated.unshift(rateDialect(sample, { delimiter: absent }, kind));
  const best = rated.reduce((a, b) => (isBetter(b.merits, a.merits) ? b : a));
  // If no delimiter shows identifiers, a quote that is open from the first line is the likely reason.
  const swallowed = rated.find(({ records, broken }) => broken && records.length === 0);
  return best.most === 0 ? (swallowed ?? best) : best;
}

/** Whether cells such as `1, "SILVA, ANA"` stand there, whose quotes are none where a blank is part of the cell. */
function hasBlankBeforeQuote(text: string, delimiter: string): boolean {
  return /[,;|]/.test(delimiter) && new RegExp(`\\${delimiter} +"`).test(text);
}

/** Reads `--delimiter`: one character, or `tab`. @throws UsageError `unknown_delimiter` */
function parseDelimiter(wanted: string): string {
  const delimiter = /^(tab|\\t)$/i.test(wanted) ? '\t' : wanted;
  if (/^[^"\r\n]$/.test(delimiter)) return delimiter;
  throw new UsageError('unknown_delimiter', { wanted });
}

interface Rated extends Dialect {
  readonly merits: readonly number[];
  /** The rows of which the best column has an identifier. */
  readonly most: number;
  /** Whether it is a regular table with an identifier in each row. */
  readonly isFull: boolean;
}

function rateDialect(sample: Sample, separation: Separation, kind?: ColumnKind): Rated {
  const { records, broken } = parseText(sample.text, sample, separation);
  const others = sample.elsewhere.flatMap((text) =>
    filled(parseText(text, sample, separation).records).slice(0, FROM_EACH_PIECE),
  );
  const first = filled(records).slice(0, FROM_START);
  const rows = [...first, ...others];
  const width = modalWidth(rows);
  const regular = rows.filter(({ length }) => length === width).length / rows.length;
  const whole = rows.filter((cells) => !isTorn(cells));
  const most = mostIdentifiers(whole, kind);
  const own = modalWidth(records);
  const elsewhere = others.filter(({ length }) => length === own);
  const torn = rows.length - whole.length;
  const headed = Number(isHeaded(first, own));
  const merits = [headed, most, -torn, width < 2 ? 0 : regular, width, regular];
  // The first row may be a header.
  const isFull = width > 1 && regular === 1 && most >= rows.length - 1;
  return { ...separation, records, broken, elsewhere, merits, most, isFull };
}

/** The valid cells of the column that has most of them. */
function mostIdentifiers(rows: Records, kind?: ColumnKind): number {
  // A cell with another delimiter: a tab beside an identifier looks like a blank, and is more likely one.
  const clean = rows.map((cells) =>
    cells.slice(0, inputLimits.columns).map((cell) => (hasOther(cell) ? '' : cell)),
  );
  const valid = scoreColumns(clean).map((score) => validCells(score, kind));
  return valid.reduce((best, count) => Math.max(best, count), 0);
}

const OTHERS = /[,;\t|]/;

/** Whether a cell has a delimiter of other files that is no decimal sign. */
function hasOther(cell: string): boolean {
  return OTHERS.test(cell) && wholeNumber(cell) === undefined;
}

/** Whether a delimiter cuts through what belongs together: a pair of identifiers, quotes, or a number with decimals. */
function isTorn(cells: readonly string[]): boolean {
  const joined = cells.filter(hasOther);
  if (joined.length === 0) return false;
  if (joined.some(hasHalfQuote)) return true;
  // To read a cell as an identifier takes longest.
  const isBeside = (at: number) => /^0+\s*[;\t|]/.test(cells[at + 1] ?? '');
  const isHiding = joined.some(hidesIdentifier);
  return cells.some(
    (cell, at) => (isHiding || isBeside(at)) && !hasOther(cell) && isLongIdentifier(cell),
  );
}

/** A quote whose other half is in another cell stands beside the delimiter that it belongs to. */
function hasHalfQuote(cell: string): boolean {
  return cell.split('"').length % 2 === 0 && /[,;\t|] *"|" *[,;\t|]/.test(cell);
}

/** Whether an identifier stands beside a delimiter of other files within the cell. */
export function hidesIdentifier(cell: string): boolean {
  return cell.split(OTHERS).some(isLongIdentifier);
}

/** The shortest run of digits that is one has eight. */
function isLongIdentifier(cell: string): boolean {
  return cell.length >= 8 && isIdentifier(cell);
}

/**
 * Whether the first line as wide as the table is a header: it names identifiers, or is the very first, and all lines are
 * as wide.
 */
function isHeaded(records: Records, width: number): boolean {
  if (width < 2) return false;
  const top = records.slice(0, LONGEST_PREAMBLE).find(({ length }) => length === width);
  if (top === undefined || top.some(holdsIdentifier)) return false;
  if (top.some((cell) => nameWeight(cell) > 0)) return true;
  return !top.some(isValue) && records.every(({ length }) => length === width);
}

function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const differing = merits.findIndex((merit, index) => merit !== others[index]);
  return differing >= 0 && (merits[differing] ?? 0) > (others[differing] ?? 0);
}

/** The end of a sample may be inside quotes; the records before an open quote are still valid. */
function parseText(
  text: string,
  ends: Pick<Sample, 'lineEnd' | 'loneCr' | 'doubledCr'>,
  separation: Separation,
): { records: string[][]; broken: boolean } {
  const options = csvOptions({ ...ends, ...separation });
  const records: string[][] = [];
  // It makes facts about each record, which takes longer than the record.
  const on_record = (record: string[]) => void records.push(record);
  for (const more of [{}, { on_record } as unknown as Options]) {
    try {
      return { records: parse(text, { ...options, ...more }), broken: false };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return { records, broken: true };
}
