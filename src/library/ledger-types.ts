import type { Writable } from 'node:stream';
import type { BatchEvent } from '../batch/events.js';
import type { LookupAnswer } from '../lookups/lookup.js';
import type { LookupStatus } from '../export/rows.js';
import type { Summary } from '../batch/summary.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { CnpjRecord, CpfRecord } from './records.js';
import type {
  FileOptions,
  ReuseOptions,
  SpendingOptions,
  WorkOptions,
  WriteOptions,
} from './options.js';
import type { ClientOptions } from './service-options.js';

export interface LedgerOptions extends Omit<ClientOptions, 'apiKey' | 'signal'> {
  /** Where state is kept; made for its owner alone. The command's own folder may be shared. */
  readonly folder: string;
  /** Needed by what asks the service; stored results are read without. */
  readonly apiKey?: string;
  /** Accounts of one service are kept apart by this; default `default`. */
  readonly profile?: string;
  /** How long the balance must stand still after a lost answer, in ms; default 60 s. */
  readonly settle?: number;
  /** Told what batches do while they do it. */
  readonly onEvent?: (event: BatchEvent) => void;
}

/** A path, or the bytes of a file. */
export type Input = string | AsyncIterable<Uint8Array | string>;

/** Names a batch: its id, a unique beginning of it, or the newest when left out. */
export type BatchName = string | undefined;

export interface SubmitFileOptions extends WorkOptions, SpendingOptions, FileOptions {
  /** Sent to the service as `fileName`. */
  readonly label?: string;
  /** Makes a new batch of a file that is known; otherwise the known one continues. */
  readonly again?: boolean;
}

export interface RunOptions extends SubmitFileOptions, WriteOptions {
  /** Where the result is written, beside the file's own columns. */
  readonly output?: string;
}

export interface LookupOptions extends ReuseOptions {
  /** Ends waits; a request under way is finished and kept. */
  readonly signal?: AbortSignal;
  /** Makes it a real-time lookup of a CPF; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

/** The user's word about submissions whose outcome nobody can prove. */
export type Decision =
  /** Give them up: their identifiers count as failed. */
  | 'abandon'
  /** Send them again, whatever that costs. */
  | 'resubmit'
  /** This job of the service is what became of one of them. */
  | { readonly adopt: string };

export interface FileReport {
  /** Numbers as `summarize` gives them; `credits.estimated` is the most it may cost. */
  readonly summary: Summary;
  /** How the file was understood. */
  readonly description: string;
}

/** One row of an input with what became of it. */
export interface ResultRow {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Null where the row holds no identifier. */
  readonly id: string | null;
  readonly status: LookupStatus;
  readonly reason: string;
  readonly source: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
  readonly data: CpfRecord | CnpjRecord | null;
}

/** The answer to a lookup, typed by its kind. */
export type Answer<K extends IdentifierKind> = Omit<LookupAnswer, 'data' | 'kind'> & {
  readonly kind: K;
  readonly data?: K extends 'cpf' ? CpfRecord : CnpjRecord;
};

/**
 * Batches and lookups with a ledger that is written before and after each submission: nothing is
 * submitted twice, and what was paid for answers again. Whatever goes wrong rejects with a
 * `ConfereError`; everything is saved by then, and the same call again continues.
 */
export interface Ledger {
  /**
   * From the ledger, else from the service. Found, not found and refused as invalid are answers.
   * @throws ServiceError, InvalidIdentifierError
   */
  lookup<K extends IdentifierKind>(
    kind: K,
    identifier: string,
    options?: LookupOptions,
  ): Promise<Answer<K>>;
  /** What is in a file and what it would cost at most; nothing is sent or stored. */
  check(file: Input, options?: FileOptions & ReuseOptions): Promise<FileReport>;
  /** Submits a file and does not wait for its jobs. */
  submit(file: Input, options?: SubmitFileOptions): Promise<Summary>;
  /** Submits a file, waits for its jobs and writes the result. */
  run(file: Input, options?: RunOptions): Promise<Summary>;
  /** Waits until every job has ended; `state` is `running` when the deadline came first. */
  watch(batch?: BatchName, options?: WorkOptions): Promise<Summary>;
  /** Sends exactly what is missing after an interruption, a failed job or too few credits. */
  resume(batch?: BatchName, options?: WorkOptions & SpendingOptions): Promise<Summary>;
  /** Decides about submissions whose outcome is unknown (`state` is `unconfirmed`). */
  resolve(
    batch: string,
    decision: Decision,
    options?: WorkOptions & SpendingOptions,
  ): Promise<Summary>;
  /** Writes the result to a file or a stream; returns the number of its rows. */
  export(batch: BatchName, output: string | Writable, options?: WriteOptions): Promise<number>;
  /** Every row of the input with what became of it, in input order. */
  results(batch?: BatchName): AsyncIterable<ResultRow>;
  summarize(batch?: BatchName): Promise<Summary>;
  /** The newest first. */
  list(): Promise<Summary[]>;
  /** Removes a batch with its input and results from this machine. */
  remove(batch: string): Promise<void>;
  /** Closes the files and the connections. */
  close(): Promise<void>;
}
