import type { InputLimit } from '../limits.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/types.js';

/** Some lines of a file: how many, and the first ones by number (from 1). */
export interface SomeLines {
  readonly count: number;
  readonly first: readonly number[];
}

/** A column in messages: how an option names it, and its header, masked and in quotes. */
export interface ListedColumn {
  readonly option: string;
  readonly name: string;
}

/** A column that holds identifiers where the one that was read has none. */
export interface MeantColumn extends ListedColumn {
  readonly kind: ColumnKind;
  /** The share of valid cells among the filled cells of the sample, from 0 to 1. */
  readonly validShare: number;
}

/** A column that may hold the identifiers. */
export interface ColumnCandidate extends MeantColumn {
  /** Some of its cells, masked. */
  readonly samples: readonly string[];
}

export interface ListedSheet {
  readonly number: number;
  /** Masked and in quotes. */
  readonly name: string;
}

/** Where a record starts: at a line or a row of a spreadsheet (both from 1, with the header), or before the first row. */
export type RecordPlace =
  | { readonly line: number }
  | { readonly row: number }
  | 'before_the_first_row';

/** `file`: the name of the input for users. */
export interface InputFacts {
  readonly unknown_encoding: { readonly wanted: string; readonly known: readonly string[] };
  readonly broken_utf16: { readonly file: string; readonly place: RecordPlace | 'end' };
  readonly wrong_encoding: { readonly file: string };
  readonly mixed_encodings: {
    readonly file: string;
    readonly utf8: SomeLines;
    readonly other: SomeLines;
  };
  readonly not_text: {
    readonly file: string;
    readonly is: 'binary' | 'old_workbook' | 'packed_twice' | 'document' | 'zip' | 'device';
  };
  readonly damaged_gzip: { readonly file: string; readonly endsEarly: boolean };
  readonly not_a_table: { readonly file: string; readonly is: 'markup' | 'json' | 'utf16_json' };
  /** `row`: where in a sheet, for the limit of a row. */
  readonly input_too_large: {
    readonly file: string;
    readonly limit: InputLimit;
    readonly most: number;
    readonly row?: number;
  };
  readonly not_for_workbooks: { readonly file: string; readonly option: 'delimiter' | 'encoding' };
  readonly no_sheets: { readonly file: string };
  readonly damaged_workbook: { readonly file: string };
  readonly unknown_sheet: {
    readonly file: string;
    readonly wanted: string;
    readonly sheets: readonly ListedSheet[];
  };
  readonly no_identifier_sheet: { readonly file: string; readonly sheets: readonly ListedSheet[] };
  readonly ambiguous_sheet: { readonly file: string; readonly sheets: readonly ListedSheet[] };
  /** A sheet whose rows were to follow those of the first has other columns. */
  readonly different_sheets: {
    readonly file: string;
    readonly first: ListedSheet;
    readonly other: ListedSheet;
  };
  readonly unknown_column: {
    readonly file: string;
    readonly wanted: string;
    readonly near?: ListedColumn;
    readonly columns: readonly ListedColumn[];
  };
  /** `column`: a column that an export names; masked and in quotes. */
  readonly result_column: {
    readonly file: string;
    readonly column: string;
    readonly columns: readonly ListedColumn[];
  };
  readonly no_identifier_column: {
    readonly file: string;
    readonly columns: readonly ListedColumn[];
  };
  /** `parts`: the columns that together hold an identifier of this kind. `wrongly`: the other kind, if it was asked for. */
  readonly identifier_in_parts: {
    readonly file: string;
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    readonly wrongly?: IdentifierKind;
  };
  /** `parts`: columns that were joined, and that hold an identifier of this kind by chance only. */
  readonly chance_parts: {
    readonly file: string;
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    /** From 0 to 1. */
    readonly validShare: number;
  };
  /** `count`: the number of columns that were joined, which no identifier is split into. */
  readonly unknown_parts: { readonly file: string; readonly count: number };
  readonly weak_column: { readonly file: string; readonly candidates: readonly ColumnCandidate[] };
  readonly ambiguous_column: {
    readonly file: string;
    readonly candidates: readonly ColumnCandidate[];
  };
  /** The column holds identifiers of `kind`, and `wanted` was asked for. */
  readonly other_kind: ListedColumn & {
    readonly file: string;
    readonly kind: IdentifierKind;
    readonly wanted: IdentifierKind;
    readonly validShare: number;
  };
  /** No row of this column holds an identifier. `reasons`: the rows of each reason, where all were read. */
  readonly no_valid_cell: ListedColumn & {
    readonly file: string;
    readonly kind: ColumnKind;
    readonly reasons: Readonly<Record<string, number>>;
    readonly meant?: MeantColumn;
  };
  /** `column`: from 1; `name` is empty if the file has no header. */
  readonly unknown_kind: { readonly file: string; readonly column: number; readonly name: string };
  readonly mixed_kinds: {
    readonly file: string;
    readonly column: number;
    readonly name: string;
    readonly cpfs: number;
    readonly cnpjs: number;
  };
  readonly no_rows: { readonly file: string; readonly has: 'comments' | 'header' };
  readonly unclosed_quote: {
    readonly file: string;
    readonly place: RecordPlace;
    /** In bytes. */
    readonly longest: number;
  };
  readonly unknown_delimiter: { readonly wanted: string };
  readonly input_empty: { readonly file: string; readonly isWorkbook: boolean };
  readonly input_is_folder: { readonly file: string; readonly wanted: 'file' | 'list' };
  readonly input_missing: { readonly file: string };
  /** `reason`: Node's error code. */
  readonly input_unreadable: { readonly file: string; readonly reason: string };
  readonly input_changed: { readonly file: string };
  /** `reason`: Node's error code. */
  readonly disk_full: { readonly file: string; readonly reason: string };
}
