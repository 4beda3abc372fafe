import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../base/errors.js';
import { inputLimits } from '../base/limits.js';
import { t } from '../messages/index.js';
import { chooseColumn } from './column.js';
import {
  chooseDialect,
  ROWS_FROM_START,
  hidesIdentifier,
  type Dialect,
  type Sample,
} from './dialect.js';
import { detectEncoding, toReadable, toRaw, type DetectedEncoding } from './encoding.js';
import { removeNumberFormats } from './numbers.js';
import { findResultColumns } from './result-columns.js';
import {
  isComment,
  findModalWidth,
  readHead,
  buildUnclosedQuote,
  removeRemark,
  type Head,
} from './table.js';
import { describeSheet } from './sheet-notes.js';
import type { InputLayout, InputOptions, InputOrigin } from './types.js';
import { buildTooLarge, toFileError } from './unpack-limit.js';

/** The error about a file that has a header and no rows. */
export class OnlyHeaderError extends UsageError {
  constructor(
    name: string,
    readonly columns: readonly string[],
  ) {
    super('no_rows', { file: name });
  }
}

/** How confere writes a sheet of a workbook as text, and reads it again. */
export const SHEET_TEXT = { encoding: 'utf8', delimiter: ',' } as const;

/**
 * Detects how to read the text at `path`. `name` is the name of the file in messages.
 *
 * @throws UsageError; ColumnUnclearError if several columns are possible
 */
export async function detectLayout(
  path: string,
  wanted: InputOptions,
  name = basename(path),
  origin?: InputOrigin,
): Promise<InputLayout> {
  const isSheet = origin?.sheet !== undefined;
  const options = isSheet ? { ...wanted, ...SHEET_TEXT } : wanted;
  const { encoded, sample: fullSample } = await readEncodedSample(path, options, name);
  if (!isSheet) refuseMarkup(fullSample.text, name);
  const { sample, dialect, isList } = detectDialect(fullSample, options, isSheet);
  if (!isSheet) refuseQuotedLines(sample, dialect, name);
  if (dialect.records.some(({ length }) => length > inputLimits.columns))
    throw buildTooLarge(name, 'columns');
  const formattedColumns = origin?.sheet?.masked;
  const head = readHead(removeNumberFormats(dialect.records, formattedColumns), options.header);
  refuseOpenQuote(dialect, sample, head, name);
  const { preamble, hasHeader, columns, width } = head;
  if (head.rows.length === 0)
    throw hasHeader ? new OnlyHeaderError(name, columns) : buildEmptyInput(name);
  const laterRows = removeNumberFormats(dialect.laterRows, formattedColumns);
  const sampled = [...head.rows.slice(0, ROWS_FROM_START), ...laterRows];
  const rows = isList ? sampled.map((cells) => cells.map(removeRemark)) : sampled;
  const { notes = [], ...detected } = chooseColumn({ ...head, rows }, options, name);
  // Zeros in front of such a number come from its number format.
  const hasNumberFormat = formattedColumns?.includes(detected.column) === true;
  const chosen = hasNumberFormat ? { ...detected, keepsZeros: undefined } : detected;
  return {
    encoding: encoded.encoding,
    bom: encoded.bom,
    origin,
    lineEnd: sample.lineEnd,
    loneCr: sample.loneCr,
    doubledCr: sample.doubledCr,
    delimiter: dialect.delimiter,
    ltrim: dialect.ltrim,
    rowNames: head.rowNames || undefined,
    preamble,
    hasHeader,
    columns,
    width,
    shape: isList ? 'list' : undefined,
    ...chosen,
    notes: [
      ...encoded.notes,
      ...(head.titles > 0 ? [t.input.identifiersAboveHeader(head.titles)] : []),
      ...(findResultColumns(head).size > 0 ? [t.input.earlierResult] : []),
      ...notes,
      ...describeSheet(origin, { ...chosen, columns }, preamble + Number(hasHeader)),
    ],
  };
}

/** Detects preamble and header of a sheet that was converted to text; looks for no identifiers. @throws UsageError */
export async function readSheetHead(
  path: string,
  { header, kind: wanted }: InputOptions,
  name: string,
): Promise<InputLayout> {
  const { encoded, sample } = await readEncodedSample(path, SHEET_TEXT, name);
  const { lineEnd, loneCr } = sample;
  const { records } = chooseDialect(sample, SHEET_TEXT.delimiter, wanted);
  const { preamble, hasHeader, columns, width } = readHead(records, header);
  const head = { preamble, hasHeader, columns: columns.slice(0, width), width };
  return { ...encoded, ...head, lineEnd, loneCr, delimiter: ',', column: 0, kind: 'both' };
}

/** Chooses the dialect. Only a list of one column has comments: in a table, `#` may be the name of a column. */
function detectDialect(
  sample: Sample,
  { delimiter, kind }: InputOptions,
  isSheet: boolean,
): { sample: Sample; dialect: Dialect; isList: boolean } {
  const uncommented = isSheet ? sample : removeComments(sample);
  const dialect = chooseDialect(uncommented, delimiter, kind);
  const isList = !isSheet && findModalWidth(dialect.records) === 1;
  if (isList || uncommented === sample) return { sample: uncommented, dialect, isList };
  const tableDialect = chooseDialect(sample, delimiter, kind);
  const isEmpty =
    sample.isWhole && uncommented.text.trim() === '' && findModalWidth(tableDialect.records) <= 1;
  return isEmpty
    ? { sample: uncommented, dialect, isList }
    : { sample, dialect: tableDialect, isList };
}

/** Removes comments from a sample, and returns the sample itself if there are none. */
function removeComments(sample: Sample): Sample {
  const { lineEnd, text, laterPieces } = sample;
  const removeCommentLines = (piece: string) =>
    piece.split(lineEnd).filter((line) => !isComment(line));
  const [first, ...others] = [text, ...laterPieces].map((piece) =>
    removeCommentLines(piece).join(lineEnd),
  );
  const isSame = first === text && others.every((piece, at) => piece === laterPieces[at]);
  return isSame ? sample : { ...sample, text: first ?? '', laterPieces: others };
}

/** Refuses an open quote, which hides the rest of the file: the error would otherwise be about missing rows. */
function refuseOpenQuote(
  { records, isQuoteOpen }: Dialect,
  { isWhole, cutLength }: Sample,
  head: Head,
  name: string,
): void {
  if (!isQuoteOpen && cutLength <= inputLimits.record) return;
  if (!isWhole && head.rows.length > 0) return;
  throw buildUnclosedQuote(
    name,
    records.length === 0 ? { at: 'line', line: 1 } : { at: 'row', row: records.length + 1 },
  );
}

/** Matches a web page, which some systems export under the name `.xls`: it begins with a tag, and has a closing tag. */
const MARKUP = /^[\s\ufeff]*<(?:[!?]|[a-z][\w:-]*[\s/>][^]*<\/[a-z][\w:-]*\s*>)/i;
const JSON_TEXT = /^\s*(?:\[\s*[{"]|\{\s*")/;

/** Refuses web pages and JSON. @throws UsageError `not_a_table` */
function refuseMarkup(text: string, name: string): void {
  if (MARKUP.test(text)) throw new UsageError('not_a_table', { file: name, is: 'markup' });
  if (JSON_TEXT.test(text)) throw new UsageError('not_a_table', { file: name, is: 'json' });
}

/**
 * Refuses a file with each line in quotes, as a spreadsheet program writes a table that it has opened as a single
 * column.
 *
 * @throws UsageError `not_a_table`
 */
function refuseQuotedLines({ text, lineEnd }: Sample, { records }: Dialect, name: string): void {
  if (findModalWidth(records) !== 1 || !records.some(([cell = '']) => hidesIdentifier(cell)))
    return;
  const lines = text.split(lineEnd).map((line) => line.trim());
  const isQuoted = (line: string) => /^".*"$/s.test(line) && /[,;\t|]/.test(line);
  if (lines.every((line) => line === '' || isQuoted(line)))
    throw new UsageError('not_a_table', { file: name, is: 'quoted_lines' });
}

function buildEmptyInput(name: string): UsageError {
  return new UsageError('input_empty', { file: name });
}

const SAMPLE_BYTES = 1 << 17;
/** The size of the sample (bytes) if the usual one has only a few rows. */
const LONG_SAMPLE_BYTES = 1 << 21;
/** The number of pieces that are read from the rest of the file, and the size of each (bytes). */
const PIECES = 20;
const PIECE_BYTES = 1 << 13;

async function readEncodedSample(
  path: string,
  options: InputOptions,
  name: string,
): Promise<{ encoded: DetectedEncoding; sample: Sample }> {
  try {
    const { size } = await stat(path);
    if (size === 0) throw buildEmptyInput(name);
    const encoded = await detectEncoding(path, options.encoding, name);
    let sample = await readSample(path, encoded, SAMPLE_BYTES);
    if (!sample.isWhole && sample.text.split(sample.lineEnd).length <= 3)
      sample = await readSample(path, encoded, LONG_SAMPLE_BYTES);
    if (sample.text.trim() === '') throw buildEmptyInput(name);
    return { encoded, sample: { ...sample, text: toReadable(sample.text, encoded.encoding) } };
  } catch (error) {
    throw toFileError(error, name);
  }
}

/** Reads the start of the file and pieces of the rest, cut at line ends. */
async function readSample(path: string, { encoding, bom }: DetectedEncoding, bytes: number) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const text = toRaw(await readBytes(file, bom, bytes), encoding);
    const pieces: string[] = [];
    for (const start of computePieceOffsets(bom + bytes, size))
      pieces.push(toRaw(await readBytes(file, start, PIECE_BYTES), encoding));
    const ends = findLineEnds([text, ...pieces].join(''));
    const upToLineEnd = (piece: string) =>
      piece.slice(0, piece.lastIndexOf(ends.lineEnd) + ends.lineEnd.length);
    const isWhole = size - bom < bytes;
    const wholeLines = isWhole || !text.includes(ends.lineEnd) ? text : upToLineEnd(text);
    const laterPieces = pieces.map((piece) => {
      const first = piece.indexOf(ends.lineEnd);
      return first < 0 ? '' : upToLineEnd(piece).slice(first + ends.lineEnd.length);
    });
    const cutLength = text.length - wholeLines.length;
    return { ...ends, isWhole, text: wholeLines, cutLength, laterPieces };
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Returns the places where the pieces begin, evenly spaced, so that the last piece ends with the file. */
function computePieceOffsets(from: number, size: number): number[] {
  const distance = size - PIECE_BYTES - from;
  if (distance < 0) return size > from ? [from] : [];
  const step = distance / (PIECES - 1);
  // All distances are even numbers, because a piece must not start within a UTF-16 unit.
  return Array.from({ length: PIECES }, (_, i) => from + 2 * Math.floor((i * step) / 2));
}

/** Finds the line end. Quoted text does not count, because Excel writes `\n` there, and `\r\n` between rows. */
function findLineEnds(text: string): Pick<Sample, 'lineEnd' | 'loneCr' | 'doubledCr'> {
  const ends = text.replace(/"[^"]*"/g, '').match(/\r\n|\n|\r(?!\r)/g) ?? [];
  const count = (end: string): number => ends.filter((found) => found === end).length;
  const [crLf, lf, cr] = [count('\r\n'), count('\n'), count('\r')];
  if (crLf + lf === 0) return { lineEnd: cr > 0 ? '\r' : '\n', loneCr: cr > 0 };
  const doubledCr = text.includes('\r\r\n') || undefined;
  // A few single `\r` are stray characters; many of them end lines.
  const loneCr = cr > ends.length * 0.1;
  return { lineEnd: crLf >= lf ? '\r\n' : '\n', loneCr, doubledCr };
}
