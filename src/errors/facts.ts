import type { ErrorFacts, ServiceErrorCode } from '../errors.js';
import type { texts } from '../messages/en/phrases.js';
import type { ColumnKind } from '../identifiers/types.js';

export type NumberName =
  | ('job' | 'items' | 'count' | 'number' | 'found' | 'objects' | 'findings' | 'identifiers')
  | ('rows' | 'row' | 'batches' | 'most' | 'longest' | 'port' | 'last' | 'gigabytes')
  /** In credits. */
  | ('worstCase' | 'cost' | 'price' | 'spent' | 'limit' | 'left' | 'maxCredits' | 'balance')
  | ('remaining' | 'min' | 'total' | 'rest' | 'unnamed' | 'seq' | 'seconds');

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
}

/** Why no answer came, or not all of it. */
export type NoAnswer =
  | 'dropped'
  | 'timeout'
  | 'too_large'
  | 'bad_proxy'
  | 'untrusted'
  | 'unreachable';

/** What stood between us and the service: a proxy's status, or Node's code and the address that was tried. */
export interface Obstacle {
  readonly proxyStatus?: string;
  readonly code?: string;
  /** Only where it is not the service's own. */
  readonly address?: string;
}

/** An error of a request about the job. */
type RequestTrouble = {
  [C in ServiceErrorCode]: { readonly code: C; readonly facts: Exclude<ErrorFacts[C], Stop> };
}[ServiceErrorCode];

/** Why a job failed, or why its outcome is unknown. */
export type JobTrouble =
  | { readonly code: 'run_ended' }
  /** It was not sent: the balance or a budget did not cover it. */
  | { readonly code: 'not_covered' }
  /** The service's job, which the user adopted, has `total` of the `items` identifiers. */
  | { readonly code: 'adopted_part'; readonly items: number; readonly total: number }
  /** A single lookup asked for its identifier before, and got no answer. */
  | { readonly code: 'lookup_in_doubt' }
  /** Of `found` identifiers, which the service counts and charges, its results omit `unnamed`. */
  | { readonly code: 'unnamed'; readonly found: number; readonly unnamed: number }
  /** Its numbers do not add up to `total`, its own or what was accepted, or its results are of identifiers not sent. */
  | { readonly code: 'miscounted'; readonly total: number }
  | RequestTrouble
  /** The service's own words. */
  | { readonly said: string };

/** Why the balance proves nothing (money rule 2 of the contract). */
export type WhyUndecided = keyof (typeof texts)['undecided'];

/** A kind of record whose price the user may set. */
export type UnknownPrice = 'cpf' | 'cnpj' | 'realtime';

/** What the user can decide about. `cost`: credits that sending it again may take. */
export type OpenDecision = Of<'batch' | 'items' | 'cost'>;

export type WhyUnconfirmed =
  | { readonly why: 'no_answer' | 'deadline' }
  /** Only the user can decide, because the balance proves nothing, and may know the price of these kinds. */
  | (Of<'cost'> & { readonly why: 'undecided'; readonly because: WhyUndecided } & Unpriced)
  /** `liveBatches`: the batches whose jobs must end first. */
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  /** Never sent, because single lookups of its identifiers are in doubt; `isDecided`: only the user can say of any. */
  | ({ readonly why: 'left_out'; readonly isDecided: boolean } & Unpriced);

interface Unpriced {
  readonly prices: readonly UnknownPrice[];
}

/** The machine that works on a batch, and since when (epoch ms). */
export interface Holder {
  readonly host: string;
  readonly since: number;
}

/** A batch of another key: fingerprints of that key and of the one in use, and what is left of it. */
export interface OtherKey extends Of<'batch' | 'file' | 'madeWith' | 'inUse'> {
  /** The service has, or may have, jobs of it that have not ended. */
  readonly isUnderWay: boolean;
  /** Jobs of it were never sent. */
  readonly isPlanned: boolean;
  /** Another batch was wanted, and what this one found was never written to a result. */
  readonly isOwed: boolean;
  /** What its input was called, where that is known. */
  readonly typed?: TypedInput;
}

/**
 * What a batch command left when it ended without another error. `count`: identifiers, or rows of `invalid`;
 * `worstCase`: what they may cost, in credits; `creditsLeft`: of `--max-credits`, where that is less; `isWritten`: the
 * command wrote the result.
 */
export type BatchLeft = Of<'batch' | 'count' | 'worstCase'> & {
  readonly why:
    | ('unconfirmed' | 'credits' | 'running' | 'failed')
    | ('unanswered' | 'given_up' | 'invalid');
  readonly creditsLeft?: number;
  readonly isWritten?: boolean;
};

/** Why it is not settled whether an earlier lookup was charged. */
export type WhyDoubtful =
  /** The balance cannot show it: only the user decides, who may know the prices of these kinds. */
  | ({ readonly why: 'undecidable' } & Unpriced)
  /** `ms` until the next look at the balance, where the settle time or the deadline left none. */
  | { readonly why: 'not_settled'; readonly ms?: number }
  | { readonly why: 'other_account' }
  /** `liveBatches`: the batches whose jobs must end first. */
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] };

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

/** For errors whose code says everything. */
export type NoFacts = Readonly<Record<string, never>>;

/** What is safe if a file could not be written. */
export type Kept = 'results' | 'records' | 'nothing';

/** The input of a batch as its user named it: an absolute path, and the options that say how it is read. */
export interface TypedInput {
  readonly path: string;
  readonly options: readonly { readonly flag: string; readonly value?: string }[];
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

/** Where a record starts: at a line or a row of a spreadsheet (both from 1, with the header), or before the first row. */
export type RecordPlace =
  | { readonly line: number }
  | { readonly row: number }
  | 'before_the_first_row';

/** Errors of SQLite about the file and the machine, not about our statements. */
export type FileTrouble = 'full' | 'unreadable' | 'refused' | 'damaged';

/** Why the database of a shared ledger cannot be used. `read_only`: as a standby, which may take over soon. */
export type DatabaseTrouble =
  | 'unreachable'
  | 'read_only'
  | 'refused'
  | 'insecure'
  | 'full'
  | 'encoding';
