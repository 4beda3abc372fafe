import type { ColumnKind, IdentifierKind } from '../identifiers/types.js';
import type {
  ColumnCandidate,
  KeptData,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  NoFacts,
  FileErrorFacts,
  Place,
  RowPlace,
  SomeLines,
  TypedInput,
} from './facts.js';

/** The facts of an error about the sheets of a workbook. */
export interface SheetsErrorFacts extends FileErrorFacts {
  readonly sheets: readonly ListedSheet[];
}

/** Errors of a file of identifiers. */
export interface InputErrors {
  readonly unknown_encoding: { readonly wanted: string; readonly known: readonly string[] };
  readonly broken_utf16: FileErrorFacts & { readonly place: RowPlace };
  readonly not_text: FileErrorFacts;
  readonly damaged_gzip: FileErrorFacts & { readonly endsEarly?: boolean };
  readonly not_for_workbooks: FileErrorFacts & { readonly option: string };
  readonly no_sheets: FileErrorFacts;
  readonly damaged_workbook: FileErrorFacts;
  readonly unknown_sheet: SheetsErrorFacts & { readonly wanted: string };
  readonly no_identifier_sheet: SheetsErrorFacts;
  readonly ambiguous_sheet: SheetsErrorFacts;
  readonly different_sheets: FileErrorFacts & {
    readonly first: ListedSheet;
    readonly other: ListedSheet;
  };
  readonly unknown_column: FileErrorFacts & {
    readonly wanted: string;
    readonly near?: ListedColumn | null;
    readonly columns: readonly ListedColumn[];
  };
  readonly result_column: FileErrorFacts & {
    readonly column: string | number;
    readonly columns: readonly ListedColumn[];
  };
  readonly no_identifier_column: FileErrorFacts & { readonly columns: readonly ListedColumn[] };
  readonly identifier_in_parts: FileErrorFacts & {
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    /** The value of `--type` that the user should leave out, because the parts are of the other kind. */
    readonly wrongly?: string;
  };
  /** Parts of identifiers in several columns, whose check digits agree by chance. */
  readonly chance_parts: FileErrorFacts & {
    readonly kind: IdentifierKind;
    readonly parts: readonly ListedColumn[];
    readonly validShare: number;
  };
  /** Several columns (`count`) were named, but no kind of identifier can be put together from them. */
  readonly unknown_parts: FileErrorFacts & { readonly count: number };
  readonly weak_column: FileErrorFacts & { readonly candidates: readonly ColumnCandidate[] };
  readonly ambiguous_column: FileErrorFacts & { readonly candidates: readonly ColumnCandidate[] };
  readonly no_rows: FileErrorFacts;
  readonly unclosed_quote: FileErrorFacts & {
    readonly place: RowPlace;
    /** Bytes that a record may have. */
    readonly longest: number;
  };
  readonly unknown_delimiter: { readonly wanted: string };
  readonly input_empty: FileErrorFacts;
  readonly input_is_folder: FileErrorFacts;
  /** `near`: the name of a file in the same folder that may be meant. */
  readonly input_missing: FileErrorFacts & { readonly near?: string };
  readonly input_unreadable: FileErrorFacts & {
    /** Node's code of the failed system call. */
    readonly reason: string;
  };
  readonly input_changed: FileErrorFacts;
  readonly disk_full: FileErrorFacts & { readonly reason: string };
  readonly wrong_encoding: FileErrorFacts;
  readonly mixed_encodings: FileErrorFacts & {
    readonly utf8: SomeLines;
    readonly other: SomeLines;
  };
  readonly masked_identifiers: FileErrorFacts & ListedColumn;
  readonly not_a_table: FileErrorFacts & {
    /** `joined`: identifiers stand together in one cell, or side by side in a file without a header. */
    readonly is: 'json' | 'markup' | 'joined' | 'quoted_lines';
  };
  readonly other_kind: FileErrorFacts &
    ListedColumn & {
      readonly kind: IdentifierKind;
      readonly wanted: IdentifierKind;
      readonly validShare: number;
    };
  readonly unknown_kind: FileErrorFacts & {
    readonly column: string | number;
    readonly name?: string;
  };
  readonly mixed_kinds: FileErrorFacts & {
    readonly column: string | number;
    readonly name?: string;
    readonly cpfs: number;
    readonly cnpjs: number;
  };
  readonly input_too_large: FileErrorFacts & TooLarge;
  readonly no_valid_cell: FileErrorFacts &
    ListedColumn & {
      readonly kind: ColumnKind;
      /** Each reason with the number of its rows. */
      readonly reasons: Readonly<Record<string, number>>;
      readonly meant?: MeantColumn | null;
    };
}

/** The limit that a file exceeds (`inputLimits`). `most`: how many bytes of text, or how many columns, it allows. */
type TooLarge =
  | { readonly limit: 'text' | 'columns'; readonly most: number }
  | { readonly limit: 'line' | 'record' | 'blank_lines' | PackedLimit };

/** Limits on unpacking a workbook or an archive; `inputLimits` explains each. */
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
    /** `comparison`: the fields that `confere diff` compares; `match`: the field of `--compare`. */
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
    /** The column is missing, was added by an earlier result, or shares its name with others. */
    readonly why: 'unknown' | 'result' | 'several';
    readonly wanted: string;
    readonly near?: ListedColumn | null;
    readonly columns: readonly ListedColumn[];
  };
  /** `verdict`: the result of a comparison that `--only` names, although nothing is compared. */
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
    /** Node's code of the failed system call, `no_file` (a link or a device, no regular file), or `reserved`. */
    readonly reason: string;
    /** The paid data that are stored although this output is not. */
    readonly kept: KeptData;
  };
  readonly copy_damaged: FileErrorFacts & { readonly batch: string; readonly typed?: TypedInput };
  readonly rows_differ: FileErrorFacts & {
    readonly batch: string;
    /** How many rows the plan has. */
    readonly rows: number;
    /** How many rows the private copy has. */
    readonly found: number;
  };
  readonly workbook_too_large: NoFacts;
  /** A result cannot be written into this workbook. */
  readonly workbook_closed: { readonly why: 'signed' | 'encoding' };
  /** The name of a result has the wrong extension: only a workbook with macros is an `.xlsm`. */
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
