import { modalWidth } from './dialect.js';
import {
  nameWeight,
  isIdentifier,
  looksLikeIdentifier,
  scoreColumns,
  share,
  type Records,
} from './column-scores.js';
import { identifiersIn } from './running-text.js';
import { isBlank } from './csv-records.js';

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

/** The search for a header ends after this many records. */
const LONGEST_PREAMBLE = 30;

/** Separates titles and header from rows. `wanted`: whether there is a header, if the caller knows. */
export function readHead(records: Records, wanted?: boolean): Head {
  const preamble = countPreamble(records);
  const titles = records.slice(0, preamble).filter((cells) => cells.some(holdsIdentifier)).length;
  const body = records.slice(preamble).filter((cells) => !isBlank(cells));
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
  const width = modalWidth(records.filter((cells) => !isBlank(cells)));
  const header = records.slice(0, LONGEST_PREAMBLE).findIndex(isTellingHeader);
  const end = records.findIndex(
    (cells, index) => !isPreamble(cells, width) && !(index < header && isTitle(cells, width)),
  );
  if (end >= 0) return end;
  return Math.max(
    0,
    records.findIndex((cells) => !isBlank(cells)),
  );
}

/** Whether a record is a header that names cpf or cnpj. Records above it are not rows. */
function isTellingHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    filled.length >= 2 &&
    filled.some((cell) => nameWeight(cell) === 2) &&
    !filled.some((cell) => holdsIdentifier(cell) || isNumberLike(cell))
  );
}

/** Whether a record above the header is a title such as `ACME S/A - CNPJ 90.021.382/0001-22`. */
function isTitle(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return isSparse(cells, width) && filled.every((cell) => /[a-z]{3}/i.test(cell));
}

function isSparse(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length <= 1 || cells.length * 2 <= width;
}

/** A record with only a number is a row without its other cells; one with `CPF` is a header. Both are kept. */
function isPreamble(cells: readonly string[], width: number): boolean {
  if (isBlank(cells) || isSepLine(cells)) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (width < 2 || filled.some((cell) => holdsIdentifier(cell) || isNumberLike(cell))) return false;
  if (filled.length >= 2 && filled.some((cell) => nameWeight(cell) === 2)) return false;
  return isSparse(cells, width);
}

/** Whether a cell has an identifier. A record with one is a row, because skipping it would lose the identifier. */
function holdsIdentifier(cell: string): boolean {
  return isIdentifier(cell) || identifiersIn(cell).some((text) => isIdentifier(text));
}

/** `sep=;`, already split at its delimiter. */
function isSepLine(cells: readonly string[]): boolean {
  return /^sep=\W?$/i.test(cells.join('').trim());
}

function isNumberLike(cell: string): boolean {
  return looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell);
}

/** The cells above identifier columns decide. In a file without such columns, all cells do. */
function isHeader(first: readonly string[], rest: Records): boolean {
  if (first.some(holdsIdentifier)) return false;
  const good = scoreColumns(rest).flatMap((score, index) => (share(score) >= 0.5 ? [index] : []));
  const telling = good.length > 0 ? good.map((index) => first[index] ?? '') : first;
  return !telling.some(looksLikeIdentifier);
}
