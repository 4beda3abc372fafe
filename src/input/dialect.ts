import { CsvError, parse } from 'csv-parse/sync';
import type { Options } from 'csv-parse';
import { UsageError } from '../base/errors.js';
import { removeZeroDecimals, type ColumnKind } from '../identifiers/index.js';
import { inputLimits } from '../base/limits.js';
import {
  buildCsvOptions,
  removeBlankRecords,
  holdsIdentifier,
  isIdentifier,
  isValue,
  LONGEST_PREAMBLE,
  findModalWidth,
  rateName,
  scoreColumns,
  countValid,
  type Records,
} from './table.js';
import type { InputLayout } from './types.js';

/** A part of a file, from which confere chooses how to read all of it. */
export interface Sample extends Pick<InputLayout, 'lineEnd' | 'doubledCr'> {
  readonly text: string;
  /** Whether `text` is the whole file. */
  readonly isWhole: boolean;
  readonly loneCr: boolean;
  /** The number of characters of the unfinished line after `text`, which is not part of it. */
  readonly cutLength: number;
  /** Pieces of whole lines from the rest of the file. A piece may begin inside quotes. */
  readonly laterPieces: readonly string[];
}

type Separation = Pick<InputLayout, 'delimiter' | 'ltrim'>;

export interface Dialect extends Separation {
  readonly records: Records;
  /** Whether a quote is still open after these records. */
  readonly isQuoteOpen: boolean;
  /** Rows from the rest of the file. Those of another width are left out, because a quote has probably cut them. */
  readonly laterRows: Records;
}

const DELIMITERS = [',', ';', '\t', '|'];
const SEP_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;
export const ROWS_FROM_START = 600;
const ROWS_FROM_PIECE = 30;

/**
 * Chooses the delimiter with which the first line is a header that fits the rest; then the one with which most rows
 * of the whole sample have an identifier, then the most regular table, then the widest. Rows are counted and not
 * cells, so that a column with a cell in a single row is no advantage.
 *
 * @throws UsageError `unknown_delimiter`
 */
export function chooseDialect(sample: Sample, wanted?: string, kind?: ColumnKind): Dialect {
  const knownDelimiter =
    wanted === undefined ? SEP_LINE.exec(sample.text)?.[1] : parseDelimiter(wanted);
  const candidates =
    knownDelimiter === undefined
      ? DELIMITERS.filter((delimiter) => sample.text.includes(delimiter))
      : [knownDelimiter];
  const rated = candidates.flatMap((delimiter) => {
    const withBlanks = rateDialect(sample, { delimiter }, kind);
    if (!hasBlankBeforeQuote(sample.text, delimiter)) return [withBlanks];
    return [withBlanks, rateDialect(sample, { delimiter, ltrim: true }, kind)];
  });
  // All delimiters that do not occur give the same records, so one of them stands for all. It is not tried if there is
  // a table with an identifier in each row.
  const absentDelimiter = DELIMITERS.find((delimiter) => !sample.text.includes(delimiter));
  if (
    knownDelimiter === undefined &&
    absentDelimiter !== undefined &&
    !rated.some(({ isFull }) => isFull)
  )
    rated.unshift(rateDialect(sample, { delimiter: absentDelimiter }, kind));
  const best = rated.reduce((a, b) => (isBetter(b.merits, a.merits) ? b : a));
  // If no delimiter shows identifiers, a quote that is open from the first line is the likely reason.
  const swallowed = rated.find(({ records, isQuoteOpen }) => isQuoteOpen && records.length === 0);
  return best.identifierRows === 0 ? (swallowed ?? best) : best;
}

/**
 * Returns whether the text has cells such as `1, "SILVA, ANA"`, whose quotes count only where the blank is not part of
 * the cell.
 */
function hasBlankBeforeQuote(text: string, delimiter: string): boolean {
  return /[,;|]/.test(delimiter) && new RegExp(`\\${delimiter} +"`).test(text);
}

/** Reads `--delimiter`: one character, or `tab`. @throws UsageError `unknown_delimiter` */
function parseDelimiter(wanted: string): string {
  const delimiter = /^(tab|\\t)$/i.test(wanted) ? '\t' : wanted;
  if (/^[^"\r\n]$/.test(delimiter)) return delimiter;
  throw new UsageError('unknown_delimiter', { wanted });
}

interface RatedDialect extends Dialect {
  readonly merits: readonly number[];
  /** The number of rows with an identifier in the best column. */
  readonly identifierRows: number;
  /** Whether all rows have the same number of cells, and each has an identifier. */
  readonly isFull: boolean;
}

function rateDialect(sample: Sample, separation: Separation, kind?: ColumnKind): RatedDialect {
  const { records, isQuoteOpen } = parseText(sample.text, sample, separation);
  const pieceRows = sample.laterPieces.flatMap((text) =>
    removeBlankRecords(parseText(text, sample, separation).records).slice(0, ROWS_FROM_PIECE),
  );
  const firstRows = removeBlankRecords(records).slice(0, ROWS_FROM_START);
  const rows = [...firstRows, ...pieceRows];
  const width = findModalWidth(rows);
  const regularShare = rows.filter(({ length }) => length === width).length / rows.length;
  const untornRows = rows.filter((cells) => !isTorn(cells));
  const identifierRows = countMostIdentifiers(untornRows, kind);
  const ownWidth = findModalWidth(records);
  const laterRows = pieceRows.filter(({ length }) => length === ownWidth);
  const tornRows = rows.length - untornRows.length;
  const headerMerit = Number(beginsWithHeader(firstRows, ownWidth));
  const merits = [
    headerMerit,
    identifierRows,
    -tornRows,
    width < 2 ? 0 : regularShare,
    width,
    regularShare,
  ];
  // The first row may be a header.
  const isFull = width > 1 && regularShare === 1 && identifierRows >= rows.length - 1;
  return { ...separation, records, isQuoteOpen, laterRows, merits, identifierRows, isFull };
}

/** Counts the valid cells of the column that has most of them. */
function countMostIdentifiers(rows: Records, kind?: ColumnKind): number {
  // A cell with another delimiter does not count: a tab beside an identifier looks like a blank, and rather separates
  // cells.
  const clean = rows.map((cells) =>
    cells.slice(0, inputLimits.columns).map((cell) => (hasOtherDelimiter(cell) ? '' : cell)),
  );
  const valid = scoreColumns(clean).map((score) => countValid(score, kind));
  return valid.reduce((best, count) => Math.max(best, count), 0);
}

const OTHER_DELIMITERS = /[,;\t|]/;

/** Returns whether a cell contains one of the usual delimiters, other than as a decimal sign. */
function hasOtherDelimiter(cell: string): boolean {
  return OTHER_DELIMITERS.test(cell) && removeZeroDecimals(cell) === undefined;
}

/** Returns whether the delimiter has cut a pair of identifiers, quotes, or a number with decimals. */
function isTorn(cells: readonly string[]): boolean {
  const cellsWithDelimiter = cells.filter(hasOtherDelimiter);
  if (cellsWithDelimiter.length === 0) return false;
  if (cellsWithDelimiter.some(hasHalfQuote)) return true;
  // Reading a cell as an identifier takes longest, so that it comes last.
  const isBesideDecimals = (at: number) => /^0+\s*[;\t|]/.test(cells[at + 1] ?? '');
  const hasHiddenIdentifier = cellsWithDelimiter.some(hidesIdentifier);
  return cells.some(
    (cell, at) =>
      (hasHiddenIdentifier || isBesideDecimals(at)) &&
      !hasOtherDelimiter(cell) &&
      isLongIdentifier(cell),
  );
}

/** Returns whether a cell has one half of a pair of quotes, beside another delimiter to which it belongs. */
function hasHalfQuote(cell: string): boolean {
  return cell.split('"').length % 2 === 0 && /[,;\t|] *"|" *[,;\t|]/.test(cell);
}

/** Returns whether a cell contains one of the usual delimiters with an identifier beside it. */
export function hidesIdentifier(cell: string): boolean {
  return cell.split(OTHER_DELIMITERS).some(isLongIdentifier);
}

/** Returns whether a cell of at least eight characters is an identifier; the shortest one has eight digits. */
function isLongIdentifier(cell: string): boolean {
  return cell.length >= 8 && isIdentifier(cell);
}

/**
 * Returns whether the first line as wide as the table is a header: it names identifiers, or all lines are as wide and
 * it has no value.
 */
function beginsWithHeader(records: Records, width: number): boolean {
  if (width < 2) return false;
  const firstOfWidth = records.slice(0, LONGEST_PREAMBLE).find(({ length }) => length === width);
  if (firstOfWidth === undefined || firstOfWidth.some(holdsIdentifier)) return false;
  if (firstOfWidth.some((cell) => rateName(cell) > 0)) return true;
  return !firstOfWidth.some(isValue) && records.every(({ length }) => length === width);
}

function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const differing = merits.findIndex((merit, index) => merit !== others[index]);
  return differing >= 0 && (merits[differing] ?? 0) > (others[differing] ?? 0);
}

/** Reads a sample, whose end may be inside quotes: the records before an open quote are valid nevertheless. */
function parseText(
  text: string,
  ends: Pick<Sample, 'lineEnd' | 'loneCr' | 'doubledCr'>,
  separation: Separation,
): { records: string[][]; isQuoteOpen: boolean } {
  const options = buildCsvOptions({ ...ends, ...separation });
  const records: string[][] = [];
  // The callback is used only after a first attempt, because csv-parse then also collects facts about each record.
  const on_record = (record: string[]) => void records.push(record);
  for (const more of [{}, { on_record } as unknown as Options]) {
    try {
      return { records: parse(text, { ...options, ...more }), isQuoteOpen: false };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return { records, isQuoteOpen: true };
}
