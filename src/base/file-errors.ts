import type { ColumnKind, IdentifierKind } from '../identifiers/types.js';
import type {
  ColumnCandidate,
  Kept,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  NoFacts,
  OfFile,
  Place,
  RecordPlace,
  SomeLines,
  TypedInput,
} from './facts.js';

/** The facts of an error about the sheets of a workbook, as `OfFile` has those about a file. */
export interface OfSheets extends OfFile {
  readonly sheets: readonly ListedSheet[];
}

/** Errors of a file of identifiers. */
export interface InputErrors {
  readonly unknown_encoding: { readonly wanted: string; readonly known: readonly string[] };
  readonly broken_utf16: OfFile & { readonly place: RecordPlace };
  readonly not_text: OfFile;
  readonly damaged_gzip: OfFile & { readonly endsEarly?: boolean };
  readonly not_for_workbooks: OfFile & { readonly option: string };
  readonly no_sheets: OfFile;
  readonly damaged_workbook: OfFile;
  readonly unknown_sheet: OfSheets & { readonly wanted: string };
  readonly no_identifier_sheet: OfSheets;
  readonly ambiguous_sheet: OfSheets;
  readonly different_sheets: OfFile & { readonly first: ListedSheet; readonly other: ListedSheet };
  readonly unknown_column: OfFile & {
    readonly wanted: string;
    readonly near?: ListedColumn | null;
    readonly columns: readonly ListedColumn[];
  };
  readonly result_column: OfFile & {
    readonly column: string | number;
    readonly columns: readonly ListedColumn[];
  };
  readonly no_identifier_column: OfFile & { readonly columns: readonly ListedColumn[] };
  readonly identifier_in_parts: OfFile & {
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    /** The value of `--type`, where the parts are of the other kind. */
    readonly wrongly?: string;
  };
  /** Parts of identifiers in several columns, whose check digits agree by chance. */
  readonly chance_parts: OfFile & {
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    readonly validShare: number;
  };
  readonly unknown_parts: OfFile & { readonly count: number };
  readonly weak_column: OfFile & { readonly candidates: readonly ColumnCandidate[] };
  readonly ambiguous_column: OfFile & { readonly candidates: readonly ColumnCandidate[] };
  readonly no_rows: OfFile;
  readonly unclosed_quote: OfFile & {
    readonly place: RecordPlace;
    /** Bytes that a record may have. */
    readonly longest: number;
  };
  readonly unknown_delimiter: { readonly wanted: string };
  readonly input_empty: OfFile;
  readonly input_is_folder: OfFile;
  /** `near`: the name of a file in the same folder that may be meant. */
  readonly input_missing: OfFile & { readonly near?: string };
  readonly input_unreadable: OfFile & {
    /** Node's code of the failed system call. */
    readonly reason: string;
  };
  readonly input_changed: OfFile;
  readonly disk_full: OfFile & { readonly reason: string };
  readonly wrong_encoding: OfFile;
  readonly mixed_encodings: OfFile & { readonly utf8: SomeLines; readonly other: SomeLines };
  readonly masked_identifiers: OfFile & ListedColumn;
  readonly not_a_table: OfFile & { readonly is: 'json' | 'markup' | 'joined' | 'quoted_lines' };
  readonly other_kind: OfFile &
    ListedColumn & {
      readonly kind: IdentifierKind;
      readonly wanted: IdentifierKind;
      readonly validShare: number;
    };
  readonly unknown_kind: OfFile & { readonly column: string | number; readonly name?: string };
  readonly mixed_kinds: OfFile & {
    readonly column: string | number;
    readonly name?: string;
    readonly cpfs: number;
    readonly cnpjs: number;
  };
  readonly input_too_large: OfFile & TooLarge;
  readonly no_valid_cell: OfFile &
    ListedColumn & {
      readonly kind: ColumnKind;
      /** Each reason with the number of its rows. */
      readonly reasons: Readonly<Record<string, number>>;
      readonly meant?: MeantColumn | null;
    };
}

/** The limit that a file exceeds. `most`: bytes of text, or columns. */
type TooLarge =
  | { readonly limit: 'text' | 'columns'; readonly most: number }
  | { readonly limit: 'line' | 'record' | 'blank_lines' | PackedLimit };

/** Limits on unpacking a workbook or an archive. */
type PackedLimit =
  | 'ratio'
  | 'unpacked'
  | 'parts'
  | 'lists'
  | 'styles'
  | 'texts'
  | 'text_bytes'
  | 'token'
  | 'depth';

/** Errors of writing a result. */
export interface OutputErrors {
  readonly unknown_field: {
    readonly of: 'comparison' | 'result' | 'lookup' | 'match';
    readonly field: string;
    readonly near?: string;
    readonly known: readonly string[];
    /** Where the setting `fields` stands, if the fields are no option. */
    readonly place?: Place;
  };
  readonly bad_comparison: NoFacts;
  readonly compared_twice: { readonly field: string };
  /** The field is a list of objects, which has no value of its own. */
  readonly compared_in_parts: { readonly field: string; readonly parts: readonly string[] };
  readonly compared_column: {
    /** `unknown`: there is none; `result`: it is of an earlier result; `several`: more than one has that name. */
    readonly why: 'unknown' | 'result' | 'several';
    readonly wanted: string;
    readonly near?: ListedColumn | null;
    readonly columns: readonly ListedColumn[];
  };
  readonly only_compared: { readonly verdict: string };
  readonly partners_need_cnpj: NoFacts;
  readonly same_output:
    | { readonly of: 'side_files' }
    | {
        readonly of: 'inputs';
        readonly first: string;
        readonly second: string;
        readonly output: string;
      };
  readonly output_unwritable: {
    readonly path: string;
    /** Node's code of the failed system call, or `no_file` or `reserved`. */
    readonly reason: string;
    /** The paid data that are stored although this output is not. */
    readonly kept: Kept;
  };
  readonly copy_damaged: OfFile & { readonly batch: string; readonly typed?: TypedInput };
  readonly rows_differ: OfFile & {
    readonly batch: string;
    readonly rows: number;
    readonly found: number;
  };
  readonly workbook_too_large: NoFacts;
  /** A result cannot be written into this workbook. */
  readonly workbook_closed: { readonly why: 'signed' | 'encoding' };
  /** The name of a result says that it has macros, or that it has none. */
  readonly workbook_name: { readonly extension: 'xlsx' | 'xlsm'; readonly needed: 'xlsx' | 'xlsm' };
  readonly unknown_extension: { readonly extension: string; readonly known: readonly string[] };
  readonly unknown_format: {
    readonly wanted: string;
    readonly formats: readonly string[];
    readonly place?: Place | null;
  };
  readonly format_against_name: {
    readonly extension: string;
    readonly format: string;
    readonly option: string;
  };
  readonly options_contradict: { readonly one: string; readonly other: string };
  readonly output_exists: { readonly path: string };
}
