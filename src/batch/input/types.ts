import type { IdentifierKind, Reading } from '../../identifiers/types.js';

export type TextEncoding = 'utf8' | 'latin1' | 'utf16le';

/** What the caller insists on; everything left out is detected. */
export interface InputOptions {
  readonly kind?: IdentifierKind;
  /** A header name or a 1-based index. */
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header?: boolean;
}

/** Everything needed to read the same file again the same way; plain JSON, stored with the batch. */
export interface InputLayout {
  readonly encoding: TextEncoding;
  /** Bytes of the byte-order mark at the start: 0, 2 or 3. */
  readonly bom: number;
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** Records before the header or the first row that are not rows. */
  readonly preamble: number;
  readonly hasHeader: boolean;
  /** Column names, as wide as the widest sampled row; made up (`column_1`) where there is no header. */
  readonly columns: readonly string[];
  /** 0-based index of the identifier column. */
  readonly column: number;
  readonly kind: IdentifierKind;
  /** One sentence: why this column. */
  readonly why: string;
  /** Share (0 to 1) of the column's filled sample cells that are valid identifiers. */
  readonly validShare?: number;
}

export interface InputRow {
  /** 1-based row number, the header and the preamble not counted. */
  readonly number: number;
  /** The record's own text without its line end. `Buffer.from(raw, encoding)` gives the file's own bytes back. */
  readonly raw: string;
  /** The cells as text for people (windows-1252 read as such). */
  readonly cells: readonly string[];
  readonly reading: Reading;
}
