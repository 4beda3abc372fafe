import { readCell, readFileCell } from '../../identifiers/index.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { noLines } from '../bytes/encoding.js';
import { modalWidth, type Dialect } from './dialect.js';
import type { Head } from './header.js';
import { nameWeight, bestShare, isIdentifier, type Records } from './column-scores.js';
import { isBlank } from './csv-records.js';
import type { Sample } from './sample.js';
import type { InputOptions } from '../types.js';
import { t } from '../../messages/index.js';

/** The columns for running text: each row has one identifier and its whole line. */
export const TEXT_COLUMNS = ['line', 'text', 'identifier'] as const;

/** Whether a line starts with `#`, except error values of spreadsheets such as `#N/A` or `#VALOR!`. */
export function isComment(line: string): boolean {
  return /^\s*#(?![A-ZÚ/0]+[!?]?\s*$)/.test(line);
}

/** Removes a remark after an identifier: `529.982.247-25  # cancelled`. */
export function withoutRemark(cell: string): string {
  return cell.replace(/\s#.*$/s, '');
}

/** The sample without its comment lines; undefined if it has none. */
export function withoutComments(sample: Sample): Sample | undefined {
  const strip = (text: string) =>
    text
      .split(sample.lineEnd)
      .filter((line) => !isComment(line))
      .join(sample.lineEnd);
  if (!linesOf(sample).some(isComment)) return undefined;
  return { ...sample, text: strip(sample.text), elsewhere: sample.elsewhere.map(strip) };
}

/**
 * Whether the identifiers are in sentences, or several on a line, so that reading columns would lose some.
 * False for tables, unless their delimiter is that of sentences, and if fewer than half of the lines have an identifier.
 */
export function isRunningText(
  sample: Sample,
  { records, broken }: Dialect,
  head: Head,
  options: InputOptions,
): boolean {
  // The user must correct an open quote. A chosen delimiter or column means that the file is a table.
  if (broken || options.delimiter !== undefined || options.column !== undefined) return false;
  if (head.hasHeader && head.columns.some((name) => nameWeight(name) === 2)) return false;
  const rows = records.filter((cells) => !isBlank(cells));
  if (isLineOfIdentifiers(rows)) return true;
  const width = modalWidth(rows);
  const regular = rows.filter(({ length }) => length === width).length / rows.length;
  if (width > 1 && regular >= 0.9) return !head.hasHeader && isProse(rows, options.kind);
  const found = countIdentifiers(sample, options.kind);
  if (found.lines * 2 < found.of) return false;
  const best = bestShare(head.rows, options.kind);
  return best < 0.5 || found.several;
}

/** Whether the only line is a list such as `529.982.247-25, 111.444.777-35`. */
function isLineOfIdentifiers(rows: Records): boolean {
  const [only = [], ...others] = rows;
  const filled = only.filter((cell) => cell.trim() !== '');
  return others.length === 0 && filled.length > 1 && filled.every((cell) => isIdentifier(cell));
}

function countIdentifiers(sample: Sample, kind: ColumnKind | undefined) {
  const lines = linesOf(sample).filter((line) => line.trim() !== '' && !isComment(line));
  const counts = lines.map(
    (line) => identifiersIn(line).filter((text) => readFileCell(text, kind).valid).length,
  );
  const holding = counts.filter((count) => count > 0).length;
  return { of: lines.length, lines: holding, several: counts.some((count) => count > 1) };
}

/** Running text as a table of one column, to detect its kind. */
export function identifierRows(sample: Sample): string[][] {
  return linesOf(sample)
    .filter((line) => !isComment(line))
    .flatMap(identifiersIn)
    .map((text) => [text]);
}

function linesOf({ text, elsewhere, lineEnd }: Sample): string[] {
  return [text, ...elsewhere].flatMap((piece) => piece.split(lineEnd));
}

/** Counts the lines that are not rows while the file is read. */
export class Skipped {
  readonly comments = noLines();
  readonly blank = noLines();
  /** Lines of running text without an identifier. */
  readonly without = noLines();

  /** Sentences for people. */
  inWords(): string[] {
    const told: [lines: ReturnType<typeof noLines>, what: string][] = [
      [this.comments, t.input.comment],
      [this.blank, t.input.blank],
      [this.without, t.input.withoutIdentifier],
    ];
    return told
      .filter(([{ count }]) => count > 0)
      .map(([lines, what]) => t.input.skippedLines(t.phrases.lines(lines), what));
  }
}

/**
 * Whether commas of sentences were taken for a delimiter, as in `Pay Ana (529.982.247-25) and Rui, CPF
 * 111.444.777-35.`: half of the rows have an identifier within a sentence, and no cell is an identifier alone.
 */
function isProse(rows: Records, kind: ColumnKind | undefined): boolean {
  if (rows.some((cells) => cells.some((cell) => isBare(cell)))) return false;
  const found = rows.filter((cells) => cells.some((cell) => hasWithin(cell, kind)));
  return found.length * 2 >= rows.length && found.length > 0;
}

/** A sentence about rows of a table without a header that have an identifier within the text of another column. */
export function toldPassedBy(
  rows: Records,
  column: number,
  kind: ColumnKind | undefined,
): readonly string[] {
  const found = rows.filter((cells) =>
    cells.some((cell, index) => index !== column && hasWithin(cell, kind)),
  );
  if (found.length === 0) return [];
  return [t.input.identifiersPassedBy(found.length)];
}

/** A cell of digits and signs alone, as in a table, or of one whole identifier with letters. */
function isBare(cell: string): boolean {
  return isIdentifier(cell) && (!/\p{L}/u.test(cell) || identifiersIn(cell)[0] === cell.trim());
}

function hasWithin(cell: string, kind: ColumnKind | undefined): boolean {
  if (cell.length < SHORTEST || isIdentifier(cell)) return false;
  return identifiersIn(cell).some((text) => readFileCell(text, kind).valid);
}

/** Characters of the shortest identifier within a text, and one beside it. */
const SHORTEST = 12;

/** Formatted CPFs and CNPJs, or unformatted ones of full length. A shorter number may be a telephone. */
const SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}|[0-9A-Z]{12}[0-9]{2})(?![0-9A-Za-z])/gi;

/** Finds everything in a line that looks like an identifier, valid or not, in order. */
export function identifiersIn(line: string): string[] {
  return (line.match(SHAPED) ?? []).filter((text) => /[0-9]{3}/.test(text) && isMeant(text));
}

/** A text with letters may be a word or a code, so it needs valid check digits. */
function isMeant(text: string): boolean {
  return !/[a-z]/i.test(text) || readCell(text, 'cnpj').valid;
}
