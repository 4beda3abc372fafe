/** For errors whose code says everything. */
export type NoFacts = Readonly<Record<string, never>>;

/** What is safe if a file could not be written. */
export type Kept = 'results' | 'records' | 'page' | 'nothing';

/** The input of a batch as its user named it: an absolute path, and the options that say how it is read. */
export interface TypedInput {
  readonly path: string;
  readonly options: readonly { readonly flag: string; readonly value?: string }[];
}

export interface ExportFacts {
  readonly unknown_field: {
    readonly field: string;
    readonly known: readonly string[];
    readonly near: string | undefined;
    /** What lacks the field. */
    readonly of: 'result' | 'lookup' | 'balance' | 'comparison';
  };
  readonly partners_need_cnpj: NoFacts;
  readonly same_output:
    | { readonly of: 'side_files' }
    | {
        readonly of: 'inputs';
        readonly first: string;
        readonly second: string;
        readonly output: string;
      };
  readonly output_exists: {
    readonly path: string;
    /** It is the result of this batch, of which rows were erased; the input may have them still. */
    readonly erased?: { readonly batch: string; readonly rows: number; readonly file: string };
  };
  readonly output_unwritable:
    | {
        readonly path: string;
        readonly why: 'no_folder' | 'is_folder' | 'no_file' | 'held' | 'reserved';
      }
    | {
        readonly path: string;
        readonly why: 'failed';
        /** Node's error code. */
        readonly reason: string;
        /** What can be written to another place. */
        readonly kept: Kept;
      };
  readonly copy_damaged: {
    readonly batch: string;
    readonly file: string;
    readonly typed?: TypedInput;
  };
  /** `rows` were planned; the private copy has `found`. */
  readonly rows_differ: {
    readonly batch: string;
    readonly file: string;
    readonly rows: number;
    readonly found: number;
  };
  readonly too_many_rows: { readonly most: number };
  readonly too_many_columns: { readonly most: number };
  readonly workbook_too_large: NoFacts;
}
