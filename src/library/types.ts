import type { BatchEvent as UseCaseEvent } from '../batch/events.js';
import type { ReuseOptions, SpendingOptions } from '../batch/options.js';
import type { BatchSummary as UseCaseSummary } from '../batch/summary.js';
import type { describeEntry, describeStored } from '../batch/about.js';
import type { ErasureExtent } from '../batch/erase.js';
import type { Purged } from '../batch/removal.js';
import type { Decision } from '../batch/resolve.js';
import type { FieldChange } from '../diff/compare-records.js';
import type { DiffSummary } from '../diff/compare-results.js';
import type { LookupStatus } from '../export/format.js';
import type { WriteOptions as ResultOptions } from '../export/index.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { InputOptions } from '../input/index.js';
import type { LookupError } from '../lookups/answer.js';
import type { Match } from '../lookups/matches.js';
import type { SpendingReport, Grouping } from '../money/spending.js';
import type { ClientOptions } from '../service/types.js';
import type { CnpjRecord, CpfRecord, QuotaRecord } from '../service/types.js';

/**
 * An open ledger. Nothing is submitted twice, and paid records are reused. When a call rejects, everything is saved.
 * @experimental
 */
export interface Ledger {
  /** Answers from the ledger, otherwise from the service. @throws ServiceError, InvalidIdentifierError */
  lookup<K extends IdentifierKind>(
    kind: K,
    identifier: string,
    options?: LookupOptions,
  ): Promise<Answer<K>>;
  /** Says what a file contains and what it costs at most; sends and stores nothing. */
  check(file: Input, options?: FileOptions & ReuseOptions): Promise<FileReport>;
  /** Submits a file without waiting for its jobs. */
  submit(file: Input, options?: SubmitFileOptions): Promise<Summary>;
  /** Submits a file, waits for its jobs and writes the result. */
  run(file: Input, options?: RunOptions): Promise<Summary>;
  /** Waits until every job has ended; `state` is `running` if the deadline passed first. */
  watch(batch?: BatchName, options?: WorkOptions): Promise<Summary>;
  /** Sends exactly what is missing after an interruption, a failed job or a low balance. */
  resume(batch?: BatchName, options?: WorkOptions & SpendingOptions): Promise<Summary>;
  /** Decides about submissions with an unknown outcome (`state` is `unconfirmed`). */
  resolve(
    batch: string,
    decision: Decision,
    options?: WorkOptions & SpendingOptions,
  ): Promise<Summary>;
  /** Writes the result of a batch. Returns the number of rows. */
  export(
    batch: BatchName,
    output: string | OutputStream,
    options?: WriteOptions & EventOptions,
  ): Promise<number>;
  /** Yields the rows of a result, in the order of the input. */
  results(batch?: BatchName): AsyncIterable<ResultRow>;
  summarize(batch?: BatchName): Promise<Summary>;
  /** Summarizes all batches, the newest first. */
  list(): Promise<Summary[]>;
  /** Removes a batch, and the records that it alone uses. */
  remove(batch: string): Promise<void>;
  /** Compares two batches; `onChange` receives each change. */
  diff(older: string, newer: string, options?: DiffOptions): Promise<DiffSummary>;
  /** Asks for the balance, which is free. */
  quota(options?: CallOptions): Promise<QuotaRecord>;
  /** Sums what was charged, saved and may have been charged, from this ledger alone. */
  spend(options?: SpendOptions): Promise<Spending>;
  /** Returns everything that is stored about a person or company, and every request for it. */
  about(identifier: string): Promise<StoredAbout>;
  /** Returns an entry for each lookup and each batch, the oldest first. */
  log(options?: LogOptions): Promise<LogEntry[]>;
  /**
   * Removes batches and records that were last used more than `olderThan` ms ago, except running, unconfirmed or locked
   * batches.
   */
  purge(olderThan: number, options?: PurgeOptions): Promise<Purged>;
  /** Removes everything that is stored about these people and companies. */
  purge(ids: readonly string[], options?: PurgeOptions): Promise<ErasureExtent>;
  /** Ends waits, completes running requests and closes the ledger. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface LedgerOptions extends Omit<ClientOptions, 'apiKey' | 'signal'>, EventOptions {
  /** A folder that no other user owns or may change. May be the folder of the command. */
  readonly folder: string;
  /** `postgres://user@host/database`, shared by several machines; the password comes from `PGPASSFILE` and the like. */
  readonly ledger?: string;
  /** Without it, stored results can be read and nothing is sent. */
  readonly apiKey?: string;
  /** Separates several accounts of one service; default `default`. */
  readonly profile?: string;
  /** How long the balance must stay unchanged after a lost answer, in ms; default 11 min. */
  readonly settle?: number;
  /** The price of a found record in credits, above 0; default 1, 1 and 1.5. */
  readonly costs?: { readonly cpf?: number; readonly cnpj?: number; readonly realtime?: number };
  /** The purpose of the request: one line of at most 200 characters, which the log of the ledger keeps. */
  readonly purpose?: string;
  /** Whether other programs use the account, too; a limit then needs `costs`. */
  readonly shared?: boolean;
  /** Whether `lookup` accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  /** Credits that everything in this ledger may spend in a UTC day, and in a UTC month. */
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
}

export interface LookupOptions extends ReuseOptions {
  /** Ends waits; a running request is completed and its answer stored. */
  readonly signal?: AbortSignal;
  /** Makes a CPF lookup a real-time one; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
  /** The texts that fields of the record are compared with: `{ name: 'Ana Souza' }` adds `match.name` to the answer. */
  readonly compare?: Readonly<Record<string, string>>;
}

/** How a field compares with the given text; null if one of them is empty. */
export type { Match };

export type Answer<Kind extends IdentifierKind = IdentifierKind> = {
  readonly input: string;
  readonly kind: Kind;
  readonly id: string;
} & (
  | {
      readonly status: 'found';
      readonly source: 'api' | 'ledger';
      /** When the record was fetched (ISO 8601), if the ledger answers. */
      readonly fetchedAt?: string;
      readonly data: Kind extends 'cpf' ? CpfRecord : CnpjRecord;
      /** The verdict on each field of `compare`. */
      readonly match?: Readonly<Record<string, Match>>;
      /** Why the record that was paid for could not be stored. */
      readonly error?: LookupError;
    }
  | { readonly status: 'not_found'; readonly source: 'api' | 'ledger'; readonly data?: undefined }
  /** The service rejects the identifier and charges nothing. */
  | {
      readonly status: 'invalid';
      readonly error: LookupError;
      readonly source?: undefined;
      readonly data?: undefined;
    }
);

/** The path of a file, its bytes, or a list of identifiers, each of which is a row. */
export type Input = string | AsyncIterable<Uint8Array | string> | readonly string[];

export interface FileOptions extends InputOptions {
  /** The name shown to users; default: the name of the file. */
  readonly name?: string;
}

export interface FileReport {
  /** The same numbers as `summarize`; `credits.estimated` is the maximum cost. */
  readonly summary: Summary;
  readonly description: string;
}

export interface RunOptions extends SubmitFileOptions, WriteOptions {
  /** The path for the result. */
  readonly output?: string;
}

export interface SubmitFileOptions extends WorkOptions, SpendingOptions, FileOptions {
  /** Sent to the service as `fileName`. */
  readonly label?: string;
  /** Whether a file that already has a batch gets a new one; otherwise the existing batch continues. */
  readonly again?: boolean;
}

/** Times in ms. */
export interface WorkOptions extends EventOptions {
  /** Stops between two requests: the running one is completed, and everything is saved. */
  readonly signal?: AbortSignal;
  /** The longest time of the whole call; default 30 minutes. Jobs that still run continue at the service. */
  readonly deadline?: number;
  /** The first interval between polls, which grows to 30 s; default 5 s. */
  readonly interval?: number;
}

export interface EventOptions {
  /** Receives each event of this call; in the options of the ledger, each event of every call. */
  readonly onEvent?: (event: BatchEvent) => void;
}

/** An event of a batch. `batch`: its id; null until its input is read. */
export type BatchEvent = { readonly batch: string | null } & (
  | Exclude<UseCaseEvent, { type: 'unconfirmed' | 'polled' | 'waiting' }>
  /** No answer came to the submission of a job, which may have been charged; `message` says why in a sentence. */
  | { readonly type: 'unconfirmed'; readonly seq: number; readonly message: string }
  /**
   * The service was asked about a job. `seq`: null if another process asked; `nextMs`: the time until the next request.
   */
  | {
      readonly type: 'polled';
      readonly seq: number | null;
      /** Computes the numbers on demand, because a large batch takes a moment. */
      readonly summary: () => Promise<Summary>;
      readonly nextMs: number;
    }
);

/** The numbers of a batch; the errors of its jobs are sentences. */
export type Summary = UseCaseSummary<string>;

/** The id of a batch or a unique beginning of it; undefined for the batch last worked on. */
export type BatchName = string | undefined;

export interface WriteOptions extends ResultOptions {
  readonly format?: 'csv' | 'tsv' | 'json' | 'jsonl' | 'xlsx';
  readonly fields?: readonly string[];
}

/** A `Writable` of Node's streams, declared here so that no program needs Node's types. */
export interface OutputStream {
  readonly writable: boolean;
  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean;
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

export type ResultRow = {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly reason: string;
  readonly source: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
} & (
  | { readonly status: 'found'; readonly id: string; readonly data: CpfRecord | CnpjRecord }
  | { readonly status: 'invalid'; readonly id: string | null; readonly data: null }
  | {
      readonly status: Exclude<LookupStatus, 'found' | 'invalid'>;
      readonly id: string;
      readonly data: null;
    }
);

export interface DiffOptions extends CallOptions {
  /** Only these fields of the record, groups of them such as `address`, or `lookup_status`. */
  readonly fields?: readonly string[];
  readonly onChange?: (change: FieldChange) => void;
}

export interface CallOptions {
  /** Ends waits of this call. */
  readonly signal?: AbortSignal;
}

export interface SpendOptions {
  /** Default `month`. */
  readonly by?: Exclude<Grouping, 'profile'>;
  /** The first and the last day (UTC). */
  readonly since?: Date;
  readonly until?: Date;
}

export type Spending = Omit<SpendingReport, 'days'>;

/** Records, requests and files, as `confere ledger show --json` prints them. */
export type StoredAbout = ReturnType<typeof describeStored>;

export interface LogOptions {
  /** The time of the first entry. */
  readonly since?: Date;
  /** Whether CPFs are returned in full, not masked. */
  readonly full?: boolean;
}

/** An entry, as `confere ledger log --json` prints it. */
export type LogEntry = ReturnType<typeof describeEntry>;

export interface PurgeOptions {
  /** Whether the call only says what it would remove. */
  readonly dryRun?: boolean;
}
