import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { CsvError, Parser } from 'csv-parse';
import type { RowPlace } from '../base/facts.js';
import { readErrorCode, UsageError } from '../base/errors.js';
import { readFileCell, readCompleteIdentifier, type Reading } from '../identifiers/index.js';
import { inputLimits } from '../base/limits.js';
import { t } from '../messages/index.js';
import {
  countLine,
  toReadable,
  isByteText,
  createLines,
  createUtf8Converter,
  type Lines,
} from './encoding.js';
import { readIdentifierCell } from './numbers.js';
import {
  buildCsvOptions,
  isBlankRecord,
  isComment,
  readJoined,
  splitRawCells,
  buildUnclosedQuote,
  removeRemark,
} from './table.js';
import type { InputLayout, InputRow } from './types.js';
import { buildTooLarge, toFileError } from './unpack-limit.js';

/** Counts the lines that are not rows while the file is read. */
export class SkippedLines {
  readonly comments = createLines();
  readonly blank = createLines();

  toSentences(): string[] {
    const describeLines = (lines: Lines, kind: string) =>
      lines.count === 0 ? [] : [t.input.skippedLines(t.phrases.lines(lines), kind)];
    return [
      ...describeLines(this.comments, t.input.comment),
      ...describeLines(this.blank, t.input.blank),
    ];
  }
}

/**
 * Reads the rows of a file in order, in arrays: a million awaits take longer than the reading itself.
 *
 * @throws UsageError
 */
export async function* readRowChunks(
  path: string,
  layout: InputLayout,
  name = basename(path),
  skipped = new SkippedLines(),
): AsyncGenerator<InputRow[], void, undefined> {
  const maker = new RowMaker(layout, name, skipped);
  try {
    for await (const records of readRecordChunks(path, layout)) {
      const rows: InputRow[] = [];
      for (const record of records) maker.addRow(record, rows);
      yield rows;
    }
  } catch (error) {
    throw toInputError(error, name, maker.place);
  }
}

function toInputError(error: unknown, name: string, place: RowPlace): unknown {
  switch (readErrorCode(error)) {
    case 'CSV_MAX_RECORD_SIZE':
    case 'CSV_QUOTE_NOT_CLOSED':
      return buildUnclosedQuote(name, place);
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return new UsageError('broken_utf16', { file: name, place });
    default:
      return toFileError(error, name);
  }
}

export type RowText = Pick<InputRow, 'raw' | 'cells'>;

/** Returns the header; undefined if the file has none. */
export async function readHeaderText(
  path: string,
  layout: InputLayout,
): Promise<RowText | undefined> {
  if (!layout.hasHeader) return undefined;
  let toSkip = layout.preamble;
  for await (const record of readRecords(path, layout)) {
    if (layout.shape === 'list' && isComment(record.raw)) continue;
    if (toSkip === 0) {
      const { raw, cells } = record;
      // Each row has one cell more than the header, at the left (R writes files so), so the header gets an empty one.
      return layout.rowNames === true
        ? { raw: layout.delimiter + raw, cells: ['', ...cells] }
        : { raw, cells };
    }
    toSkip -= 1;
  }
  return undefined;
}

/** Reads the records of a file in order, with the header and the preamble. */
export async function* readRecords(
  path: string,
  layout: InputLayout,
): AsyncGenerator<FileRecord, void, undefined> {
  for await (const records of readRecordChunks(path, layout)) yield* records;
}

async function* readRecordChunks(
  path: string,
  layout: InputLayout,
): AsyncGenerator<FileRecord[], void, undefined> {
  const chunks = createReadStream(path, { start: layout.bom, highWaterMark: 1 << 16 });
  const parser = new RecordParser(layout);
  const decode = createUtf8Converter(layout.encoding);
  for await (const chunk of chunks as AsyncIterable<Buffer>) yield* parser.parse(decode(chunk));
  yield* parser.parse(decode());
  yield* parser.parse();
}

const [LF, CR] = [10, 13];

/** Bytes of a file. If each byte is a character, all of them become text in one step. */
class Piece {
  /** The bytes as text; null if a character may have several bytes, and undefined before that is known. */
  #allText: string | null | undefined;

  constructor(
    readonly bytes: Buffer,
    readonly encoding: 'latin1' | 'utf8',
  ) {}

  text(from: number, to: number): string {
    if (this.#allText === undefined) {
      const isWhole = this.encoding === 'latin1' || isAscii(this.bytes);
      this.#allText = isWhole ? this.bytes.toString('latin1') : null;
    }
    return this.#allText?.slice(from, to) ?? this.bytes.toString(this.encoding, from, to);
  }
}

/**
 * A record and its place in a piece of the file's bytes. It is a class, like all parts of a row, because V8 may treat
 * literals of a long loop as long-lived, which takes twice the time.
 */
export class FileRecord {
  constructor(
    readonly cells: readonly string[],
    readonly piece: Piece,
    readonly from: number,
    readonly to: number,
    /** Whether a line may end within the record. */
    readonly hasBreaks: boolean,
  ) {}

  /** The text of the record without its line end. */
  get raw(): string {
    let { to } = this;
    const { bytes } = this.piece;
    if (to > this.from && bytes[to - 1] === LF) to -= 1;
    // More than one `\r` ends lines that passed through text mode twice.
    while (to > this.from && bytes[to - 1] === CR) to -= 1;
    return this.piece.text(this.from, to);
  }
}

/**
 * Keeps csv-parse from building an error, which it then drops, for each record of another width than the first one.
 * Below a title that is every record, and reading took ten times as long.
 */
function expectAnyWidth(parser: Parser): void {
  const { state } = parser as unknown as { state: { record: readonly string[] } };
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set() {
      // csv-parse sets the width of the first record.
    },
  });
}

/** The maximum length of a record (bytes), because a character has up to four bytes. */
const MAX_RECORD_BYTES = 4 * inputLimits.record;

/**
 * Collects the records of a chunk with their places, because csv-parse as a stream would emit an event for each
 * record.
 */
class RecordParser extends Parser {
  #records: FileRecord[] = [];
  /** The bytes from the beginning of a record on. */
  #piece: Piece;
  /** The number of bytes before `#piece`. */
  #bytesBefore = 0;
  /** The number of bytes up to the end of the last record. */
  #recordEnd = 0;
  /** The number of lines up to the end of the last record. */
  #linesBefore = 0;

  constructor({ encoding: fileEncoding, ...layout }: InputLayout) {
    const encoding = isByteText(fileEncoding) ? 'latin1' : 'utf8';
    super({ ...buildCsvOptions(layout), encoding });
    this.#piece = new Piece(Buffer.alloc(0), encoding);
    expectAnyWidth(this);
    // Without a listener Node would throw the error, which the callbacks of `write` and `end` get as well.
    this.on('error', () => undefined);
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { bytes, lines } = this.info;
    const [from, to] = [this.#recordEnd - this.#bytesBefore, bytes - this.#bytesBefore];
    const hasBreaks = lines > this.#linesBefore + 1;
    this.#records.push(new FileRecord(cells, this.#piece, from, to, hasBreaks));
    this.#recordEnd = bytes;
    this.#linesBefore = lines;
    return true;
  }

  /** Yields the records that end in a chunk, or with the file. @throws the error of the parser, after these records */
  async *parse(chunk?: Buffer): AsyncGenerator<FileRecord[]> {
    if (chunk !== undefined) {
      const { bytes, encoding } = this.#piece;
      const unfinished = bytes.subarray(this.#recordEnd - this.#bytesBefore);
      // csv-parse counts only the characters of cells, so that it does not limit a record of nothing but delimiters.
      if (unfinished.length > MAX_RECORD_BYTES)
        throw new CsvError('CSV_MAX_RECORD_SIZE', 'Too long');
      this.#piece = new Piece(Buffer.concat([unfinished, chunk]), encoding);
      this.#bytesBefore = this.#recordEnd;
    }
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (chunk === undefined) this.end(resolve);
      else this.write(chunk, resolve);
    });
    const records = this.#records;
    this.#records = [];
    if (records.length > 0) yield records;
    if (error != null) throw error;
  }
}

class ReadRow implements InputRow {
  constructor(
    readonly number: number,
    readonly sheetRow: number,
    readonly record: FileRecord,
    readonly cells: readonly string[],
    readonly reading: Reading,
  ) {}

  get raw(): string {
    return this.record.raw;
  }
}

/** The record that all blank lines share, because there may be a million of them. */
const BLANK_RECORD = new FileRecord([''], new Piece(Buffer.alloc(0), 'utf8'), 0, 0, false);

/** Makes rows of records, without the preamble, the header and the lines that are not rows. */
export class RowMaker {
  #toSkip: number;
  #number = 0;
  #line = 0;
  /** Blank lines in a file of one column, which become rows if another row follows. */
  #blanks: FileRecord[] = [];

  constructor(
    readonly layout: InputLayout,
    readonly name: string,
    readonly skipped = new SkippedLines(),
  ) {
    this.#toSkip = layout.preamble + (layout.hasHeader ? 1 : 0);
  }

  /** The place of the next record, for messages. */
  get place(): RowPlace {
    if (this.#toSkip > 0) return { at: 'before_the_first_row' };
    return { at: 'row', row: this.#line + 1 };
  }

  /** Appends the row of a record to `rows`, if it is one. @throws UsageError `unclosed_quote`, `input_too_large` */
  addRow(record: FileRecord, rows: InputRow[]): void {
    this.#line += 1;
    if (this.layout.shape === 'list' && isComment(record.raw)) {
      countLine(this.skipped.comments, this.#line);
      return;
    }
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (record.cells.length <= 1 && isBlankRecord(record.cells, record.raw)) {
      this.#addBlank(record);
      return;
    }
    // A quote in a later row has closed an open quote by accident, and the rows between would be lost silently.
    if (record.hasBreaks && swallowsRows(record.raw, this.layout))
      throw buildUnclosedQuote(this.name, { at: 'row', row: this.#line });
    const firstLine = this.#line - this.#blanks.length;
    if (this.#blanks.length > 0)
      this.#blanks.splice(0).forEach((each, at) => rows.push(this.#makeRow(each, firstLine + at)));
    rows.push(this.#makeRow(record, this.#line));
  }

  /**
   * Keeps or skips a blank line: below the header of a single column it is an empty cell, in a list it is not a row.
   */
  #addBlank(record: FileRecord): void {
    const { columns, shape, hasHeader } = this.layout;
    if (shape === 'list' && !hasHeader) countLine(this.skipped.blank, this.#line);
    else if (columns.length <= 1) {
      this.#blanks.push(record.raw === '' ? BLANK_RECORD : record);
      if (this.#blanks.length > inputLimits.blank_lines)
        throw buildTooLarge(this.name, 'blank_lines');
    }
  }

  #makeRow(record: FileRecord, line: number): InputRow {
    const { encoding } = this.layout;
    const { cells: raw } = record;
    const cells = isByteText(encoding) ? raw.map((cell) => toReadable(cell, encoding)) : raw;
    this.#number += 1;
    return new ReadRow(this.#number, line, record, cells, readRowIdentifier(cells, this.layout));
  }
}

function readRowIdentifier(cells: readonly string[], layout: InputLayout): Reading {
  const { kind, keepsZeros, shape, parts } = layout;
  if (parts !== undefined) return readJoined(parts, cells);
  const cell = readIdentifierCell(cells, layout);
  const text = shape === 'list' ? removeRemark(cell) : cell;
  return keepsZeros === true ? readCompleteIdentifier(text, kind) : readFileCell(text, kind);
}

/**
 * Returns whether a line inside the record looks like a row: it is as wide as the table, and has an identifier and
 * quotes around whole cells.
 */
function swallowsRows(raw: string, layout: InputLayout): boolean {
  const { columns, delimiter, origin } = layout;
  // confere wrote the quotes of a sheet, so they are correct.
  if (origin?.sheet !== undefined || columns.length < 2) return false;
  const [, ...innerLines] = raw.split(/\r\n|\n|\r/);
  return innerLines.some((line) => {
    const cells = splitQuoted(line, delimiter) ?? splitQuoted(`${line}"`, delimiter) ?? [];
    return cells.length >= columns.length && readRowIdentifier(cells, layout).valid;
  });
}

const QUOTED = /^"([^"]*(?:""[^"]*)*)"$/;

/** Splits a line into cells; undefined if its quotes do not surround whole cells. */
function splitQuoted(line: string, delimiter: string): string[] | undefined {
  const cells = splitRawCells(line, delimiter).map((cell) =>
    cell.includes('"') ? QUOTED.exec(cell)?.[1]?.replaceAll('""', '"') : cell,
  );
  const split = cells.filter((cell) => cell !== undefined);
  return split.length === cells.length ? split : undefined;
}
