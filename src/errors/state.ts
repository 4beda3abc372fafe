import type { Place } from './config.js';
import type { NoFacts } from './export.js';

/** Errors of SQLite about the file and the machine, not about our statements. */
export type FileTrouble =
  | 'full'
  | 'unreadable'
  | 'read_only'
  | 'cannot_open'
  | 'damaged'
  | 'no_database';

/**
 * Why the database of a shared ledger cannot be used. `read_only`: as a standby, which may take over soon.
 * `no_transactions`: a pooler in statement mode. `no_options`: a pooler that refuses `PGOPTIONS`.
 */
export type DatabaseTrouble =
  | 'unreachable'
  | 'read_only'
  | 'refused'
  | 'no_transactions'
  | 'no_options'
  | 'insecure'
  | 'full'
  | 'encoding';

/** Facts about the files that confere keeps, and about the machine. */
export interface StateFacts {
  /** `platform` and `arch` are Node's values. */
  readonly no_sqlite: {
    readonly platform: string;
    readonly arch: string;
    /** The library is not installed, or what it is built on (VCRUNTIME140.dll) is not. */
    readonly lacks: 'library' | 'runtime';
  };
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
  /** `option`: which one is not known. `place`: where the address was set; left out where it was given as it is. */
  readonly bad_ledger_url: { readonly place?: Place } & (
    | { readonly why: 'password' | 'unreadable' }
    /** `from`: what says that TLS is not wanted. */
    | { readonly why: 'insecure'; readonly host: string; readonly from: 'address' | 'variable' }
    | { readonly why: 'option'; readonly option: string }
  );
  /** A copy of the whole ledger went there (`moved`), goes there (`moving`) or comes from there (`copying`). */
  readonly ledger_elsewhere: {
    readonly why: 'moved' | 'moving' | 'copying';
    readonly place: string;
  };
  /** The file of the ledger is gone, or it does not know `batches` on which this machine has worked. */
  readonly ledger_lost: {
    readonly why: 'missing' | 'behind';
    readonly place: string;
    readonly batches: number;
  };
  readonly state_busy: { readonly path: string };
  /** `path`: of a file that is no result and none of settings; left out for standard output. */
  readonly output_failed: { readonly reason: string; readonly path?: string };
  readonly no_home: NoFacts;
  readonly no_fields: NoFacts;
}
