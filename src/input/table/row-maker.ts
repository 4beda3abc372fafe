import { inputLimits } from '../../limits.js';
import { csvRecords } from '../../records/csv-lines.js';
import type { RecordPlace } from '../../errors/facts.js';
import { readFileCell } from '../../identifiers/index.js';
import { forPeople, isByteText } from '../bytes/codec.js';
import { countLine } from '../bytes/encoding.js';
import { readJoined } from '../parts.js';
import { isBlank, splitQuoted } from './csv-records.js';
import { identifiersIn, isComment, withoutRemark, type Skipped } from './running-text.js';
import type { InputLayout, InputRow } from '../types.js';

/**
 * A record and its place in a piece of the file. A class, like all parts of a row: V8 may treat object literals of a
 * long loop as long-lived, and then ten million rows take twice the time and more memory.
 */
export class FileRecord {
  constructor(
    readonly cells: readonly string[],
    readonly bytes: Buffer,
    readonly from: number,
    readonly to: number,
    readonly encoding: 'latin1' | 'utf8',
    /** Whether a line may end within it. */
    readonly hasBreaks: boolean,
  ) {}

  /** Its text without the line end. */
  get raw(): string {
    let { to } = this;
    if (to > this.from && this.bytes[to - 1] === LF) to -= 1;
    if (to > this.from && this.bytes[to - 1] === CR) to -= 1;
    return this.bytes.toString(this.encoding, this.from, to);
  }
}

const [LF, CR] = [10, 13];

class Row implements InputRow {
  constructor(
    readonly number: number,
    readonly sheetRow: number,
    readonly record: FileRecord,
    readonly cells: readonly string[],
    readonly reading: InputRow['reading'],
  ) {}

  get raw(): string {
    return this.record.raw;
  }
}

/** A row of running text; its line may have thousands of others, and is not copied for each of them. */
class TextRow implements InputRow {
  constructor(
    readonly number: number,
    readonly sheetRow: number,
    readonly own: readonly string[],
    readonly cells: readonly string[],
    readonly reading: InputRow['reading'],
  ) {}

  get raw(): string {
    return csvRecords([this.own]).join();
  }
}

/** A quote of a later row closed an open quote by accident. The rows between would be lost silently. */
export class SwallowedRows extends Error {}

/** More blank lines between two rows than can be meant. */
export class TooManyBlanks extends Error {}

/** There may be a million blank lines, so they share one record. */
const NOTHING = new FileRecord([''], Buffer.alloc(0), 0, 0, 'utf8', false);

/** Turns records into rows. Leaves out the preamble, the header and the lines that are not rows. */
export class RowMaker {
  #toSkip: number;
  #number = 0;
  #line = 0;
  /** Blank lines of a single column. They become rows if another row follows. */
  #blanks: FileRecord[] = [];

  constructor(
    readonly layout: InputLayout,
    readonly skipped: Skipped,
  ) {
    this.#toSkip = layout.preamble + (layout.hasHeader ? 1 : 0);
  }

  /** Where the next record starts, for messages. */
  get place(): RecordPlace {
    return this.#toSkip > 0 ? 'before_the_first_row' : { row: this.#line + 1 };
  }

  /** Adds the rows that come with a record to `rows`. */
  take(record: FileRecord, rows: InputRow[]): void {
    const { shape } = this.layout;
    this.#line += 1;
    if (shape !== undefined && isComment(record.raw)) {
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
    if (shape === 'text') {
      this.#takeText(record.raw, rows);
      return;
    }
    if (record.hasBreaks && swallowsRows(record.raw, this.layout)) {
      this.#line -= 1;
      throw new SwallowedRows();
    }
    const first = this.#line - this.#blanks.length;
    if (this.#blanks.length > 0)
      this.#blanks.splice(0).forEach((each, at) => rows.push(this.#row(each, first + at)));
    rows.push(this.#row(record, this.#line));
  }

  /** Below the header of a single column, a blank line is an empty cell. In a list it is not a row. */
  #takeBlank(record: FileRecord): void {
    const { columns, shape, hasHeader } = this.layout;
    if (shape !== undefined && !hasHeader) countLine(this.skipped.blank, this.#line);
    else if (columns.length <= 1) {
      this.#blanks.push(record.raw === '' ? NOTHING : record);
      if (this.#blanks.length > inputLimits.blank_lines) throw new TooManyBlanks();
    }
  }

  #row(record: FileRecord, line: number): InputRow {
    const { encoding } = this.layout;
    const { cells: own } = record;
    const cells = isByteText(encoding) ? own.map((cell) => forPeople(cell, encoding)) : own;
    this.#number += 1;
    return new Row(this.#number, line, record, cells, this.#read(cells));
  }

  #read(cells: readonly string[]): InputRow['reading'] {
    const { column, kind, shape, parts } = this.layout;
    if (parts !== undefined) return readJoined(parts, cells);
    const cell = cells[column] ?? '';
    return readFileCell(shape === 'list' ? withoutRemark(cell) : cell, kind);
  }

  /** Each identifier of a line becomes a row, together with the line. */
  #takeText(raw: string, rows: InputRow[]): void {
    const { encoding, kind } = this.layout;
    const found = identifiersIn(raw);
    if (found.length === 0) countLine(this.skipped.without, this.#line);
    const line = String(this.#line);
    const shown = forPeople(raw, encoding);
    for (const text of found) {
      this.#number += 1;
      const cells = [line, shown, forPeople(text, encoding)];
      const reading = readFileCell(text, kind);
      rows.push(new TextRow(this.#number, this.#line, [line, raw, text], cells, reading));
    }
  }
}

/**
 * Whether a line inside the record reads as the beginning of a row: as wide as the table, with an identifier, and its
 * quotes around whole cells, of which the last may stay open. A line that closes a cell has a quote elsewhere.
 */
function swallowsRows(raw: string, layout: InputLayout): boolean {
  const { columns, delimiter, column, kind, origin, parts } = layout;
  // confere wrote the quotes of a sheet, so they are correct.
  if (origin?.sheet !== undefined || columns.length < 2 || !/[\r\n]/.test(raw)) return false;
  const inner = raw.split(/\r\n|\n|\r/).slice(1);
  return inner.some((line) => {
    const cells = splitQuoted(line, delimiter) ?? splitQuoted(`${line}"`, delimiter) ?? [];
    if (cells.length < columns.length) return false;
    if (parts !== undefined) return readJoined(parts, cells).valid;
    return readFileCell(cells[column] ?? '', kind).valid;
  });
}
