import type { Options } from 'csv-parse';
import type { RowPlace } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import {
  countIdentifiers,
  ID_LENGTHS,
  extractInnerText,
  readFileCell,
  readParts,
  type ColumnKind,
  type IdentifierKind,
} from '../identifiers/index.js';
import { isBlankText } from '../base/foreign-text.js';
import { inputLimits } from '../base/limits.js';
import type { IdentifierParts, InputLayout } from './types.js';

export type Records = readonly (readonly string[])[];

export type Separators = Pick<
  InputLayout,
  'delimiter' | 'ltrim' | 'lineEnd' | 'loneCr' | 'doubledCr'
>;

/**
 * Returns the options of csv-parse for the sample and the file. A single `\n` in a `\r\n` file also ends a record,
 * because two rows that are read as one would lose an identifier.
 */
export function buildCsvOptions({
  delimiter,
  ltrim,
  lineEnd,
  loneCr = lineEnd === '\r',
  doubledCr,
}: Separators): Options {
  return {
    delimiter,
    ltrim: ltrim === true,
    record_delimiter: [
      ...(doubledCr === true ? ['\r\r\n'] : []),
      ...['\r\n', '\n'],
      ...(loneCr ? ['\r'] : []),
    ],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: inputLimits.record,
  };
}

/** Builds an error without a `cause`, because the error of csv-parse contains the record, which is personal data. */
export function buildUnclosedQuote(name: string, place: RowPlace): UsageError {
  return new UsageError('unclosed_quote', { file: name, place, longest: inputLimits.record });
}

/** Returns whether a record is a blank line. `""` and `;;` are not blank. */
export function isBlankRecord(cells: readonly string[], raw = cells[0] ?? ''): boolean {
  return cells.length <= 1 && isBlankText(raw);
}

/**
 * Returns whether a line of a list starts with `#`, except error values of spreadsheets such as `#N/A` or `#VALOR!`.
 */
export function isComment(line: string): boolean {
  return /^\s*#(?![A-ZÚ/0]+[!?]?\s*$)/.test(line);
}

/** Removes a remark after an identifier: `529.982.247-25  # cancelled`. */
export function removeRemark(cell: string): string {
  return cell.replace(/\s#.*$/s, '');
}

/** Returns the most common number of cells in a record; of two equally common numbers the larger one. */
export function findModalWidth(records: Records): number {
  const counts = new Map<number, number>();
  for (const cells of records)
    if (!isBlankRecord(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [modal] = [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
  return modal?.[0] ?? 0;
}

export function removeBlankRecords(records: Records): Records {
  return records.filter((cells) => !isBlankRecord(cells));
}

/** The number of rows below a possible header that are compared with it. */
const ROWS_BELOW_HEADER = 200;
export const LONGEST_PREAMBLE = 30;

export type Head = ReturnType<typeof readHead>;

/**
 * Separates preamble, header and blank lines from the rows. `wanted` is what the user says about a header. Of the
 * result, `identifiersAbove` counts the records of the preamble that have an identifier, which may be lost rows. With
 * `headerLacksFirstCell` every row has one cell more than the header, at the left, and `columns` has a name for it.
 */
export function readHead(records: Records, wanted?: boolean) {
  const preamble = countPreamble(records);
  const identifiersAbove = records
    .slice(0, preamble)
    .filter((cells) => cells.some(holdsIdentifier)).length;
  const body = removeBlankRecords(records.slice(preamble));
  const [first = [], ...rest] = body;
  const hasHeader = wanted ?? isHeader(first, rest);
  const maxWidth = body.reduce((maxSoFar, { length }) => Math.max(maxSoFar, length), 0);
  const headerLacksFirstCell = hasHeader && lacksFirstName(first, rest);
  const names = !hasHeader ? [] : headerLacksFirstCell ? ['', ...first] : first;
  const columns: readonly string[] = Array.from(
    { length: maxWidth },
    (_, i) => names[i] || `column_${i + 1}`,
  );
  const width = hasHeader ? names.length : findModalWidth(body);
  const rows: Records = hasHeader ? rest : body;
  return { preamble, identifiersAbove, hasHeader, headerLacksFirstCell, columns, width, rows };
}

/**
 * Returns whether a table is as R writes it: each row begins with a name, and the header has no name for that column.
 */
function lacksFirstName(header: readonly string[], rows: Records): boolean {
  const nameIndex = header.findIndex((name) => rateName(name) === 2);
  if (nameIndex < 0 || rows.some(({ length }) => length !== header.length + 1)) return false;
  const scores = scoreColumns(rows.slice(0, ROWS_BELOW_HEADER));
  const isValid = (column: number) => computeShare(scores[column] ?? createScore()) >= 0.5;
  return isValid(nameIndex + 1) && !isValid(nameIndex);
}

/** Counts the blank lines and titles at the top, but never the whole file. */
function countPreamble(records: Records): number {
  const width = findModalWidth(records);
  const header = records.slice(0, LONGEST_PREAMBLE).findIndex(isIdentifierHeader);
  const preambleEnd = records.findIndex(
    (_, index) => !isAboveHeaderOrRows(records, index, { width, header }),
  );
  if (preambleEnd >= 0) return preambleEnd;
  return Math.max(
    0,
    records.findIndex((cells) => !isBlankRecord(cells)),
  );
}

const listFilledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');

/** Returns whether a record is a header that names cpf or cnpj, so that no record above it is a row. */
function isIdentifierHeader(cells: readonly string[]): boolean {
  const names = listFilledCells(cells);
  return names.length >= 2 && names.some((cell) => rateName(cell) === 2) && !names.some(isValue);
}

/**
 * Returns whether a record belongs to the lines above the header or the rows. `header` is the index of the record that
 * is a header by its names, or -1. A record with only a number is a row whose other cells are empty, and a record with
 * only `CPF` is a header.
 */
function isAboveHeaderOrRows(
  records: Records,
  index: number,
  { width, header }: { readonly width: number; readonly header: number },
): boolean {
  const cells = records[index] ?? [];
  // A line `sep=;` is already split at its delimiter here.
  if (isBlankRecord(cells) || /^sep=\W?$/i.test(cells.join('').trim())) return true;
  const texts = listFilledCells(cells);
  if (texts.length > 1 && cells.length * 2 > width)
    return index < header && isGroupRow(texts, records.slice(index, header + 1));
  // Reports begin with titles such as `ACME S/A - CNPJ 90.021.382/0001-22`.
  if (index < header && texts.every((cell) => /[a-z]{3}/i.test(cell))) return true;
  const isHeaderItself = isIdentifierHeader(cells) || isLoneName(records, index);
  return width >= 2 && !texts.some(isValue) && !isHeaderItself;
}

/**
 * Returns whether `groups` are the names of groups of columns: the header has more names, and no record from the groups
 * to the header (`recordsToHeader`) has a value.
 */
function isGroupRow(groups: readonly string[], recordsToHeader: Records): boolean {
  const header = listFilledCells(recordsToHeader.at(-1) ?? []);
  // A cell that names identifiers as clearly as the line below, or more clearly, is itself a cell of the header.
  const isHeaderItself = groups.some((cell) => rateName(cell) > (header.some(isKindName) ? 1 : 0));
  return (
    groups.length < header.length &&
    !isHeaderItself &&
    !recordsToHeader.some((cells) => cells.some(isValue))
  );
}

/** Returns whether the only cell of a record is the name of the identifiers right below it. */
function isLoneName(records: Records, index: number): boolean {
  const cells = records[index] ?? [];
  const column = cells.findIndex((cell) => cell.trim() !== '');
  const below = records.slice(index + 1).find((each) => !isBlankRecord(each)) ?? [];
  return (
    listFilledCells(cells).length === 1 &&
    isKindName(cells[column] ?? '') &&
    isValue(below[column] ?? '')
  );
}

/** Returns whether a cell may be a value, so that a record with it must be a row and no title. */
export function isValue(cell: string): boolean {
  return holdsIdentifier(cell) || (looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell));
}

/** Returns whether a cell is an identifier, or has one among other text. */
export function holdsIdentifier(cell: string): boolean {
  return isIdentifier(cell) || countIdentifiers(cell) > 0;
}

/**
 * Returns whether the first record is a header. The cells above identifier columns decide; in a file without such
 * columns, all cells.
 */
function isHeader(first: readonly string[], rest: Records): boolean {
  if (first.some(holdsIdentifier)) return false;
  const scores = scoreColumns(rest.slice(0, ROWS_BELOW_HEADER));
  const identifierColumns = scores.flatMap((score, index) =>
    computeShare(score) >= 0.5 ? [index] : [],
  );
  const decidingCells =
    identifierColumns.length > 0 ? identifierColumns.map((index) => first[index] ?? '') : first;
  return !decidingCells.some(looksLikeIdentifier);
}

/**
 * Counts of a column's cells: filled, with enough digits for an identifier (`attempts`), and valid as each kind and
 * as both. `exactSurplus` is the number of valid CPFs without restored zeros minus that of such CNPJs; `padded` counts
 * the CPFs among cells of 14 digits; `zeroLed` valid cells of 14 digits that begin with a zero; `cut` cells of 12 or 13
 * digits; `masked` cells like `***.982.247-**`; `joined` cells with an identifier beside others or other text.
 */
export type Score = ReturnType<typeof createScore>;

export function createScore() {
  return {
    filled: 0,
    attempts: 0,
    cpf: 0,
    cnpj: 0,
    both: 0,
    wholeCpf: 0,
    exactSurplus: 0,
    padded: 0,
    zeroLed: 0,
    cut: 0,
    masked: 0,
    joined: 0,
  };
}

export function scoreColumns(records: Records): Score[] {
  const scores: Score[] = [];
  for (const cells of records)
    cells.forEach((cell, index) => {
      addCell((scores[index] ??= createScore()), cell);
    });
  return scores;
}

function addCell(score: Score, cell: string): void {
  if (cell.trim() === '') return;
  score.filled += 1;
  if (!/\d\D*\d/.test(cell)) return;
  const { length } = cell.replace(/\D/g, '');
  if (length >= 8) score.attempts += 1;
  const [cpf, cnpj] = [readFileCell(cell, 'cpf'), readFileCell(cell, 'cnpj')];
  if (cpf.valid) score.cpf += 1;
  if (cnpj.valid) score.cnpj += 1;
  if (cpf.valid && cnpj.valid) score.both += 1;
  if (cpf.valid && !cpf.repaired && cnpj.valid && cnpj.repaired) score.wholeCpf += 1;
  score.exactSurplus += Number(cpf.valid && !cpf.repaired) - Number(cnpj.valid && !cnpj.repaired);
  if (cpf.valid && cpf.repaired && length === ID_LENGTHS.cnpj) score.padded += 1;
  if (length > ID_LENGTHS.cpf) countZeros(score, cell, cpf.valid || cnpj.valid);
  if (cpf.valid || cnpj.valid || cell.length < ID_LENGTHS.cpf) return;
  if (isMasked(cell)) score.masked += 1;
  else if (length >= ID_LENGTHS.cpf && countIdentifiers(cell) > 0) score.joined += 1;
}

/** Counts a cell as `cut` or `zeroLed` unless it has punctuation: a spreadsheet removes zeros only from bare digits. */
function countZeros(score: Score, cell: string, isValid: boolean): void {
  const inner = extractInnerText(cell).trim();
  if (!cell.includes(inner)) return;
  if (/^[0-9]{12,13}$/.test(inner)) score.cut += 1;
  if (isValid && /^0[0-9]{13}$/.test(inner)) score.zeroLed += 1;
}

/**
 * Returns whether a cell is masked as public bodies publish identifiers: a CPF with at least two of its digits hidden,
 * or a CNPJ.
 */
function isMasked(cell: string): boolean {
  const bare = cell.replace(/[\s./-]/g, '');
  return /^(?=.*[*•x]{2})[0-9*•x]{11}$/i.test(bare) || /^(?=.*[*•]{2})[0-9A-Z*•]{14}$/i.test(bare);
}

export function isIdentifier(cell: string): boolean {
  return /\d\D*\d/.test(cell) && listKinds().some((kind) => readFileCell(cell, kind).valid);
}

function looksLikeIdentifier(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 8 || isIdentifier(cell);
}

/** Returns the share (0 to 1) of valid cells among the filled ones. */
export function computeShare(score: Score, kind?: ColumnKind): number {
  return countValid(score, kind) / Math.max(1, score.filled);
}

export function countValid(score: Score, kind: ColumnKind = 'both'): number {
  return kind === 'both' ? score.cpf + score.cnpj - score.both : score[kind];
}

/** Counts the valid cells of the rarer kind. */
export function countRarerKind(score: Score): number {
  return Math.min(score.cpf, score.cnpj) - score.both;
}

/**
 * Returns whether the cells show that no zeros were lost, so that 11 digits are a whole CPF (contract, "Identifiers").
 */
export function hasKeptZeros({ zeroLed, cut }: Score): boolean {
  return zeroLed > 0 && cut === 0;
}

/**
 * Corrects a score by what the header names (contract, "Identifiers"): where that is only CNPJs, a CPF of 14 digits does
 * not count; elsewhere, if no zeros were lost, 11 digits are a CPF and no CNPJ without its zeros.
 */
export function correctByNames(score: Score, namedKinds: readonly IdentifierKind[]): Score {
  const namesOnlyCnpjs = namedKinds.length === 1 && namedKinds[0] === 'cnpj';
  if (namesOnlyCnpjs) return { ...score, cpf: score.cpf - score.padded };
  const { cnpj, both, wholeCpf } = score;
  return hasKeptZeros(score) ? { ...score, cnpj: cnpj - wholeCpf, both: both - wholeCpf } : score;
}

export function listKinds(kind?: ColumnKind): readonly IdentifierKind[] {
  return kind === undefined || kind === 'both' ? ['cnpj', 'cpf'] : [kind];
}

export function readJoined({ kind, columns, widths }: IdentifierParts, cells: readonly string[]) {
  return readParts(
    columns.map((column) => cells[column] ?? ''),
    kind,
    widths,
  );
}

/** Returns the kinds that the name of a column contains: `nrCpfCnpjCliente` has both. */
export function findNamedKinds(name: string): IdentifierKind[] {
  const plain = normalizeName(name);
  return (['cpf', 'cnpj'] as const).filter((kind) => plain.includes(kind));
}

/** Returns whether a text is the name of a kind without the other words of a title: `CPF/CNPJ`, `Nº do CPF`. */
function isKindName(name: string): boolean {
  const words = normalizeName(name).split(/[^a-z]+/);
  const isFiller = (word: string) => /^(|cpf|cnpj|numero|num|nr|n|no|do|da|de|ou|e)$/.test(word);
  return rateName(name) === 2 && words.every(isFiller);
}

/** Rates how clearly a column's name says that it has identifiers of the kind: 2 by kind, 1 as a document, 0 not. */
export function rateName(name: string, kind?: ColumnKind): 0 | 1 | 2 {
  const named = findNamedKinds(name);
  if (named.length > 0) return named.some((each) => listKinds(kind).includes(each)) ? 2 : 0;
  return /docum|^identifier$|(^|[^a-z])doc([^a-z]|$)|inscri/.test(normalizeName(name)) ? 1 : 0;
}

/** Removes accents, dots and capitals from a name, as in `C.P.F.` and `Inscrição`. */
function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}

/** Splits the text of a record into the texts of its cells, with their quotes. */
export function splitRawCells(raw: string, delimiter: string): string[] {
  const texts: string[] = [];
  for (let start = 0; ;) {
    const from = raw[start] === '"' ? findCellEnd(raw, start + 1, delimiter) : start;
    const found = raw.indexOf(delimiter, from);
    const end = found < 0 ? raw.length : found;
    texts.push(raw.slice(start, end));
    if (end >= raw.length) return texts;
    start = end + delimiter.length;
  }
}

/**
 * Returns the position after the quote that closes a cell. A quote inside the cell is doubled, or a character other
 * than the delimiter follows it.
 */
function findCellEnd(raw: string, from: number, delimiter: string): number {
  for (let at = raw.indexOf('"', from); at >= 0; at = raw.indexOf('"', at)) {
    const isDoubled = raw[at + 1] === '"';
    at += isDoubled ? 2 : 1;
    if (!isDoubled && (at === raw.length || raw.startsWith(delimiter, at))) return at;
  }
  return raw.length;
}
