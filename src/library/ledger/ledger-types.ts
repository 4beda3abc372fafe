import type { LookupAnswer } from '../../lookups/answer.js';
import type { LookupStatus } from '../../export/rows.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { BatchEvent, Summary } from './events.js';
import type { CnpjRecord, CpfRecord } from '../records.js';
import type {
  FileOptions,
  OutputStream,
  ReuseOptions,
  SpendingOptions,
  WorkOptions,
  WriteOptions,
} from '../options.js';
import type { ClientOptions } from '../service-options.js';

export interface LedgerOptions extends Omit<ClientOptions, 'apiKey' | 'signal'> {
  /** Where data is stored, for the current user only: others must not own or change it. May be the folder of the command. */
  readonly folder: string;
  /**
   * The database of a ledger that several machines share: `postgres://user@host/database`, without a password, which
   * comes from `PGPASSFILE` or where PostgreSQL's programs look for it. `folder` holds private copies of inputs then.
   */
  readonly ledger?: string;
  /** Needed to use the service; stored results can be read without it. */
  readonly apiKey?: string;
  /** Separates several accounts of one service; default `default`. */
  readonly profile?: string;
  /** How long the balance must stay unchanged after a lost answer, in ms; default 11 min. */
  readonly settle?: number;
  /** Credits of a found record; otherwise the history of the account shows them. */
  readonly costs?: { readonly cpf?: number; readonly cnpj?: number; readonly realtime?: number };
  /**
   * Credits that everything in this ledger may spend in a UTC day, and in a UTC month. What would exceed them
   * is not sent; lookups and batches count alike.
   */
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
  /** Called with the events of running batches. */
  readonly onEvent?: (event: BatchEvent) => void;
}

/** A path, or the bytes of a file. */
export type Input = string | AsyncIterable<Uint8Array | string>;

/** Selects a batch: its id, a unique prefix of it, or the one last worked on when left out. */
export type BatchName = string | undefined;

export interface SubmitFileOptions extends WorkOptions, SpendingOptions, FileOptions {
  /** Sent to the service as `fileName`. */
  readonly label?: string;
  /** Makes a new batch of a file that already has one; otherwise the existing batch continues. */
  readonly again?: boolean;
}

export interface RunOptions extends SubmitFileOptions, WriteOptions {
  /** The path for the result, which includes the columns of the input. */
  readonly output?: string;
}

export interface LookupOptions extends ReuseOptions {
  /** Ends waits; a running request is completed and its answer stored. */
  readonly signal?: AbortSignal;
  /** Makes a CPF lookup a real-time one; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

/** The user's decision about submissions with an unknown outcome. */
export type Decision =
  /** Abandon them: their identifiers count as failed. */
  | 'abandon'
  /** Send them again, whatever the cost. */
  | 'resubmit'
  /** Adopt this job of the service as the outcome of one of them. */
  | { readonly adopt: string };

export interface FileReport {
  /** The same numbers as `summarize`; `credits.estimated` is the maximum cost. */
  readonly summary: Summary;
  /** How the file was understood. */
  readonly description: string;
}

/** One row of an input with its result. */
export interface ResultRow {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Null if the row has no valid identifier. */
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
 * submitted twice, and paid records are reused. Errors reject with a `ConfereError`; everything is saved
 * by then, and the same call continues.
 */
export interface Ledger {
  /**
   * Answers from the ledger, otherwise from the service. Found, not found and refused as invalid are
   * answers.
   *
   * @throws ServiceError, InvalidIdentifierError
   */
  lookup<K extends IdentifierKind>(
    kind: K,
    identifier: string,
    options?: LookupOptions,
  ): Promise<Answer<K>>;
  /** Returns the content of a file and its maximum cost; sends and stores nothing. */
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
  /** Writes the result to a file or a stream; returns the number of its rows. */
  export(batch: BatchName, output: string | OutputStream, options?: WriteOptions): Promise<number>;
  /** Every row of the input with its result, in input order. */
  results(batch?: BatchName): AsyncIterable<ResultRow>;
  summarize(batch?: BatchName): Promise<Summary>;
  /** Newest first. */
  list(): Promise<Summary[]>;
  /** Removes a batch with its input and results from this machine. */
  remove(batch: string): Promise<void>;
  /** Closes the files and the connections. */
  close(): Promise<void>;
}
