import type { FileFacts } from '../base/checksum.js';
import type { MeantColumn } from '../base/facts.js';
import type { ColumnKind, IdentifierKind, Reading } from '../identifiers/index.js';

/** `utf8-broken`: UTF-8 with some invalid bytes, which are kept. */
export type TextEncoding = 'utf8' | 'utf8-broken' | 'latin1' | 'cp850' | 'utf16le' | 'utf16be';

/** The options that the caller specifies; everything else is detected from the file. */
export interface InputOptions {
  readonly kind?: ColumnKind;
  /** A header name or a 1-based index; several of them, joined by `+`, for the parts of an identifier. */
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header?: boolean;
  /** The name or the 1-based number of a workbook's sheet; `all`: every one with identifiers, in their order. */
  readonly sheet?: string;
}

/**
 * A sheet of a workbook, and what the layout must know of its cells. `number` is the 1-based position of its tab;
 * hidden sheets count.
 */
export interface InputSheet {
  readonly name: string;
  readonly number: number;
  /**
   * The last row (1-based) with a text in each column (0-based) whose only values are plain numbers and texts. The
   * layout in the ledger has this property name.
   */
  readonly numbers?: Readonly<Record<number, number>>;
  /**
   * The columns (0-based) with numbers that a number format changes. Their texts are as shown; identifiers are read
   * from the numbers (`removeNumberFormat`). Stored layouts have this key; no digit of such a number is hidden.
   */
  readonly masked?: readonly number[];
  /** The columns (0-based) with merged cells of several rows, and the last of these rows (1-based). */
  readonly merged?: Readonly<Record<number, number>>;
  /** The number of filled rows that the spreadsheet does not show, for example because of a filter. */
  readonly hidden?: number;
  /**
   * The columns (0-based) with formulas that no program has computed yet, or with errors, and the number of these
   * cells.
   */
  readonly uncomputed?: Readonly<Record<number, number>>;
  readonly errors?: Readonly<Record<number, number>>;
  /**
   * The used area, beside which results find room. Stored layouts have this key; it is absent for a batch of an older
   * version, which wrote no results into workbooks.
   */
  readonly room?: UsedArea;
  /** The sheets whose rows follow after those of this sheet; stored layouts have this key. */
  readonly and?: readonly FollowingSheet[];
}

/** The part of a sheet that is in use, so that results go beside it. Columns and rows are numbered from 1. */
export interface UsedArea {
  /** The last column with a cell, filled or not, or with a part of a merged cell, a table, a filter or a comment. */
  readonly used: number;
  /** The columns with formulas. */
  readonly formulas: readonly number[];
  /** The last row with a filled cell. */
  readonly last: number;
  /** The extent of the sheet's filter, such as `A1:F9`. */
  readonly filter?: string;
  /** Tables and filters that cannot get more columns, because something stands at their right. */
  readonly stuck: readonly StuckRange[];
}

/** A table, or a filter without a name, and its first and last column, from 1. */
export interface StuckRange {
  readonly name?: string;
  readonly left: number;
  readonly right: number;
}

/** A sheet whose rows follow after those of another sheet. */
export interface FollowingSheet extends Pick<InputSheet, 'name' | 'number' | 'room'> {
  /** The row of the header, from 1; absent without a header. */
  readonly header?: number;
  /**
   * The rows (from 1) of the sheet that are in the text, in stretches: the first row of each, and the number of rows.
   */
  readonly rows?: readonly number[];
}

/** Why results cannot be written into a workbook: it is signed, or not in UTF-8. */
export type WorkbookFault = 'signed' | 'encoding';

/** A workbook that is kept beside its text, so that results can be written into it. */
export interface KeptWorkbook extends FileFacts {
  readonly macros?: true;
  readonly fault?: WorkbookFault;
}

/** How the text was packed before confere unpacked it. */
export interface InputOrigin {
  readonly gzip?: true;
  readonly sheet?: InputSheet;
  readonly workbook?: KeptWorkbook;
}

/** The columns (0-based) that together hold an identifier, and the characters of each. */
export interface IdentifierParts {
  readonly kind: IdentifierKind;
  readonly columns: readonly number[];
  readonly widths: readonly number[];
}

/** How to read a file, so that every reading gives the same rows; stored with the batch as JSON. */
export interface InputLayout {
  readonly encoding: TextEncoding;
  /** The length of the byte-order marks at the start (bytes): 2 or 3 for each. */
  readonly bom: number;
  readonly delimiter: string;
  /** Whether blanks before a cell, and before its quote, are not part of it. */
  readonly ltrim?: true;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** Whether a single `\r` also ends a line. */
  readonly loneCr?: boolean;
  /** Whether `\r\r\n` also ends a line, as `\r\n` does in text mode of Windows. */
  readonly doubledCr?: true;
  /** The number of records before the header or the first row. */
  readonly preamble: number;
  readonly hasHeader: boolean;
  /** Whether the header has no name for the first column, as R writes it: its first name is that of the second. */
  readonly rowNames?: true;
  /** The names of the columns, as many as the widest sampled row has; a missing name is `column_1`. */
  readonly columns: readonly string[];
  /** Whether the file is a list of one column, in which `#` begins a comment. */
  readonly shape?: 'list';
  /** The expected number of cells per row: that of the header, or of most rows. */
  readonly width?: number;
  /** 0-based index of the identifier column. */
  readonly column: number;
  readonly kind: ColumnKind;
  /** Whether no zeros were lost in the column, so that 11 digits are a CPF. */
  readonly keepsZeros?: true;
  /** Present if the identifier is split into several columns; `column` is the first of them. */
  readonly parts?: IdentifierParts;
  /** The share (0 to 1) of valid identifiers in the column's filled cells of the sample. */
  readonly validShare?: number;
  /** The column that is probably meant, or this one with its real kind; present only where no cell is valid. */
  readonly meant?: MeantColumn;
  /** Sentences about irregular data that is kept. */
  readonly notes?: readonly string[];
  readonly origin?: InputOrigin;
}

/** One row of an input, and the identifier that was read from it. */
export interface InputRow {
  /** 1-based row number, without header and preamble. */
  readonly number: number;
  /** 1-based row number as a spreadsheet shows it: the header and the lines above it count. */
  readonly sheetRow: number;
  /** The record's text in the file without its line end. `toBytes(raw, encoding)` restores the file's bytes. */
  readonly raw: string;
  /** The cells in readable form (see `toReadable` in `encoding.ts`). */
  readonly cells: readonly string[];
  readonly reading: Reading;
}
