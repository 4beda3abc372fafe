import type { NoFacts } from './export.js';

/** Errors of SQLite about the file and the machine, not about our statements. */
export type FileTrouble =
  | 'full'
  | 'unreadable'
  | 'read_only'
  | 'cannot_open'
  | 'damaged'
  | 'no_database';

/** Why the database of a shared ledger cannot be used. */
export type DatabaseTrouble = 'unreachable' | 'refused' | 'insecure' | 'full' | 'encoding';

/** Facts about the files that confere keeps, and about the machine. */
export interface StateFacts {
  /** `platform` and `arch` are Node's values. */
  readonly no_sqlite: { readonly platform: string; readonly arch: string };
  readonly state_unusable:
    | { readonly of: 'file'; readonly path: string; readonly why: FileTrouble }
    | { readonly of: 'ledger' | 'sandbox'; readonly folder: string; readonly reason: string }
    /** Damaged, and only test data. */
    | { readonly of: 'sandbox_file'; readonly path: string };
  /** `database`: without a password. `reason`: what the system or the server said; an encoding's name. */
  readonly database_unusable: {
    readonly database: string;
    readonly why: DatabaseTrouble;
    readonly reason: string;
  };
  /** `option`: which one is not known. */
  readonly bad_ledger_url:
    | { readonly why: 'password' | 'insecure' | 'unreadable' }
    | { readonly why: 'option'; readonly option: string };
  /** A copy of the whole ledger went there (`moved`), goes there (`moving`) or comes from there (`copying`). */
  readonly ledger_elsewhere: {
    readonly why: 'moved' | 'moving' | 'copying';
    readonly place: string;
  };
  readonly state_busy: { readonly path: string };
  /** `path`: of a file that is no result and none of settings; left out for standard output. */
  readonly output_failed: { readonly reason: string; readonly path?: string };
  readonly no_home: NoFacts;
  readonly no_fields: NoFacts;
}
