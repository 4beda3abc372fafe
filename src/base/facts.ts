import type { ColumnKind } from '../identifiers/types.js';

/** For errors whose code says everything. */
export type NoFacts = Readonly<Record<string, never>>;

export interface OfFile {
  /** The input as messages name it. */
  readonly file: string;
}

export interface OfBatch {
  readonly batch: string;
}

/** What went wrong, in the words that `exit-codes.ts` maps to the contract's numbers. */
export type ErrorKind =
  | 'usage'
  | 'defect'
  | 'auth'
  | 'service'
  | 'network'
  | 'ledger'
  | 'rate_limited'
  | 'credits'
  | 'deadline'
  | 'not_found'
  | 'refused_input'
  | 'unconfirmed'
  | 'locked'
  | 'interrupted'
  | 'terminated';

/** What is known of a request that did not end well. Texts come in masked, without the key. */
export interface RequestFacts {
  readonly endpoint: string;
  /** Undefined where there was no answer. */
  readonly httpStatus?: number;
  /** The service's own words (spec, "Body formats"). */
  readonly serviceCode?: string;
  readonly serviceMessage?: string;
  /** Requests made, the last one included. */
  readonly attempts: number;
  /** Credits may have been used, or a batch created, although no answer says so. */
  readonly mayHaveCharged: boolean;
  /** Credits of another request, where no balance can show any more whether this one was charged. */
  readonly priceAgain?: number;
}

/** Why no answer came, or not all of it, with what is known of the way. */
export type Unanswered =
  | {
      readonly reason: 'unreachable';
      readonly host: string;
      /** What a proxy answered. */
      readonly proxyStatus?: string;
      /** Node's error code, and the address that it names. */
      readonly code?: string;
      readonly address?: string;
    }
  | { readonly reason: 'untrusted'; readonly host: string }
  | { readonly reason: 'dropped' | 'timeout' | 'too_large' };

/** Errors of a request to the service. */
export interface RequestErrors {
  readonly key_refused: RequestFacts & {
    /** The fingerprint of a stored key that the environment hides. */
    readonly hides?: string;
  };
  readonly insufficient_credits: RequestFacts & {
    /** `GET /quota` did not answer, so the reason may also be the key. */
    readonly balance?: 'unread';
  };
  readonly not_found: RequestFacts;
  readonly route_not_found: RequestFacts & { readonly host: string };
  readonly refused_input: RequestFacts;
  readonly rate_limited: RequestFacts & {
    /** Ms that the service says to wait. */
    readonly retryAfter?: number;
  };
  readonly service_failed: RequestFacts;
  readonly unreadable_answer: RequestFacts;
  readonly network: RequestFacts & Unanswered;
  readonly interrupted: RequestFacts | Stop;
}

export type ServiceErrorCode = keyof RequestErrors;

export type NoAnswer = Unanswered['reason'];

/** An error of a request about the job. */
type RequestTrouble = {
  [C in ServiceErrorCode]: { readonly code: C; readonly facts: Exclude<RequestErrors[C], Stop> };
}[ServiceErrorCode];

/** Why a job failed or its outcome is unknown, where no request says it. Numbers are identifiers. */
export type OwnTrouble =
  | { readonly code: 'run_ended' | 'not_covered' | 'lookup_in_doubt' }
  /** `items`: of the job; `total`: of the adopted one. */
  | { readonly code: 'adopted_part'; readonly items: number; readonly total: number }
  | { readonly code: 'unnamed'; readonly found: number; readonly unnamed: number }
  | { readonly code: 'miscounted'; readonly total: number };

/** Why a job failed, or why its outcome is unknown: a word of ours, an error of a request, or the service's own words. */
export type JobTrouble = OwnTrouble | RequestTrouble | { readonly said: string };

/** Why the balance proves nothing (money rule 2 of the contract). */
export type WhyUndecided =
  | 'moved'
  | 'fell'
  | 'plan_changed'
  | 'period'
  | 'others_found'
  | 'no_reading';

/** A kind of record whose price the user may set. */
export type PricedKind = 'cpf' | 'cnpj' | 'realtime';

/** More was charged than our records should have cost (contract, "Money" 4, Stop). */
export interface UnexpectedCharges {
  readonly records: number;
  /** Credits, as `charged`. */
  readonly expected: number;
  readonly charged: number;
  readonly kinds: readonly PricedKind[];
  /** Credits of a record, where only one kind was found and no request is in doubt. */
  readonly price?: number;
  /** The kinds whose price the user has to set, too, where other programs use the account. */
  readonly untold: readonly PricedKind[];
  /** It is the sandbox, which settings of the real account do not concern. */
  readonly isSandbox: boolean;
  /** The account has no credits left. */
  readonly isUsedUp?: boolean;
}

/** A job that the user has to decide about. */
export interface OpenDecision {
  readonly batch: string;
  /** Identifiers. */
  readonly items: number;
  /** Credits that sending them again may cost. */
  readonly cost: number;
}

/** Why it is not settled whether a submission was charged. */
export type WhyUnconfirmed =
  | { readonly why: 'no_answer' | 'deadline' }
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  | { readonly why: 'undecided'; readonly because: WhyUndecided; readonly cost: number }
  | { readonly why: 'left_out'; readonly isDecided?: boolean };

/** Why it is not settled whether an earlier lookup was charged. */
export type WhyDoubtful =
  /** Ms until the balance may show it. */
  | { readonly why: 'not_settled'; readonly ms?: number }
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  | { readonly why: 'other_account' | 'undecidable' };

/** What was going on when somebody stopped a command. */
export type StoppedWork =
  | ('batch' | 'input' | 'output' | 'lookups' | 'balance')
  | ('question' | 'login' | 'call' | 'session');

/** Somebody stopped what was going on. `batch`: the one that another run can continue. */
export interface Stop {
  readonly during: StoppedWork;
  readonly batch?: string;
  /** What is open of it: jobs that go on at the service, their identifiers without an answer, and those that were not sent. */
  readonly open?: { readonly jobs: number; readonly running: number; readonly unsent: number };
}

/** A setting of a profile in the file `path`. */
export interface StoredSetting {
  readonly what: 'setting';
  readonly key: string;
  readonly profile: string;
  readonly path: string;
}

/** Where a value comes from: an option or a variable by its name, or a place that a sentence describes. */
export type Place =
  | string
  | { readonly what: 'base_url' | 'api_key' }
  | { readonly what: 'key_file'; readonly path: string }
  | { readonly what: 'stored_key'; readonly profile: string }
  | StoredSetting;

/** What is safe if a file could not be written. */
export type Kept = 'results' | 'records' | 'nothing';

/** The input of a batch as its user named it: an absolute path, and the options that say how it is read. */
export interface TypedInput {
  readonly path: string;
  readonly options: readonly TypedOption[];
  /** Where and how the result of a run was to be written; its paths are absolute. */
  readonly result?: readonly TypedOption[];
  /** Size and modification time of the file when it was read; none for a file that a terminal or a pipe was. */
  readonly stamp?: string;
}

interface TypedOption {
  readonly flag: string;
  readonly value?: string;
}

/** What a sentence says of one batch beside its id. */
export interface BatchSteps {
  /** Its input, where a run that reads it again continues this batch. */
  readonly input?: TypedInput;
  /** A name for its result, in the folder of the user. */
  readonly result?: string;
}

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
  /** Of the filled cells of the sample, from 0 to 1. */
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

/** Where a record starts: with the header counted, or before the first row. */
export type RecordPlace =
  | { readonly at: 'line'; readonly line: number }
  | { readonly at: 'row'; readonly row: number }
  | { readonly at: 'before_the_first_row' | 'end' };

/** Errors of SQLite about the file and the machine, not about our statements. */
export type FileTrouble = 'full' | 'unreadable' | 'refused' | 'damaged' | 'foreign';

/** Why the database of a shared ledger cannot be used. */
export type DatabaseTrouble =
  | 'unreachable'
  | 'read_only'
  | 'refused'
  | 'insecure'
  | 'full'
  | 'changed'
  | 'encoding';
