import type { Options } from 'csv-parse';
import type { RecordPlace } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import {
  countIdentifiers,
  ID_LENGTHS,
  innerText,
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

/** For sample and file. A single `\n` in a `\r\n` file also ends a record: a merged row would lose an identifier. */
export function csvOptions({
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

/** Without a `cause`: the error of csv-parse has the record, which is personal data. */
export function unclosedQuote(name: string, place: RecordPlace): UsageError {
  return new UsageError('unclosed_quote', { file: name, place, longest: inputLimits.record });
}

/** `""` and `;;` are not blank. */
export function isBlank(cells: readonly string[], raw = cells[0] ?? ''): boolean {
  return cells.length <= 1 && isBlankText(raw);
}

/** Whether a line of a list starts with `#`, except error values of spreadsheets such as `#N/A` or `#VALOR!`. */
export function isComment(line: string): boolean {
  return /^\s*#(?![A-ZÚ/0]+[!?]?\s*$)/.test(line);
}

/** Removes a remark after an identifier: `529.982.247-25  # cancelled`. */
export function withoutRemark(cell: string): string {
  return cell.replace(/\s#.*$/s, '');
}

/** The most common number of cells; the larger of two equally common ones. */
export function modalWidth(records: Records): number {
  const counts = new Map<number, number>();
  for (const cells of records)
    if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [modal] = [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
  return modal?.[0] ?? 0;
}

export function filled(records: Records): Records {
  return records.filter((cells) => !isBlank(cells));
}

/** Rows below a header that tell of its columns. */
const HEADED_ROWS = 200;
export const LONGEST_PREAMBLE = 30;

export type Head = ReturnType<typeof readHead>;

/**
 * Separates preamble, header and blank lines from `rows`. `wanted`: whether there is a header; `titles`: how many records
 * of the preamble have an identifier; `rowNames`: whether the first column has no name, and every name is that of the next.
 */
export function readHead(records: Records, wanted?: boolean) {
  const preamble = countPreamble(records);
  const titles = records.slice(0, preamble).filter((cells) => cells.some(holdsIdentifier)).length;
  const body = filled(records.slice(preamble));
  const [first = [], ...rest] = body;
  const hasHeader = wanted ?? isHeader(first, rest);
  const widest = body.reduce((most, { length }) => Math.max(most, length), 0);
  const rowNames = hasHeader && lacksFirstName(first, rest);
  const names = !hasHeader ? [] : rowNames ? ['', ...first] : first;
  const columns: readonly string[] = Array.from(
    { length: widest },
    (_, i) => names[i] || `column_${i + 1}`,
  );
  const width = hasHeader ? names.length : modalWidth(body);
  const rows: Records = hasHeader ? rest : body;
  return { preamble, titles, hasHeader, rowNames, columns, width, rows };
}

/** As R writes a table: each row begins with a name, and the header has none for these. */
function lacksFirstName(header: readonly string[], rows: Records): boolean {
  const named = header.findIndex((name) => nameWeight(name) === 2);
  if (named < 0 || rows.some(({ length }) => length !== header.length + 1)) return false;
  const scores = scoreColumns(rows.slice(0, HEADED_ROWS));
  const good = (column: number) => share(scores[column] ?? emptyScore()) >= 0.5;
  return good(named + 1) && !good(named);
}

/** Counts the blank lines and titles at the top; never the whole file. */
function countPreamble(records: Records): number {
  const width = modalWidth(records);
  const header = records.slice(0, LONGEST_PREAMBLE).findIndex(isTellingHeader);
  const end = records.findIndex((_, index) => !isAbove(records, index, { width, header }));
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

/**
 * Whether a record stands above the header or the rows. `header`: the record that is one by its names, or -1. A record with
 * only a number is a row without its other cells; one with `CPF` is a header. Neither is above.
 */
function isAbove(
  records: Records,
  index: number,
  { width, header }: { readonly width: number; readonly header: number },
): boolean {
  const cells = records[index] ?? [];
  // `sep=;`, already split at its delimiter.
  if (isBlank(cells) || /^sep=\W?$/i.test(cells.join('').trim())) return true;
  const own = inside(cells);
  if (own.length > 1 && cells.length * 2 > width)
    return index < header && isGroupRow(own, records.slice(index, header + 1));
  // Such as `ACME S/A - CNPJ 90.021.382/0001-22`.
  if (index < header && own.every((cell) => /[a-z]{3}/i.test(cell))) return true;
  const isHeaderItself = isTellingHeader(cells) || isLoneName(records, index);
  return width >= 2 && !own.some(isValue) && !isHeaderItself;
}

/** Whether a row has the names of groups of columns: `upTo` the header, which has more names, nothing is a value. */
function isGroupRow(own: readonly string[], upTo: Records): boolean {
  const header = inside(upTo.at(-1) ?? []);
  const isNamed = own.some((cell) => nameWeight(cell) > (header.some(isKindName) ? 1 : 0));
  return own.length < header.length && !isNamed && !upTo.some((cells) => cells.some(isValue));
}

/** Whether a record is nothing but the name of the identifiers that begin right below it. */
function isLoneName(records: Records, index: number): boolean {
  const cells = records[index] ?? [];
  const at = cells.findIndex((cell) => cell.trim() !== '');
  const below = records.slice(index + 1).find((each) => !isBlank(each)) ?? [];
  return inside(cells).length === 1 && isKindName(cells[at] ?? '') && isValue(below[at] ?? '');
}

/** Whether skipping a record with this cell would lose a row. */
export function isValue(cell: string): boolean {
  return holdsIdentifier(cell) || (looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell));
}

/** Whether a cell is an identifier, or has one among other text. */
export function holdsIdentifier(cell: string): boolean {
  return isIdentifier(cell) || countIdentifiers(cell) > 0;
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
 * CPFs without restored zeros, less such CNPJs. `padded`: CPFs among those of 14 digits. `zeroLed`: valid ones of 14 digits
 * that begin with a zero; `cut`: those of 12 or 13 digits. `masked`: `***.982.247-**`; `joined`: an identifier
 * beside others or other text.
 */
export type Score = ReturnType<typeof emptyScore>;

export function emptyScore() {
  return {
    filled: 0,
    attempts: 0,
    cpf: 0,
    cnpj: 0,
    both: 0,
    exact: 0,
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
      addCell((scores[index] ??= emptyScore()), cell);
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
  score.exact += Number(cpf.valid && !cpf.repaired) - Number(cnpj.valid && !cnpj.repaired);
  if (cpf.valid && cpf.repaired && length === ID_LENGTHS.cnpj) score.padded += 1;
  if (length > ID_LENGTHS.cpf) countZeros(score, cell, cpf.valid || cnpj.valid);
  if (cpf.valid || cnpj.valid || cell.length < ID_LENGTHS.cpf) return;
  if (isMasked(cell)) score.masked += 1;
  else if (length >= ID_LENGTHS.cpf && countIdentifiers(cell) > 0) score.joined += 1;
}

/** Of punctuated digits no zeros are lost, whatever becomes of others. */
function countZeros(score: Score, cell: string, isValid: boolean): void {
  const inner = innerText(cell).trim();
  if (!cell.includes(inner)) return;
  if (/^[0-9]{12,13}$/.test(inner)) score.cut += 1;
  if (isValid && /^0[0-9]{13}$/.test(inner)) score.zeroLed += 1;
}

/** As public bodies publish identifiers: a CPF with at least two of its digits hidden, or a CNPJ. */
function isMasked(cell: string): boolean {
  const bare = cell.replace(/[\s./-]/g, '');
  return /^(?=.*[*•x]{2})[0-9*•x]{11}$/i.test(bare) || /^(?=.*[*•]{2})[0-9A-Z*•]{14}$/i.test(bare);
}

export function isIdentifier(cell: string): boolean {
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

/** Whether a text is the name of a kind and nothing else, as a title would be: `CPF/CNPJ`, `Nº do CPF`. */
function isKindName(name: string): boolean {
  const words = fold(name).split(/[^a-z]+/);
  const isFiller = (word: string) => /^(|cpf|cnpj|numero|num|nr|n|no|do|da|de|ou|e)$/.test(word);
  return nameWeight(name) === 2 && words.every(isFiller);
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
