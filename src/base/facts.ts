import type { ColumnKind } from '../identifiers/types.js';

/** The facts of an error whose code says everything. */
export type NoFacts = Readonly<Record<string, never>>;

/** The facts of an error about an input file. */
export interface FileErrorFacts {
  /** The input as messages name it. */
  readonly file: string;
}

/** The facts of an error about a batch. */
export interface BatchErrorFacts {
  /** The id of the batch. */
  readonly batch: string;
}

/** The kinds of errors. The command has an exit code for each of them. */
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

/** The facts of a failed request. Texts are masked, and the key is removed from them. */
export interface RequestFacts {
  readonly endpoint: string;
  /** Undefined without an answer. */
  readonly httpStatus?: number;
  /** The service's own code (spec, "Body formats"). */
  readonly serviceCode?: string;
  /** The service's own message. */
  readonly serviceMessage?: string;
  /** How many requests were made, the last one included. */
  readonly attempts: number;
  /** The service may have charged credits or created a job, although no answer says so. */
  readonly mayHaveCharged: boolean;
  /** Credits that asking again may cost, if no balance can show any more whether this request was charged. */
  readonly priceAgain?: number;
}

/** The facts of a request to which no answer, or only a part of one, came. */
export type NoAnswerFacts =
  | {
      readonly reason: 'unreachable';
      readonly host: string;
      /** The status that a proxy answered. */
      readonly proxyStatus?: string;
      /** Node's error code. */
      readonly code?: string;
      /** The address that Node's error names. */
      readonly address?: string;
    }
  | { readonly reason: 'untrusted'; readonly host: string }
  | { readonly reason: 'dropped' | 'timeout' | 'too_large' };

/** Errors of a request to the service. */
export interface RequestErrors {
  readonly key_refused: RequestFacts & {
    /** The environment variable, or the setting, that takes the place of a stored key. */
    readonly hiddenBy?: string;
  };
  readonly insufficient_credits: RequestFacts & {
    /** `GET /quota` did not answer, so the reason may also be the key. */
    readonly balance?: 'unread';
  };
  readonly not_found: RequestFacts;
  readonly route_not_found: RequestFacts & { readonly host: string };
  readonly refused_input: RequestFacts;
  readonly rate_limited: RequestFacts & {
    /** Ms that the service asks to wait. */
    readonly retryAfter?: number;
  };
  readonly service_failed: RequestFacts;
  readonly unreadable_answer: RequestFacts;
  readonly network: RequestFacts & NoAnswerFacts;
  readonly interrupted: RequestFacts | Stop;
}

export type ServiceErrorCode = keyof RequestErrors;

export type NoAnswerReason = NoAnswerFacts['reason'];

/** The error of a request about a job, as the trouble of that job. */
type RequestTrouble = {
  [C in ServiceErrorCode]: { readonly code: C; readonly facts: Exclude<RequestErrors[C], Stop> };
}[ServiceErrorCode];

/**
 * Why a job failed or is in doubt, if confere found it and no request failed. Numbers count identifiers. The codes and
 * property names are stored in the ledger, so they must stay as they are.
 */
export type LocalTrouble =
  | { readonly code: 'run_ended' | 'not_covered' | 'lookup_in_doubt' }
  /** `items`: identifiers of our job; `total`: identifiers of the service's job that was adopted for it. */
  | { readonly code: 'adopted_part'; readonly items: number; readonly total: number }
  /** `found`: as the service counts them; `unnamed`: how many of these are not among its results. */
  | { readonly code: 'unnamed'; readonly found: number; readonly unnamed: number }
  | { readonly code: 'miscounted'; readonly total: number };

/** Why a job failed or is in doubt: one of our codes, an error of a request, or the service's own words. */
export type JobTrouble = LocalTrouble | RequestTrouble | { readonly said: string };

/** Why the balance proves nothing (contract, "Money" 2). */
export type WhyUndecided =
  /** The used credits rose. */
  | 'moved'
  /** The used credits fell: by a renewal or a refund. */
  | 'fell'
  | 'plan_changed'
  /** A renewal of the credits may lie between the readings. */
  | 'period'
  /** Other requests of this ledger found records, which were charged in the same time. */
  | 'others_found'
  /** No balance was read before the request. */
  | 'no_reading';

/** A kind of record whose price the user may set. */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

/** More was charged than our records should have cost (contract, "Money" 4, Stop). */
export interface UnexpectedCharges {
  readonly records: number;
  /** Credits that the records should have cost. */
  readonly expected: number;
  /** Credits that were charged. */
  readonly charged: number;
  readonly kinds: readonly PriceKind[];
  /** Credits of a record, if only one kind was found and no request is in doubt. */
  readonly price?: number;
  /** The kinds without a price of the user's; empty unless a limit needs their prices. */
  readonly withoutPrice: readonly PriceKind[];
  /** The charges are the sandbox's, for which settings of the real account do not count. */
  readonly isSandbox: boolean;
  /** The account has no credits left. */
  readonly isUsedUp?: boolean;
}

/** A job that the user has to decide about. */
export interface OpenDecision {
  readonly batch: string;
  /** How many identifiers. */
  readonly items: number;
  /** Credits that sending them again may cost. */
  readonly cost: number;
}

/** Why a doubt about a submission is not settled. */
export type WhyUnconfirmed =
  | { readonly why: 'no_answer' | 'deadline' }
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  | { readonly why: 'undecided'; readonly because: WhyUndecided; readonly cost: number }
  /** Other jobs were sent without this one. `isUndecidable`: the balance can no longer show whether it was charged. */
  | { readonly why: 'left_out'; readonly isUndecidable?: boolean };

/** Why a doubt about an earlier lookup is not settled. */
export type WhyDoubtful =
  /** `ms`: until the balance may show whether the lookup was charged. */
  | { readonly why: 'not_settled'; readonly ms?: number }
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  | { readonly why: 'other_account' | 'undecidable' };

/** The work that a command did when it was stopped. */
export type StoppedWork =
  | ('batch' | 'input' | 'output' | 'lookups' | 'balance')
  | ('question' | 'login' | 'call' | 'session');

/** The user or the system stopped the work. `batch`: the id of the batch that another run can continue. */
export interface Stop {
  readonly during: StoppedWork;
  readonly batch?: string;
  /** The open part of the batch: jobs at the service, their identifiers without an answer, and unsent identifiers. */
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
  | { readonly what: 'key_command'; readonly from: string }
  | { readonly what: 'stored_key'; readonly profile: string }
  | StoredSetting;

/** The paid data that are still stored if a file could not be written; the message reassures the user of them. */
export type KeptData = 'results' | 'records' | 'nothing';

/** The input of a batch as the user named it: an absolute path, and the options for reading it. */
export interface TypedInput {
  readonly path: string;
  readonly options: readonly TypedOption[];
  /** The options for writing the result of a run, with absolute paths. */
  readonly result?: readonly TypedOption[];
  /** Size and modification time of the file when it was read; undefined for a terminal or a pipe. */
  readonly stamp?: string;
}

interface TypedOption {
  readonly flag: string;
  readonly value?: string;
}

/** The facts about a batch that a sentence needs for the command that it suggests next. */
export interface NextCommandFacts {
  /** The input, if a run with it continues this batch. */
  readonly input?: TypedInput;
  /** A name for the result, in the folder of the user. */
  readonly result?: string;
}

/** Lines of a file that a sentence lists: their count, and the numbers of the first ones (from 1). */
export interface SomeLines {
  readonly count: number;
  readonly first: readonly number[];
}

/** A column in messages: how an option names it, and its header, masked and in quotes. */
export interface ListedColumn {
  readonly option: string;
  readonly name: string;
}

/** The column that the user probably meant: it has identifiers, and the column that was read has none. */
export interface MeantColumn extends ListedColumn {
  readonly kind: ColumnKind;
  /** The share (0 to 1) of valid cells among the filled cells of the sample. */
  readonly validShare: number;
}

/** A column that may hold the identifiers. */
export interface ColumnCandidate extends MeantColumn {
  /** Sampled cells of the column, masked. */
  readonly samples: readonly string[];
}

export interface ListedSheet {
  readonly number: number;
  /** Masked and in quotes. */
  readonly name: string;
}

/** Where a row of the input starts, which may have several lines in CSV. Lines and rows are counted with the header. */
export type RowPlace =
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
