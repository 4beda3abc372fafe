import { CsvError, parse } from 'csv-parse/sync';
import type { Options } from 'csv-parse';
import type { RecordPlace } from '../errors/facts.js';
import { UsageError } from '../errors.js';
import {
  readFileCell,
  readParts,
  type ColumnKind,
  type IdentifierKind,
} from '../identifiers/index.js';
import { inputLimits } from '../limits.js';
import type { IdentifierParts, InputLayout } from './types.js';

/** Text of a file from which is chosen how to read it. */
export interface Sample {
  readonly text: string;
  readonly lineEnd: InputLayout['lineEnd'];
  /** Whether the text is the whole file. */
  readonly whole: boolean;
  readonly loneCr: boolean;
  /** Characters after the last line end of the start. */
  readonly cut: number;
  /** Whole lines from the rest of the file. A piece may begin inside quotes. */
  readonly elsewhere: readonly string[];
}

export type Records = readonly (readonly string[])[];

/** For sample and file. A single `\n` in a `\r\n` file also ends a record: a merged row would lose an identifier. */
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

/** Without a `cause`: the error of csv-parse has the record, which is personal data. */
export function unclosedQuote(name: string, place: RecordPlace): UsageError {
  return new UsageError('unclosed_quote', { file: name, place, longest: inputLimits.record });
}

/** `""` and `;;` are not blank. */
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

export interface Dialect {
  readonly delimiter: string;
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
 * Chooses the delimiter with which most rows of the whole sample have an identifier, then the most regular table,
 * then the widest. The rows count, not the cells: a column that has a cell in one row is not better than another.
 */
export function chooseDialect(sample: Sample, wanted?: string, kind?: ColumnKind): Dialect {
  const said = wanted === undefined ? SEP_LINE.exec(sample.text)?.[1] : parseDelimiter(wanted);
  const tried = said === undefined ? DELIMITERS.filter((one) => sample.text.includes(one)) : [said];
  const rated = tried.map((delimiter) => rateDelimiter(sample, delimiter, kind));
  // Those that do not occur all give the same records: one is tried, unless a table has an identifier in each row.
  const absent = DELIMITERS.find((one) => !sample.text.includes(one));
  if (said === undefined && absent !== undefined && !rated.some(({ isFull }) => isFull))
    rated.unshift(rateDelimiter(sample, absent, kind));
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

/** The most common number of cells; the larger of two equally common ones. */
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
): Dialect & { readonly merits: readonly number[]; readonly isFull: boolean } {
  const { records, broken } = parseText(sample.text, sample, delimiter);
  const others = sample.elsewhere.flatMap((text) =>
    filled(parseText(text, sample, delimiter).records).slice(0, FROM_EACH_PIECE),
  );
  const rows = [...filled(records).slice(0, FROM_START), ...others];
  const width = modalWidth(rows);
  const regular = rows.filter(({ length }) => length === width).length / rows.length;
  // A cell with another delimiter: a tab beside an identifier looks like a blank, and is more likely one.
  const clean = rows.map((cells) =>
    cells.slice(0, inputLimits.columns).map((cell) => (/[,;\t|]/.test(cell) ? '' : cell)),
  );
  const scores = scoreColumns(clean).map((score) => validCells(score, kind));
  const most = scores.reduce((best, valid) => Math.max(best, valid), 0);
  const own = modalWidth(records);
  const elsewhere = others.filter(({ length }) => length === own);
  const merits = [most, width < 2 ? 0 : regular, width, regular];
  // The first row may be a header.
  const isFull = width > 1 && regular === 1 && most >= rows.length - 1;
  return { delimiter, records, broken, elsewhere, merits, isFull };
}

function filled(records: Records): Records {
  return records.filter((cells) => !isBlank(cells));
}

function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const differing = merits.findIndex((merit, index) => merit !== others[index]);
  return differing >= 0 && (merits[differing] ?? 0) > (others[differing] ?? 0);
}

/** The end of a sample may be inside quotes; the records before an open quote are still valid. */
function parseText(
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

/** Rows below a header that tell of its columns. */
const HEADED_ROWS = 200;
const LONGEST_PREAMBLE = 30;

export type Head = ReturnType<typeof readHead>;

/**
 * Separates preamble, header and blank lines from `rows`. `wanted`: whether there is a header; `titles`: how many records
 * of the preamble have an identifier.
 */
export function readHead(records: Records, wanted?: boolean) {
  const preamble = countPreamble(records);
  const titles = records.slice(0, preamble).filter((cells) => cells.some(holdsIdentifier)).length;
  const body = filled(records.slice(preamble));
  const [first = [], ...rest] = body;
  const hasHeader = wanted ?? isHeader(first, rest);
  const widest = body.reduce((most, { length }) => Math.max(most, length), 0);
  const names = hasHeader ? first : [];
  const columns: readonly string[] = Array.from(
    { length: widest },
    (_, i) => names[i] || `column_${i + 1}`,
  );
  const width = hasHeader ? first.length : modalWidth(body);
  const rows: Records = hasHeader ? rest : body;
  return { preamble, titles, hasHeader, columns, width, rows };
}

/** Counts the blank lines and titles at the top; never the whole file. */
function countPreamble(records: Records): number {
  const width = modalWidth(records);
  const header = records.slice(0, LONGEST_PREAMBLE).findIndex(isTellingHeader);
  const end = records.findIndex((cells, index) => !isAbove(cells, width, index < header));
  if (end >= 0) return end;
  return Math.max(
    0,
    records.findIndex((cells) => !isBlank(cells)),
  );
}

const inside = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');

/** Whether a record is a header that names cpf or cnpj: no record above it is a row. */
function isTellingHeader(cells: readonly string[]): boolean {
  const own = inside(cells);
  return own.length >= 2 && own.some((cell) => nameWeight(cell) === 2) && !own.some(isValue);
}

/** A record with only a number is a row without its other cells; one with `CPF` is a header. Neither is above. */
function isAbove(cells: readonly string[], width: number, isBeforeHeader: boolean): boolean {
  // `sep=;`, already split at its delimiter.
  if (isBlank(cells) || /^sep=\W?$/i.test(cells.join('').trim())) return true;
  const own = inside(cells);
  if (own.length > 1 && cells.length * 2 > width) return false;
  // Such as `ACME S/A - CNPJ 90.021.382/0001-22`.
  if (isBeforeHeader && own.every((cell) => /[a-z]{3}/i.test(cell))) return true;
  return width >= 2 && !own.some(isValue) && !isTellingHeader(cells);
}

/** Whether skipping a record with this cell would lose a row. */
function isValue(cell: string): boolean {
  return holdsIdentifier(cell) || (looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell));
}

/** A shorter number may be a telephone. */
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

/**
 * Counts of a column's cells: filled, with enough digits for an identifier, valid as each kind and as both. `exact`: valid
 * CPFs without restored zeros, less such CNPJs.
 */
export type Score = ReturnType<typeof emptyScore>;

export function emptyScore() {
  return { filled: 0, attempts: 0, cpf: 0, cnpj: 0, both: 0, exact: 0 };
}

export function scoreColumns(records: Records): Score[] {
  const scores: Score[] = [];
  for (const cells of records)
    cells.forEach((cell, index) => {
      addCell((scores[index] ??= emptyScore()), cell);
    });
  return scores;
}

function addCell(score: Score, cell: string): void {
  if (cell.trim() === '') return;
  score.filled += 1;
  if (!/\d\D*\d/.test(cell)) return;
  if (cell.replace(/\D/g, '').length >= 8) score.attempts += 1;
  const [cpf, cnpj] = [readFileCell(cell, 'cpf'), readFileCell(cell, 'cnpj')];
  if (cpf.valid) score.cpf += 1;
  if (cnpj.valid) score.cnpj += 1;
  if (cpf.valid && cnpj.valid) score.both += 1;
  score.exact += Number(cpf.valid && !cpf.repaired) - Number(cnpj.valid && !cnpj.repaired);
}

function isIdentifier(cell: string): boolean {
  return /\d\D*\d/.test(cell) && kindsOf().some((kind) => readFileCell(cell, kind).valid);
}

function looksLikeIdentifier(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 8 || isIdentifier(cell);
}

/** The share (0 to 1) of valid cells among the filled ones. */
export function share(score: Score, kind?: ColumnKind): number {
  return validCells(score, kind) / Math.max(1, score.filled);
}

export function validCells(score: Score, kind: ColumnKind = 'both'): number {
  return kind === 'both' ? score.cpf + score.cnpj - score.both : score[kind];
}

export function kindsOf(kind?: ColumnKind): readonly IdentifierKind[] {
  return kind === undefined || kind === 'both' ? ['cnpj', 'cpf'] : [kind];
}

export function readJoined({ kind, columns, widths }: IdentifierParts, cells: readonly string[]) {
  return readParts(
    columns.map((column) => cells[column] ?? ''),
    kind,
    widths,
  );
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

/** Without accents and dots, as in `C.P.F.` and `Inscrição`. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}

/** The texts of the cells of a record, with their quotes. */
export function splitRaw(raw: string, delimiter: string): string[] {
  const texts: string[] = [];
  for (let start = 0; ;) {
    const from = raw[start] === '"' ? afterQuotes(raw, start + 1, delimiter) : start;
    const found = raw.indexOf(delimiter, from);
    const end = found < 0 ? raw.length : found;
    texts.push(raw.slice(start, end));
    if (end >= raw.length) return texts;
    start = end + delimiter.length;
  }
}

/** The position after the quote that closes the cell; one inside it is doubled, or not before a delimiter. */
function afterQuotes(raw: string, from: number, delimiter: string): number {
  for (let at = raw.indexOf('"', from); at >= 0; at = raw.indexOf('"', at)) {
    const isDoubled = raw[at + 1] === '"';
    at += isDoubled ? 2 : 1;
    if (!isDoubled && (at === raw.length || raw.startsWith(delimiter, at))) return at;
  }
  return raw.length;
}
