import { readCell } from '../../identifiers/index.js';
import { forPeople, isByteText } from './codec.js';
import { isBlank } from './records.js';
import type { InputLayout, InputRow } from './types.js';

export interface RawRecord {
  readonly record: readonly string[];
  readonly raw: string;
}

/** A quote that a later row's quote closed by accident: the rows between would be lost in silence. */
export class SwallowedRows extends Error {}

/** Turns records into rows: leaves out the preamble, the header and the lines that are none. */
export class RowMaker {
  #toSkip: number;
  #number = 0;
  /** Blank lines of a single column: rows once another row follows. */
  #blanks: RawRecord[] = [];

  constructor(readonly layout: InputLayout) {
    this.#toSkip = layout.preamble + (layout.hasHeader ? 1 : 0);
  }

  /** Where the next record starts, for messages. */
  get position(): string {
    return this.#toSkip > 0
      ? 'the lines before the first row'
      : `row ${this.#number + this.#blanks.length + 1}`;
  }

  take(record: RawRecord): InputRow[] {
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return [];
    }
    if (isBlank(record.record, record.raw)) {
      if (this.layout.columns.length === 1) this.#blanks.push(record);
      return [];
    }
    if (swallowsRows(record.raw, this.layout)) throw new SwallowedRows();
    const due = [...this.#blanks.splice(0), record];
    return due.map((each) => this.#row(each));
  }

  #row({ record, raw }: RawRecord): InputRow {
    const { encoding, column, kind } = this.layout;
    const cells = isByteText(encoding) ? record.map((cell) => forPeople(cell, encoding)) : record;
    this.#number += 1;
    return { number: this.#number, raw, cells, reading: readCell(cells[column] ?? '', kind) };
  }
}

/** Is a line inside the record a whole row by itself, as wide as the table and with an identifier? */
function swallowsRows(raw: string, { columns, delimiter, column, kind }: InputLayout): boolean {
  if (columns.length < 2 || !/[\r\n]/.test(raw)) return false;
  const inner = raw.split(/\r\n|\n|\r/).slice(1);
  return inner.some((line) => {
    const cells = line.split(delimiter);
    // An odd quote ends the cell that the line break is in: `"Rua A⏎casa 2";529.982.247-25`.
    if (cells.length < columns.length || line.split('"').length % 2 === 0) return false;
    return readCell((cells[column] ?? '').replaceAll('"', ''), kind).valid;
  });
}
