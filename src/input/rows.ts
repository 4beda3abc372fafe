import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { CsvError, Parser } from 'csv-parse';
import type { RecordPlace } from '../base/facts.js';
import { codeOf, UsageError } from '../base/errors.js';
import { readFileCell, readWholeCell, type Reading } from '../identifiers/index.js';
import { inputLimits } from '../base/limits.js';
import { t } from '../messages/index.js';
import { countLine, forPeople, isByteText, noLines, toUtf8, type Lines } from './encoding.js';
import { identifierCell } from './numbers.js';
import {
  csvOptions,
  isBlank,
  isComment,
  readJoined,
  splitRaw,
  unclosedQuote,
  withoutRemark,
} from './table.js';
import type { InputLayout, InputRow } from './types.js';
import { tooLarge, unreadable } from './unpacked.js';

/** Counts the lines that are not rows while the file is read. */
export class Skipped {
  readonly comments = noLines();
  readonly blank = noLines();

  /** Sentences for people. */
  inWords(): string[] {
    const told = (lines: Lines, what: string) =>
      lines.count === 0 ? [] : [t.input.skippedLines(t.phrases.lines(lines), what)];
    return [...told(this.comments, t.input.comment), ...told(this.blank, t.input.blank)];
  }
}

/** In order, in arrays, because a million awaits take longer than the reading itself. @throws UsageError */
export async function* readRowChunks(
  path: string,
  layout: InputLayout,
  name = basename(path),
  skipped = new Skipped(),
): AsyncGenerator<InputRow[], void, undefined> {
  const maker = new RowMaker(layout, name, skipped);
  try {
    for await (const records of readRecordChunks(path, layout)) {
      const rows: InputRow[] = [];
      for (const record of records) maker.take(record, rows);
      yield rows;
    }
  } catch (error) {
    throw explain(error, name, maker.place);
  }
}

function explain(error: unknown, name: string, place: RecordPlace): unknown {
  switch (codeOf(error)) {
    case 'CSV_MAX_RECORD_SIZE':
    case 'CSV_QUOTE_NOT_CLOSED':
      return unclosedQuote(name, place);
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return new UsageError('broken_utf16', { file: name, place });
    default:
      return unreadable(error, name);
  }
}

export type HeaderText = Pick<InputRow, 'raw' | 'cells'>;

/** Undefined if the file has none. */
export async function readHeaderText(
  path: string,
  layout: InputLayout,
): Promise<HeaderText | undefined> {
  if (!layout.hasHeader) return undefined;
  let toSkip = layout.preamble;
  for await (const record of readRecords(path, layout)) {
    if (layout.shape === 'list' && isComment(record.raw)) continue;
    if (toSkip === 0) {
      const { raw, cells } = record;
      // Without its empty first name the header stands one column to the left of what it names.
      return layout.rowNames === true
        ? { raw: layout.delimiter + raw, cells: ['', ...cells] }
        : { raw, cells };
    }
    toSkip -= 1;
  }
  return undefined;
}

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
  const decode = toUtf8(layout.encoding);
  for await (const chunk of chunks as AsyncIterable<Buffer>) yield* parser.parsed(decode(chunk));
  yield* parser.parsed(decode());
  yield* parser.parsed();
}

const [LF, CR] = [10, 13];

/** Bytes that are made text at once where each is a character. */
class Piece {
  /** Null where a character may have several bytes. */
  #whole: string | null | undefined;

  constructor(
    readonly bytes: Buffer,
    readonly encoding: 'latin1' | 'utf8',
  ) {}

  text(from: number, to: number): string {
    if (this.#whole === undefined) {
      const isWhole = this.encoding === 'latin1' || isAscii(this.bytes);
      this.#whole = isWhole ? this.bytes.toString('latin1') : null;
    }
    return this.#whole?.slice(from, to) ?? this.bytes.toString(this.encoding, from, to);
  }
}

/** A class, like all parts of a row: V8 may treat literals of a long loop as long-lived, which takes twice the time. */
export class FileRecord {
  constructor(
    readonly cells: readonly string[],
    readonly piece: Piece,
    readonly from: number,
    readonly to: number,
    /** Whether a line may end within it. */
    readonly hasBreaks: boolean,
  ) {}

  /** Its text without the line end. */
  get raw(): string {
    let { to } = this;
    const { bytes } = this.piece;
    if (to > this.from && bytes[to - 1] === LF) to -= 1;
    // More than one `\r` ends lines that passed through text mode twice.
    while (to > this.from && bytes[to - 1] === CR) to -= 1;
    return this.piece.text(this.from, to);
  }
}

/** A character may have four bytes. */
const MOST_BYTES = 4 * inputLimits.record;

/** Keeps the records of a chunk with their places: as a stream, csv-parse would send an event for each. */
class RecordParser extends Parser {
  #records: FileRecord[] = [];
  /** The bytes from the beginning of a record on, and how many came before them. */
  #piece: Piece;
  #before = 0;
  /** Where the last record ended, in bytes and lines. */
  #last = 0;
  #lines = 0;

  constructor({ encoding: own, ...layout }: InputLayout) {
    const encoding = isByteText(own) ? 'latin1' : 'utf8';
    super({ ...csvOptions(layout), encoding });
    this.#piece = new Piece(Buffer.alloc(0), encoding);
    // The callbacks of `write` and `end` get the same error.
    this.on('error', () => undefined);
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { bytes, lines } = this.info;
    const [from, to] = [this.#last - this.#before, bytes - this.#before];
    const hasBreaks = lines > this.#lines + 1;
    this.#records.push(new FileRecord(cells, this.#piece, from, to, hasBreaks));
    this.#last = bytes;
    this.#lines = lines;
    return true;
  }

  /** The records that end in a chunk, or with the file; then the error of the parser. */
  async *parsed(chunk?: Buffer): AsyncGenerator<FileRecord[]> {
    if (chunk !== undefined) {
      const { bytes, encoding } = this.#piece;
      const begun = bytes.subarray(this.#last - this.#before);
      // It counts the characters of the cells, of which a record of delimiters has none.
      if (begun.length > MOST_BYTES) throw new CsvError('CSV_MAX_RECORD_SIZE', 'Too long');
      this.#piece = new Piece(Buffer.concat([begun, chunk]), encoding);
      this.#before = this.#last;
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

/** There may be a million blank lines, so they share one record. */
const NOTHING = new FileRecord([''], new Piece(Buffer.alloc(0), 'utf8'), 0, 0, false);

/** Leaves out the preamble, the header and the lines that are not rows. */
export class RowMaker {
  #toSkip: number;
  #number = 0;
  #line = 0;
  /** Blank lines of a single column. They become rows if another row follows. */
  #blanks: FileRecord[] = [];

  constructor(
    readonly layout: InputLayout,
    readonly name: string,
    readonly skipped = new Skipped(),
  ) {
    this.#toSkip = layout.preamble + (layout.hasHeader ? 1 : 0);
  }

  /** Where the next record starts, for messages. */
  get place(): RecordPlace {
    if (this.#toSkip > 0) return { at: 'before_the_first_row' };
    return { at: 'row', row: this.#line + 1 };
  }

  take(record: FileRecord, rows: InputRow[]): void {
    this.#line += 1;
    if (this.layout.shape === 'list' && isComment(record.raw)) {
      countLine(this.skipped.comments, this.#line);
      return;
    }
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (record.cells.length <= 1 && isBlank(record.cells, record.raw)) {
      this.#takeBlank(record);
      return;
    }
    // A quote of a later row closed an open quote by accident. The rows between would be lost silently.
    if (record.hasBreaks && swallowsRows(record.raw, this.layout))
      throw unclosedQuote(this.name, { at: 'row', row: this.#line });
    const first = this.#line - this.#blanks.length;
    if (this.#blanks.length > 0)
      this.#blanks.splice(0).forEach((each, at) => rows.push(this.#row(each, first + at)));
    rows.push(this.#row(record, this.#line));
  }

  /** Below the header of a single column, a blank line is an empty cell. In a list it is not a row. */
  #takeBlank(record: FileRecord): void {
    const { columns, shape, hasHeader } = this.layout;
    if (shape === 'list' && !hasHeader) countLine(this.skipped.blank, this.#line);
    else if (columns.length <= 1) {
      this.#blanks.push(record.raw === '' ? NOTHING : record);
      if (this.#blanks.length > inputLimits.blank_lines) throw tooLarge(this.name, 'blank_lines');
    }
  }

  #row(record: FileRecord, line: number): InputRow {
    const { encoding } = this.layout;
    const { cells: own } = record;
    const cells = isByteText(encoding) ? own.map((cell) => forPeople(cell, encoding)) : own;
    this.#number += 1;
    return new ReadRow(this.#number, line, record, cells, readCells(cells, this.layout));
  }
}

function readCells(cells: readonly string[], layout: InputLayout): Reading {
  const { kind, keepsZeros, shape, parts } = layout;
  if (parts !== undefined) return readJoined(parts, cells);
  const cell = identifierCell(cells, layout);
  const text = shape === 'list' ? withoutRemark(cell) : cell;
  return keepsZeros === true ? readWholeCell(text, kind) : readFileCell(text, kind);
}

/** Whether a line inside the record is as wide as the table, with an identifier, and its quotes around whole cells. */
function swallowsRows(raw: string, layout: InputLayout): boolean {
  const { columns, delimiter, origin } = layout;
  // confere wrote the quotes of a sheet, so they are correct.
  if (origin?.sheet !== undefined || columns.length < 2) return false;
  const [, ...inner] = raw.split(/\r\n|\n|\r/);
  return inner.some((line) => {
    const cells = splitQuoted(line, delimiter) ?? splitQuoted(`${line}"`, delimiter) ?? [];
    return cells.length >= columns.length && readCells(cells, layout).valid;
  });
}

const QUOTED = /^"([^"]*(?:""[^"]*)*)"$/;

/** The cells of a line; undefined if its quotes do not surround whole cells. */
function splitQuoted(line: string, delimiter: string): string[] | undefined {
  const cells = splitRaw(line, delimiter).map((cell) =>
    cell.includes('"') ? QUOTED.exec(cell)?.[1]?.replaceAll('""', '"') : cell,
  );
  const whole = cells.filter((cell) => cell !== undefined);
  return whole.length === cells.length ? whole : undefined;
}
