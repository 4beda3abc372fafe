import type { ColumnKind, Reading } from '../identifiers/types.js';

/** `utf8-broken`: UTF-8 with bytes in it that are none, which are kept. */
export type TextEncoding = 'utf8' | 'utf8-broken' | 'latin1' | 'utf16le' | 'utf16be';

/** What the caller insists on; everything left out is detected. */
export interface InputOptions {
  readonly kind?: ColumnKind;
  /** A header name or a 1-based index. */
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header?: boolean;
  /** The name or the 1-based number of a workbook's sheet. */
  readonly sheet?: string;
}

export interface SheetName {
  readonly name: string;
  /** 1-based, as its tab stands; hidden ones count. */
  readonly number: number;
}

/** What the text was before it was unpacked. */
export interface InputOrigin {
  readonly gzip?: true;
  readonly sheet?: SheetName;
}

/** Everything needed to read the same file again the same way; plain JSON, stored with the batch. */
export interface InputLayout {
  readonly encoding: TextEncoding;
  /** Bytes of the byte-order mark at the start: 0, 2 or 3. */
  readonly bom: number;
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** A `\r` alone ends lines, too. */
  readonly loneCr?: boolean;
  /** Records before the header or the first row that are not rows. */
  readonly preamble: number;
  readonly hasHeader: boolean;
  /** Column names, as wide as the widest sampled row; made up (`column_1`) where there is no header. */
  readonly columns: readonly string[];
  /** `list`: one identifier a line, with comments; `text`: identifiers in sentences, each a row. */
  readonly shape?: 'list' | 'text';
  /** Cells that a row should have: those of the header, or of most rows. */
  readonly width?: number;
  /** 0-based index of the identifier column. */
  readonly column: number;
  readonly kind: ColumnKind;
  /** One sentence: why this column. */
  readonly why: string;
  /** Share (0 to 1) of the column's filled sample cells that are valid identifiers. */
  readonly validShare?: number;
  /** Sentences about what does not fit and is kept all the same. */
  readonly notes?: readonly string[];
  /** Left out where the input was text from the start. */
  readonly origin?: InputOrigin;
}

export interface InputRow {
  /** 1-based row number, the header and the preamble not counted. */
  readonly number: number;
  /** The record's own text without its line end. `toBytes(raw, encoding)` gives the file's own bytes back. */
  readonly raw: string;
  /** The cells as text for people (windows-1252 read as such). */
  readonly cells: readonly string[];
  readonly reading: Reading;
}
