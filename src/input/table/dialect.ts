import { UsageError } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { isBlank, csvOptions } from './csv-records.js';
import type { Sample } from './sample.js';
import { mostValid, type Records } from './column-scores.js';
import { CsvError, parse } from 'csv-parse/sync';

/** In order of preference, if they are equally good. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A first line such as `sep=;` names the delimiter for Excel. */
const SEP_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;
/** The number of rows from the start that count, besides those from the rest of the file. */
export const FROM_START = 1000;
/** Rows per piece. Those of 20 pieces and the start together stay below the number that is scored. */
const FROM_EACH_PIECE = 50;

export interface Dialect {
  readonly delimiter: string;
  readonly records: Records;
  /** Whether a quote is still open after these records. */
  readonly broken: boolean;
}

interface Candidate extends Dialect {
  /**
   * The identifiers of the best column, the share of rows with the most common width in a table, that width, and
   * the same share in a list.
   */
  readonly merits: readonly number[];
}

/**
 * Chooses the delimiter with which most rows of the whole sample have an identifier, then the most regular table,
 * then the widest. The rows count, not the cells: a column that has a cell in one row is not better than another.
 */
export function chooseDialect(sample: Sample, wanted?: string, kind?: ColumnKind): Dialect {
  const said = wanted === undefined ? SEP_LINE.exec(sample.text)?.[1] : parseDelimiter(wanted);
  const candidates = (said === undefined ? delimitersToTry(sample.text) : [said]).map((delimiter) =>
    rateDelimiter(sample, delimiter, kind),
  );
  const best = candidates.reduce((a, b) => (isBetter(b.merits, a.merits) ? b : a));
  // If no delimiter shows identifiers, a quote that is open from the first line is the likely reason.
  const swallowed = candidates.find(({ records, broken }) => broken && records.length === 0);
  return best.merits[0] === 0 ? (swallowed ?? best) : best;
}

/** Delimiters that do not occur all give the same records, so one of them is enough. */
function delimitersToTry(text: string): string[] {
  const absent = DELIMITERS.filter((delimiter) => !text.includes(delimiter)).slice(1);
  return DELIMITERS.filter((delimiter) => !absent.includes(delimiter));
}

/** Reads `--delimiter`: one character, or `tab`. @throws UsageError `unknown_delimiter` */
export function parseDelimiter(wanted: string): string {
  const delimiter = /^(tab|\\t)$/i.test(wanted) ? '\t' : wanted;
  if (/^[^"\r\n]$/.test(delimiter)) return delimiter;
  throw new UsageError('unknown_delimiter', { wanted });
}

/** The most common number of cells per row; the larger of two equally common ones. */
export function modalWidth(records: Records): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [modal] = [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
  return modal?.[0] ?? 0;
}

/** Rows from the rest of the file. Rows of another width are left out: a quote probably cut them. */
export function rowsElsewhere(sample: Sample, { delimiter, records }: Dialect): Records {
  const width = modalWidth(records.filter((cells) => !isBlank(cells)));
  return rowsOfPieces(sample, delimiter).filter(({ length }) => length === width);
}

function rateDelimiter(sample: Sample, delimiter: string, kind?: ColumnKind): Candidate {
  const { records, broken } = parseText(sample.text, sample, delimiter);
  const start = records.filter((cells) => !isBlank(cells)).slice(0, FROM_START);
  const rows = [...start, ...rowsOfPieces(sample, delimiter)];
  const width = modalWidth(rows);
  const regular = rows.filter(({ length }) => length === width).length / rows.length;
  const merits = [mostValid(rows.map(cleanCells), kind), width < 2 ? 0 : regular, width, regular];
  return { delimiter, records, broken, merits };
}

/** Leaves out cells with another delimiter: a tab beside an identifier looks like a blank, and is more likely one. */
function cleanCells(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => (/[,;\t|]/.test(cell) ? '' : cell));
}

/** Rows from the rest of the file. */
function rowsOfPieces(sample: Sample, delimiter: string): Records {
  return sample.elsewhere.flatMap((text) =>
    parseText(text, sample, delimiter)
      .records.filter((cells) => !isBlank(cells))
      .slice(0, FROM_EACH_PIECE),
  );
}

function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const differing = merits.findIndex((merit, index) => merit !== others[index]);
  return differing >= 0 && (merits[differing] ?? 0) > (others[differing] ?? 0);
}

interface Parsed {
  readonly records: string[][];
  /** Whether a quote is still open after these records. */
  readonly broken: boolean;
}

type Ends = Pick<Sample, 'lineEnd' | 'loneCr'>;

/** Parses a sample. Its end may be inside quotes, so the records before an open quote are still valid. */
export function parseText(text: string, ends: Ends, delimiter: string): Parsed {
  const options = csvOptions(delimiter, ends);
  try {
    return { records: parse(text, options), broken: false };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  const records: string[][] = [];
  // It makes facts about each record, which takes longer than the record.
  const collect = (record: unknown) => void records.push(record as string[]);
  try {
    parse(text, { ...options, on_record: collect });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return { records, broken: true };
}
