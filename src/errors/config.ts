/** Where a value comes from: an option or a variable by its name, or a place that a sentence describes. */
export type Place =
  | string
  | { readonly what: 'base_url' | 'api_key' }
  | { readonly what: 'key_file'; readonly path: string }
  | { readonly what: 'stored_key'; readonly profile: string }
  | StoredSetting;

/** A setting of a profile in the file `path`. */
export interface StoredSetting {
  readonly what: 'setting';
  readonly key: string;
  readonly profile: string;
  readonly path: string;
}

export interface ConfigFacts {
  readonly no_base_url: { readonly profile: string };
  /** Empty if a key was expected in a place, or if no profile has one. */
  readonly no_api_key: { readonly place: Place } | { readonly profile: string };
  readonly bad_api_key: { readonly place: Place };
  /** `least`: a duration as people write it. */
  readonly settle_too_short: { readonly least: string };
  readonly plain_http: { readonly place: Place; readonly origin: string };
  /** Leaves out the text, which may be a misplaced password or key. */
  readonly bad_base_url: { readonly place: Place };
  readonly key_of_another_service: {
    readonly profile: string;
    readonly boundTo: string;
    readonly baseUrl: string;
  };
  readonly bad_duration: {
    readonly place: Place;
    readonly text: string;
    readonly why: 'no_duration' | 'too_long' | 'zero';
  };
  readonly bad_number: {
    readonly place: Place;
    readonly text: string;
    readonly must: 'be_whole_above_zero' | 'not_be_negative';
  };
  readonly unknown_format: {
    readonly wanted: string;
    readonly formats: readonly string[];
    /** The format of a setting, of an export, or of a command's output. */
    readonly of: { readonly place: Place } | 'export' | 'command';
  };
  /** `known`: the extensions that a file of this kind may have. */
  readonly unknown_extension: { readonly extension: string; readonly known: readonly string[] };
  /** The name of a file asks for another format than the option. */
  readonly format_against_name: {
    readonly extension: string;
    readonly format: string;
    readonly option: '--format' | '--json';
  };
  /** `source`: the option or variable that named the file. */
  readonly bad_key_file: {
    readonly path: string;
    readonly source: string;
    readonly why: 'several_lines' | 'too_large';
  };
  /** Leaves out the path of a missing file, because it may be the key itself. */
  readonly key_file_unreadable:
    | { readonly why: 'missing'; readonly source: string }
    | { readonly why: 'permissions' | 'folder'; readonly path: string; readonly source: string }
    | {
        readonly why: 'other';
        readonly path: string;
        readonly source: string;
        readonly reason: string;
      };
  readonly config_unreadable: { readonly path: string; readonly reason: string };
  readonly config_unwritable: { readonly path: string; readonly reason: string };
  /** `at` and `expected` are undefined if the error concerns the whole file, or a part without a name. */
  readonly config_broken:
    | { readonly why: 'no_json'; readonly path: string }
    | {
        readonly why: 'shape';
        readonly path: string;
        readonly at: string | undefined;
        readonly expected: string | undefined;
      };
  readonly config_newer: { readonly path: string };
  readonly unknown_key: {
    readonly key: string;
    readonly keys: readonly string[];
    readonly near: string | undefined;
    readonly looksSecret: boolean;
    /** The place in a file; undefined for a typed setting. */
    readonly stored?: Omit<StoredSetting, 'what' | 'key'>;
  };
  readonly bad_profile: { readonly why: 'empty' | 'form' };
  readonly no_such_profile: { readonly name: string; readonly known: readonly string[] };
}
