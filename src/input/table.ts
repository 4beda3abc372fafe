import { CsvError, parse } from 'csv-parse/sync';
import type { Options } from 'csv-parse';
import type { RecordPlace } from '../errors/facts.js';
import { UsageError } from '../errors.js';
import { readFileCell, type ColumnKind, type IdentifierKind } from '../identifiers/index.js';
import { inputLimits } from '../limits.js';
import type { InputLayout } from './types.js';

/** Text of a file from which is chosen how to read it. */
export interface Sample {
  readonly text: string;
  readonly lineEnd: InputLayout['lineEnd'];
  /** Whether the text is the whole file. */
  readonly whole: boolean;
  /** Whether a single `\r` also ends a line. */
  readonly loneCr: boolean;
  /** Characters after the last line end of the start; 0 if the text is the whole file. */
  readonly cut: number;
  /** Whole lines from the rest of the file. A piece may begin inside quotes. */
  readonly elsewhere: readonly string[];
}

export type Records = readonly (readonly string[])[];

/**
 * The csv-parse options for both the sample and the whole file, so that both give the same records. A
 * single `\n` in a `\r\n` file also ends a record, because a merged row would lose an identifier.
 */
export function csvOptions(
  delimiter: string,
  { lineEnd, loneCr = lineEnd === '\r' }: Pick<InputLayout, 'lineEnd' | 'loneCr'>,
): Options {
  return {
    delimiter,
    record_delimiter: loneCr ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: inputLimits.record,
  };
}

/** Has no `cause`, because the error of csv-parse contains the record, which is personal data. */
export function unclosedQuote(name: string, place: RecordPlace): UsageError {
  return new UsageError('unclosed_quote', { file: name, place, longest: inputLimits.record });
}

/** Whether a line is blank. `""` and `;;` are not blank. */
export function isBlank(cells: readonly string[], raw = cells[0] ?? ''): boolean {
  return cells.length <= 1 && raw.trim() === '';
}

/** Whether a line of a list starts with `#`, except error values of spreadsheets such as `#N/A` or `#VALOR!`. */
export function isComment(line: string): boolean {
  return /^\s*#(?![A-ZÚ/0]+[!?]?\s*$)/.test(line);
}

/** Removes a remark after an identifier: `529.982.247-25  # cancelled`. */
export function withoutRemark(cell: string): string {
  return cell.replace(/\s#.*$/s, '');
}

/** How a sample is read. */
export interface Dialect {
  readonly delimiter: string;
  readonly records: Records;
  /** Whether a quote is still open after these records. */
  readonly broken: boolean;
  /** Rows from the rest of the file; those of another width are left out: a quote probably cut them. */
  readonly elsewhere: Records;
}

/** In order of preference, if they are equally good. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A first line such as `sep=;` names the delimiter for Excel. */
const SEP_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;
/** The number of rows from the start that count, besides those from the rest of the file. */
export const FROM_START = 600;
const FROM_EACH_PIECE = 30;

/**
 * Chooses the delimiter with which most rows of the whole sample have an identifier, then the most regular table,
 * then the widest. The rows count, not the cells: a column that has a cell in one row is not better than another.
 */
export function chooseDialect(sample: Sample, wanted?: string, kind?: ColumnKind): Dialect {
  const said = wanted === undefined ? SEP_LINE.exec(sample.text)?.[1] : parseDelimiter(wanted);
  // Delimiters that do not occur all give the same records, so one of them is enough.
  const absent = DELIMITERS.filter((delimiter) => !sample.text.includes(delimiter)).slice(1);
  const tried = said === undefined ? DELIMITERS.filter((one) => !absent.includes(one)) : [said];
  const rated = tried.map((delimiter) => rateDelimiter(sample, delimiter, kind));
  const best = rated.reduce((a, b) => (isBetter(b.merits, a.merits) ? b : a));
  // If no delimiter shows identifiers, a quote that is open from the first line is the likely reason.
  const swallowed = rated.find(({ records, broken }) => broken && records.length === 0);
  return best.merits[0] === 0 ? (swallowed ?? best) : best;
}

/** Reads `--delimiter`: one character, or `tab`. @throws UsageError `unknown_delimiter` */
function parseDelimiter(wanted: string): string {
  const delimiter = /^(tab|\\t)$/i.test(wanted) ? '\t' : wanted;
  if (/^[^"\r\n]$/.test(delimiter)) return delimiter;
  throw new UsageError('unknown_delimiter', { wanted });
}

/** The most common number of cells of the rows; the larger of two equally common ones. */
export function modalWidth(records: Records): number {
  const counts = new Map<number, number>();
  for (const cells of records)
    if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [modal] = [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
  return modal?.[0] ?? 0;
}

/** `merits`: the identifiers of the best column, how regular a table is, its width, and how regular a list is. */
function rateDelimiter(
  sample: Sample,
  delimiter: string,
  kind?: ColumnKind,
): Dialect & { readonly merits: readonly number[] } {
  const { records, broken } = parseText(sample.text, sample, delimiter);
  const others = sample.elsewhere.flatMap((text) =>
    filled(parseText(text, sample, delimiter).records).slice(0, FROM_EACH_PIECE),
  );
  const rows = [...filled(records).slice(0, FROM_START), ...others];
  const width = modalWidth(rows);
  const regular = rows.filter(({ length }) => length === width).length / rows.length;
  // A cell with another delimiter: a tab beside an identifier looks like a blank, and is more likely one.
  const clean = rows.map((cells) => cells.map((cell) => (/[,;\t|]/.test(cell) ? '' : cell)));
  const most = Math.max(0, ...scoreColumns(clean, kind).map(validCells));
  const own = modalWidth(records);
  const elsewhere = others.filter(({ length }) => length === own);
  const merits = [most, width < 2 ? 0 : regular, width, regular];
  return { delimiter, records, broken, elsewhere, merits };
}

function filled(records: Records): Records {
  return records.filter((cells) => !isBlank(cells));
}

function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const differing = merits.findIndex((merit, index) => merit !== others[index]);
  return differing >= 0 && (merits[differing] ?? 0) > (others[differing] ?? 0);
}

/** Parses a sample. Its end may be inside quotes, so the records before an open quote are still valid. */
export function parseText(
  text: string,
  ends: Pick<Sample, 'lineEnd' | 'loneCr'>,
  delimiter: string,
): { records: string[][]; broken: boolean } {
  const options = csvOptions(delimiter, ends);
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

export interface Head {
  readonly preamble: number;
  /** The number of titles with an identifier in the preamble. */
  readonly titles: number;
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
  /** The expected number of cells per row: that of the header, or of most rows. */
  readonly width: number;
  /** The sample's rows, without preamble, header and blank lines. */
  readonly rows: Records;
}

/** Rows below a header that tell of its columns. */
const HEADED_ROWS = 200;
/** The search for a header ends after this many records. */
const LONGEST_PREAMBLE = 30;

/** Separates titles and header from rows. `wanted`: whether there is a header, if the caller knows. */
export function readHead(records: Records, wanted?: boolean): Head {
  const preamble = countPreamble(records);
  const titles = records.slice(0, preamble).filter((cells) => cells.some(holdsIdentifier)).length;
  const body = filled(records.slice(preamble));
  const [first = [], ...rest] = body;
  const hasHeader = wanted ?? isHeader(first, rest);
  const widest = body.reduce((most, { length }) => Math.max(most, length), 0);
  const names = hasHeader ? first : [];
  const columns = Array.from({ length: widest }, (_, i) => names[i] || `column_${i + 1}`);
  const width = hasHeader ? first.length : modalWidth(body);
  return { preamble, titles, hasHeader, columns, width, rows: hasHeader ? rest : body };
}

/** Counts the blank lines and titles at the top; never the whole file. */
function countPreamble(records: Records): number {
  const width = modalWidth(records);
  const header = records.slice(0, LONGEST_PREAMBLE).findIndex(isTellingHeader);
  const end = records.findIndex(
    (cells, index) => !isPreamble(cells, width) && !(index < header && isTitle(cells, width)),
  );
  if (end >= 0) return end;
  const first = records.findIndex((cells) => !isBlank(cells));
  return Math.max(0, first);
}

const inside = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');

/** Whether a record is a header that names cpf or cnpj. Records above it are not rows. */
function isTellingHeader(cells: readonly string[]): boolean {
  const own = inside(cells);
  return own.length >= 2 && own.some((cell) => nameWeight(cell) === 2) && !own.some(isValue);
}

/** Whether a record above the header is a title such as `ACME S/A - CNPJ 90.021.382/0001-22`. */
function isTitle(cells: readonly string[], width: number): boolean {
  return isSparse(cells, width) && inside(cells).every((cell) => /[a-z]{3}/i.test(cell));
}

function isSparse(cells: readonly string[], width: number): boolean {
  return inside(cells).length <= 1 || cells.length * 2 <= width;
}

/** A record with only a number is a row without its other cells; one with `CPF` is a header. Both are kept. */
function isPreamble(cells: readonly string[], width: number): boolean {
  // `sep=;`, already split at its delimiter.
  if (isBlank(cells) || /^sep=\W?$/i.test(cells.join('').trim())) return true;
  const isKept = width < 2 || inside(cells).some(isValue) || isTellingHeader(cells);
  return !isKept && isSparse(cells, width);
}

/** Whether a cell has an identifier or a number as long: such a record is a row, because skipping it would lose it. */
function isValue(cell: string): boolean {
  return holdsIdentifier(cell) || (looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell));
}

/** Formatted CPFs and CNPJs, or unformatted ones of full length. A shorter number may be a telephone. */
const SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}|[0-9A-Z]{12}[0-9]{2})(?![0-9A-Za-z])/gi;

function holdsIdentifier(cell: string): boolean {
  return isIdentifier(cell) || (cell.match(SHAPED) ?? []).some(isIdentifier);
}

/** The cells above identifier columns decide. In a file without such columns, all cells do. */
function isHeader(first: readonly string[], rest: Records): boolean {
  if (first.some(holdsIdentifier)) return false;
  const scores = scoreColumns(rest.slice(0, HEADED_ROWS));
  const good = scores.flatMap((score, index) => (share(score) >= 0.5 ? [index] : []));
  const telling = good.length > 0 ? good.map((index) => first[index] ?? '') : first;
  return !telling.some(looksLikeIdentifier);
}

/** Counts of a column's filled cells that are valid as each kind. */
export interface Score {
  filled: number;
  /** Cells with enough digits for an identifier, valid or not. */
  attempts: number;
  cpf: number;
  cnpj: number;
  /** Valid as both, after zeros are restored. */
  both: number;
  /** Valid CPFs without restored zeros, less such CNPJs; decides between two equal kinds. */
  exact: number;
}

export function scoreColumns(records: Records, kind?: ColumnKind): Score[] {
  const scores: Score[] = [];
  for (const cells of records)
    cells.forEach((cell, index) => {
      scores[index] ??= { filled: 0, attempts: 0, cpf: 0, cnpj: 0, both: 0, exact: 0 };
      addCell(scores[index], cell, kind);
    });
  return scores;
}

function addCell(score: Score, cell: string, kind: ColumnKind | undefined): void {
  if (cell.trim() === '') return;
  score.filled += 1;
  if (!/\d\D*\d/.test(cell)) return;
  if (cell.replace(/\D/g, '').length >= 8) score.attempts += 1;
  const cnpj = kind === 'cpf' ? undefined : readFileCell(cell, 'cnpj');
  const cpf = kind === 'cnpj' ? undefined : readFileCell(cell, 'cpf');
  if (cpf?.valid === true) {
    score.cpf += 1;
    if (!cpf.repaired) score.exact += 1;
  }
  if (cnpj?.valid === true) {
    score.cnpj += 1;
    if (!cnpj.repaired) score.exact -= 1;
    if (cpf?.valid === true) score.both += 1;
  }
}

/** Whether the cell is a valid identifier of any kind. */
function isIdentifier(cell: string): boolean {
  return /\d\D*\d/.test(cell) && kindsOf().some((kind) => readFileCell(cell, kind).valid);
}

/** Whether the cell looks like an identifier, valid or not. A row with such a cell is data, not a title. */
function looksLikeIdentifier(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 8 || isIdentifier(cell);
}

/** The share (0 to 1) of valid cells among the filled ones. */
export function share(score: Score | undefined, kind: ColumnKind = 'both'): number {
  if (score === undefined || score.filled === 0) return 0;
  return (kind === 'both' ? validCells(score) : score[kind]) / score.filled;
}

export function validCells(score: Score): number {
  return score.cpf + score.cnpj - score.both;
}

export function kindsOf(kind?: ColumnKind): readonly IdentifierKind[] {
  return kind === undefined || kind === 'both' ? ['cnpj', 'cpf'] : [kind];
}

/** The kinds that a header names: `nrCpfCnpjCliente` names both. */
export function namedKinds(name: string): IdentifierKind[] {
  const plain = fold(name);
  return (['cpf', 'cnpj'] as const).filter((kind) => plain.includes(kind));
}

/** How clearly a header names identifiers (of that kind): 2 by kind, 1 as some document, 0 not at all. */
export function nameWeight(name: string, kind?: ColumnKind): 0 | 1 | 2 {
  const named = namedKinds(name);
  if (named.length > 0) return named.some((each) => kindsOf(kind).includes(each)) ? 2 : 0;
  return /docum|^identifier$|(^|[^a-z])doc([^a-z]|$)|inscri/.test(fold(name)) ? 1 : 0;
}

/** Removes accents and dots, as in `C.P.F.` and `Inscrição`, and converts to lower case. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}
