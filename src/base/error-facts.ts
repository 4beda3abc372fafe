import type { ErrorFacts, ServiceErrorCode } from './errors.js';
import type { troubles } from '../messages/en/errors.js';
import type { texts } from '../messages/en/phrases.js';
import type { ColumnKind } from '../identifiers/types.js';

export type NumberName =
  | ('job' | 'items' | 'count' | 'number' | 'found' | 'objects' | 'findings' | 'identifiers')
  | ('rows' | 'row' | 'line' | 'batches' | 'most' | 'longest' | 'port' | 'last' | 'gigabytes')
  /** In credits. */
  | ('worstCase' | 'cost' | 'price' | 'spent' | 'limit' | 'left' | 'balance')
  | ('maxCredits' | 'creditsLeft')
  | ('remaining' | 'min' | 'total' | 'rest' | 'unnamed' | 'seq' | 'seconds' | 'jobs');

/** The facts of errors that are no texts: each has one type, wherever it is named. */
interface Typed extends Record<NumberName, number> {
  readonly column: string | number;
  readonly given: string | number;
  /** What was probably meant. */
  readonly near: string | undefined;
  readonly meant: readonly string[];
  readonly known: readonly string[];
  readonly keys: readonly string[];
  readonly ids: readonly string[];
  readonly formats: readonly string[];
  readonly statuses: readonly string[];
  readonly choices: readonly string[];
}

/** The facts of an error by their names. */
export type Of<Name extends string> = {
  readonly [N in Name]: N extends keyof Typed ? Typed[N] : string;
};

/** What went wrong, in the words that `exit-codes.ts` maps to the contract's numbers. */
export type ErrorKind =
  | ('usage' | 'defect' | 'auth' | 'service' | 'network' | 'ledger' | 'rate_limited' | 'credits')
  | ('deadline' | 'not_found' | 'refused_input' | 'unconfirmed' | 'locked')
  | ('interrupted' | 'terminated');

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

/** Why no answer came, or not all of it. */
export type NoAnswer = ErrorFacts['network']['reason'];

/** An error of a request about the job. */
type RequestTrouble = {
  [C in ServiceErrorCode]: { readonly code: C; readonly facts: Exclude<ErrorFacts[C], Stop> };
}[ServiceErrorCode];

type Trouble<C extends keyof typeof troubles> = {
  readonly code: C;
} & ((typeof troubles)[C] extends (facts: infer F) => string ? F : never);

/** Why a job failed, or why its outcome is unknown: a word of ours, an error of a request, or the service's own words. */
export type JobTrouble =
  | { [C in keyof typeof troubles]: Omit<Trouble<C>, 'rest'> }[keyof typeof troubles]
  | RequestTrouble
  | { readonly said: string };

/** Why the balance proves nothing (money rule 2 of the contract). */
export type WhyUndecided = keyof (typeof texts)['undecided'];

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

/** Leaves out facts of each of several cases. */
type Without<Facts, Name extends string> = Facts extends unknown ? Omit<Facts, Name> : never;

export type WhyUnconfirmed = Without<
  ErrorFacts['submission_unconfirmed'],
  'batch' | 'job' | 'items'
>;

/** Why it is not settled whether an earlier lookup was charged. */
export type WhyDoubtful = Without<ErrorFacts['lookup_in_doubt'], 'price'>;

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

type NamedPlace = Parameters<(typeof texts)['place']>[0];

/** Where a value comes from: an option or a variable by its name, or a place that a sentence describes. */
export type Place = string | NamedPlace;

/** A setting of a profile in the file `path`. */
export type StoredSetting = Extract<NamedPlace, { readonly what: 'setting' }>;

/** What is safe if a file could not be written. */
export type Kept = ErrorFacts['output_unwritable']['kept'];

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

/** Where a record starts. */
export type RecordPlace = Parameters<(typeof texts)['recordPlace']>[0];

/** Errors of SQLite about the file and the machine, not about our statements. */
export type FileTrouble = 'full' | 'unreadable' | 'refused' | 'damaged' | 'foreign';

/** Why the database of a shared ledger cannot be used. */
export type DatabaseTrouble = ErrorFacts['database_unusable']['why'];
