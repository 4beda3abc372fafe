/** Where a value stands: an option or a variable by its name, or a place that needs a sentence's words. */
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
  /** Empty where there is a place for it, or nowhere to be found for a profile. */
  readonly no_api_key: { readonly place: Place } | { readonly profile: string };
  readonly bad_api_key: { readonly place: Place };
  readonly plain_http: { readonly place: Place; readonly origin: string };
  /** The text stays out: what was put there by mistake may be a password or a key. */
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
    /** Of a setting, of an export, or of what a command prints. */
    readonly of: { readonly place: Place } | 'export' | 'command';
  };
  /** `source`: the option or the variable that named the file. */
  readonly bad_key_file: {
    readonly path: string;
    readonly source: string;
    readonly why: 'several_lines' | 'too_large';
  };
  /** The path stays out where there is no such file: it may be the key itself. */
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
  /** `at` and `expected` are undefined where the whole file, or nothing that has a name, is meant. */
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
    /** Where it stands in a file; undefined for one that was typed. */
    readonly stored?: Omit<StoredSetting, 'what' | 'key'>;
  };
  readonly bad_profile: { readonly why: 'empty' | 'form' };
  readonly no_such_profile: { readonly name: string; readonly known: readonly string[] };
}
