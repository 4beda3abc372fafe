import type { IdentifierKind } from '../identifiers/types.js';
import type { CommandErrors } from './command-errors.js';
import type { InputErrors, OutputErrors } from './file-errors.js';
import type {
  DatabaseTrouble,
  ErrorKind,
  FileTrouble,
  NoFacts,
  BatchErrorFacts,
  FileErrorFacts,
  Place,
  PriceKind,
  RequestErrors,
  Stop,
  TypedInput,
  UnexpectedCharges,
  WhyDoubtful,
  WhyUnconfirmed,
} from './facts.js';

/**
 * The facts of each error, from which its sentences are made. Costs and limits are credits, `since` is epoch ms, other
 * times are ms, and shares lie between 0 and 1. Texts from files or from the service are masked.
 */
export interface ErrorFacts extends UseCaseFacts, CommandErrors {}

/** The stable, machine-readable codes (snake_case). */
export type ErrorCode = keyof ErrorFacts;

/** The errors that programs with the library meet, as well as the command line. */
export interface UseCaseFacts
  extends
    RequestErrors,
    InputErrors,
    OutputErrors,
    SettingErrors,
    LedgerErrors,
    MoneyErrors,
    LookupErrors,
    BatchErrors,
    LibraryErrors {}

/** Errors of a key, an address, a folder or another setting. */
export interface SettingErrors {
  readonly no_api_key: { readonly profile: string };
  readonly bad_api_key: { readonly place: Place };
  readonly bad_key_file: { readonly path: string; readonly source: string };
  readonly key_file_unreadable: { readonly source: string; readonly reason: string };
  readonly bad_key_command: { readonly place: Place; readonly isRelative: boolean };
  /**
   * `reason`: an exit code, or the name of a signal or a system error; not the program's output, which may have the
   * key.
   */
  readonly key_command_failed: {
    readonly from: string;
    readonly why: 'start' | 'exit' | 'timeout' | 'lines';
    readonly reason?: string;
  };
  /** `least`: the shortest settle time, as an option would name it. */
  readonly settle_too_short: { readonly least: string };
  readonly plain_http: { readonly place: Place; readonly origin: string };
  readonly relative_folder: { readonly variable: string; readonly given: string };
  readonly bad_proxy: { readonly variable: string; readonly why: 'scheme' | 'address' };
  readonly bad_base_url: { readonly place: Place };
  readonly bad_duration: { readonly place: Place; readonly text: string };
  readonly bad_switch: { readonly place: Place; readonly text: string };
  readonly bad_purpose: { readonly place: Place; readonly isPlaceholder: boolean };
  readonly purpose_required: NoFacts;
  readonly bad_number: {
    readonly place: Place;
    readonly text: string;
    readonly must: 'be_whole_above_zero' | 'be_above_zero' | 'not_be_negative' | 'be_money';
  };
  readonly config_unreadable: { readonly path: string; readonly reason: string };
  readonly config_unwritable: { readonly path: string; readonly reason: string };
  readonly config_broken: {
    readonly path: string;
    readonly expected: string;
    readonly at?: string;
  };
  readonly config_newer: { readonly path: string };
  /** Other users could change the file or folder `path`. `below`: a private folder that is suggested instead. */
  readonly open_place:
    | { readonly why: 'writable' | 'foreign' | 'sudo'; readonly path: string }
    | { readonly why: 'volume'; readonly path: string; readonly below: string };
}

/** Errors of the ledger. */
export interface LedgerErrors {
  readonly no_sqlite: { readonly platform: string; readonly arch: string };
  /** The files of confere were replaced or removed while it ran. */
  readonly program_gone: NoFacts;
  readonly state_unusable:
    | { readonly of: 'file'; readonly path: string; readonly why: FileTrouble }
    | { readonly of: 'sandbox_file'; readonly path: string }
    | { readonly of: 'value'; readonly table: string }
    | { readonly of: 'batch'; readonly batch: string }
    | {
        readonly of: 'ledger' | 'sandbox';
        readonly folder: string;
        readonly reason: string;
      };
  readonly state_busy: { readonly path: string };
  readonly ledger_lost:
    | { readonly why: 'missing' | 'behind'; readonly place: string; readonly batches: number }
    | { readonly why: 'jobs'; readonly batch: string; readonly jobs: number };
  readonly ledger_newer: NoFacts;
  readonly ledger_older: { readonly place: string };
  readonly database_unusable: {
    readonly database: string;
    /** The server's or the system's own words, masked. */
    readonly reason: string;
    readonly why: DatabaseTrouble;
    /** If access was refused, the password file that was ignored because others can read it. */
    readonly passfile?: string;
    /** The connection is insecure because the server does not encrypt. */
    readonly isPlain?: boolean;
  };
  readonly bad_ledger_url: { readonly place?: Place | null } & (
    | { readonly why: 'unreadable' | 'password' }
    | { readonly why: 'option'; readonly option: string }
    | { readonly why: 'insecure'; readonly host: string }
  );
  readonly ledger_elsewhere: {
    readonly why: 'moved' | 'moving' | 'copying';
    readonly place: string;
  };
  readonly ledger_unwritable:
    | { readonly of: 'record'; readonly waits?: boolean }
    | {
        readonly of: 'job_id';
        readonly batch: string;
        readonly job: number;
        readonly jobId: string;
        /** The id is kept on this machine until the database is back. */
        readonly waits?: boolean;
      };
  readonly job_id_unreadable: {
    readonly path: string;
    readonly batch: string;
    readonly job: number;
  };
}

/** Errors that stop spending: a limit, the balance, or unexpected charges. */
export interface MoneyErrors {
  readonly others_settling: { readonly batch: string; readonly by: Holder };
  readonly limit_passed: {
    readonly of: 'run' | 'day' | 'month';
    readonly spent: number;
    readonly limit: number;
  };
  readonly unexpected_charges: UnexpectedCharges;
  readonly balance_unreadable: {
    /** The balance is the only limit, because the user set none. */
    readonly only?: boolean;
    /** The connection that failed, `host: ECONNREFUSED`, or the answer, `HTTP 503`. */
    readonly why?: string;
  };
  readonly balance_awaited: { readonly batches: readonly string[] };
  readonly shared_needs_prices: { readonly kinds: readonly PriceKind[] };
  readonly over_max_credits: {
    readonly of?: 'lookup' | 'batch' | 'rest' | 'files';
    readonly worstCase: number;
    /** The rest of the limit (credits): the whole `--max-credits` if nothing of it is spent. */
    readonly maxCredits: number;
    /** The limit as the user set it (credits); it is set if some of it may be spent already. */
    readonly limit?: number;
    /** The limit covers a part of the batch, which `--fit-balance` would send; nothing was sent yet. */
    readonly isPartSent?: boolean;
  };
  readonly over_period_budget: {
    readonly of: 'day' | 'month';
    /** The worst case of what was about to be sent. */
    readonly cost: number;
    readonly left: number;
    readonly limit: number;
    /**
     * The user lets a part of the batch be sent without the rest (`--fit-balance`), so that later periods cover the rest
     * even if `cost` is above `limit`.
     */
    readonly fits?: boolean;
    /** As in `over_max_credits`. */
    readonly isPartSent?: boolean;
  };
  readonly over_balance: {
    readonly of: 'batch' | 'files' | 'lookup' | 'resubmission' | 'next_job';
    readonly worstCase: number;
    readonly balance: number;
    /** The name of the plan, if it has no overage. */
    readonly withoutOverage?: string;
    /** The balance covers a part of the batch, which `--fit-balance` would send; nothing was sent yet. */
    readonly isPartSent?: boolean;
  };
}

/** Errors of a lookup: why an identifier was not looked up, or why its answer is unknown. */
export interface LookupErrors {
  readonly bad_birth_date: NoFacts;
  readonly lookup_under_way: NoFacts;
  /** `because`: the error that ended the session; `kind`: its kind. */
  readonly not_asked: { readonly because: ErrorInfo; readonly kind: ErrorKind };
  readonly empty: { readonly kind: IdentifierKind };
  readonly format: { readonly kind: IdentifierKind };
  readonly check_digit: { readonly kind: IdentifierKind };
  readonly repeated: { readonly kind: IdentifierKind };
  /** `price`: credits that another lookup may cost again. */
  readonly lookup_in_doubt: { readonly price: number } & WhyDoubtful;
  readonly lookup_in_batch:
    | { readonly state: 'running'; readonly batch: string }
    | { readonly state: 'unconfirmed'; readonly batch: string; readonly price: number };
}

/** An error with everything that its sentence needs. */
export interface ErrorInfo {
  readonly code: string;
  readonly facts: object;
  readonly message: string;
}

/** The machine that holds a batch of a shared ledger. */
export interface Holder {
  readonly host: string;
  /** Epoch ms. */
  readonly since: number;
}

/** The facts of an error about a job of a batch. */
export interface JobErrorFacts extends BatchErrorFacts {
  readonly job: number;
  /** How many identifiers of the job the error is about. */
  readonly items: number;
}

/** Errors of batches and their jobs. */
export interface BatchErrors {
  /** A job is not sent, because single lookups are asking for `items` of its identifiers. */
  readonly job_under_lookup: { readonly job: number; readonly items: number };
  readonly batch_forgotten: NoFacts;
  readonly empty_batch_name: NoFacts;
  readonly ambiguous_batch: { readonly prefix: string; readonly ids: readonly string[] };
  readonly batch_not_planned: BatchErrorFacts & FileErrorFacts;
  readonly adopt_known: BatchErrorFacts & { readonly jobId: string; readonly owner: string };
  readonly adopt_not_found: {
    readonly jobId: string;
    /** The service's own words. */
    readonly said: string | undefined;
  };
  readonly adopt_too_early: { readonly jobId: string };
  /** The service's job ended without results, so that nothing names its identifiers. */
  readonly adopt_nameless: BatchErrorFacts & { readonly jobId: string };
  readonly adopt_misfit: BatchErrorFacts & { readonly jobId: string; readonly items: number };
  readonly batch_held: BatchErrorFacts & { readonly by?: Holder | null };
  /** Another run has taken over the batch (`by`) while this run worked on it. */
  readonly batch_lost: BatchErrorFacts & { readonly by?: Holder | null };
  readonly no_such_batch: { readonly prefix: string };
  readonly no_batches: NoFacts;
  readonly batch_not_ended: BatchErrorFacts & { readonly state: 'running' | 'unsent' };
  readonly batch_under_way: BatchErrorFacts & { readonly state: 'running' | 'unconfirmed' };
  readonly nothing_unconfirmed: BatchErrorFacts & { readonly job?: number };
  readonly looked_up_elsewhere: JobErrorFacts & { readonly state: 'running' | 'unconfirmed' };
  readonly declined: {
    /** The action that did not take place, as in "nothing was sent". */
    readonly nothing: 'changed' | 'sent';
    /** The system stopped the process while it asked. */
    readonly terminated?: true;
  };
  readonly terminated: Stop;
  readonly job_taken: {
    readonly job: number;
    /** The state into which the job should have gone. */
    readonly to: string;
  };
  readonly submission_unconfirmed: JobErrorFacts & WhyUnconfirmed;
  readonly other_key: BatchErrorFacts &
    FileErrorFacts & {
      /** The fingerprint of the key that made the batch. */
      readonly madeWith: string;
      /** The fingerprint of the present key. */
      readonly inUse: string;
      readonly isUnderWay?: boolean;
      readonly isPlanned?: boolean;
      /** The same command line would make a new batch, and pay again for the answers that this batch has. */
      readonly isOwed: boolean;
      readonly typed?: TypedInput;
    };
}

/** Errors of a program that uses the library, with sentences in English only. */
export interface LibraryErrors {
  readonly bad_argument: {
    readonly argument: string;
    /** The choices, or a description of the value. */
    readonly expected: Expectation | readonly string[];
    readonly given: string | number;
  };
  readonly unknown_argument: { readonly near: string | undefined };
  readonly closed: NoFacts;
  readonly confirm_failed: NoFacts;
  readonly input_failed: NoFacts;
  readonly input_endless: { readonly gigabytes: number };
  readonly stream_closed: NoFacts;
  readonly defect: NoFacts;
}

/** The rule for an argument of the library. */
export type Expectation =
  | 'above_zero'
  | 'not_negative'
  | 'text'
  | 'texts'
  | 'date'
  | 'boolean'
  | 'function'
  | 'signal'
  | 'options'
  | 'batch'
  | 'decision'
  | 'input'
  | 'output'
  | 'identifiers'
  | 'compared'
  | 'prices';
