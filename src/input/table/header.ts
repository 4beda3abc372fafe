import { modalWidth } from './dialect.js';
import { nameWeight } from './column-names.js';
import { identifiersIn } from '../column/identifiers-in.js';
import { isBlank } from './csv-records.js';
import {
  isIdentifier,
  looksLikeIdentifier,
  scoreColumns,
  share,
  type Records,
} from '../column/score.js';

export interface Head {
  readonly preamble: number;
  /** Of the preamble: titles with an identifier in them. */
  readonly titles: number;
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
  /** Cells that a row should have: those of the header, or of most rows. */
  readonly width: number;
  /** The sample's rows, without preamble, header and blank lines. */
  readonly rows: Records;
}

/** A header further down than this is looked for no more. */
const LONGEST_PREAMBLE = 30;

/** Tell titles and header from rows; `wanted` is the caller's word about the header. */
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

/** Blank lines and titles at the top; never all of the file. */
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

/** A header that names its identifiers: what is above it is none of its rows. */
function isTellingHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    filled.length >= 2 &&
    filled.some((cell) => nameWeight(cell) === 2) &&
    !filled.some((cell) => holdsIdentifier(cell) || isNumberLike(cell))
  );
}

/** `ACME S/A - CNPJ 90.021.382/0001-22` above the header: words with an identifier among them. */
function isTitle(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return isSparse(cells, width) && filled.every((cell) => /[a-z]{3}/i.test(cell));
}

function isSparse(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length <= 1 || cells.length * 2 <= width;
}

/** Digits alone are a row that lost its cells, a cell `CPF` is a header too narrow: both are kept. */
function isPreamble(cells: readonly string[], width: number): boolean {
  if (isBlank(cells) || isSepLine(cells)) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (width < 2 || filled.some((cell) => holdsIdentifier(cell) || isNumberLike(cell))) return false;
  if (filled.length >= 2 && filled.some((cell) => nameWeight(cell) === 2)) return false;
  return isSparse(cells, width);
}

/** A title with an identifier in it is a row: passing it by would lose the identifier. */
function holdsIdentifier(cell: string): boolean {
  return isIdentifier(cell) || identifiersIn(cell).some((text) => isIdentifier(text));
}

/** `sep=;`, cut at its own delimiter. */
function isSepLine(cells: readonly string[]): boolean {
  return /^sep=\W?$/i.test(cells.join('').trim());
}

function isNumberLike(cell: string): boolean {
  return looksLikeIdentifier(cell) && !/[a-z]{2}/i.test(cell);
}

/** Only columns that hold identifiers decide; a file without one lets every cell speak. */
function isHeader(first: readonly string[], rest: Records): boolean {
  if (first.some(holdsIdentifier)) return false;
  const good = scoreColumns(rest).flatMap((score, index) => (share(score) >= 0.5 ? [index] : []));
  const telling = good.length > 0 ? good.map((index) => first[index] ?? '') : first;
  return !telling.some(looksLikeIdentifier);
}
