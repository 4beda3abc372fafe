import type { Clock } from '../clock.js';
import type { IdentifierKind } from '../identifiers/types.js';
import type { Mark } from './streamed/known-start.js';

export type { Mark };

/** A record as the service sent it; unknown fields are kept (spec, "Versioning"). */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** `data` of `GET /quota` (spec, "Quota record"); unknown fields are kept. */
export interface Quota extends ServiceRecord {
  readonly plan: string;
  readonly remainingCredits: number;
  readonly usedCredits: number;
}

/** `data` of an accepted batch submission (spec, "CPF batch submission response"). */
export interface Submission {
  readonly jobId: string;
  readonly totalRecords: number;
  readonly invalid: number;
}

export interface JobResult {
  /** Unformatted, upper case. */
  readonly id: string;
  readonly found: boolean;
  /**
   * The record's fields without the `found` flag, as JSON in UTF-8; null when not found. As bytes, because
   * those of an answer before are given back sooner than texts are: half the memory for large answers.
   */
  readonly record: Buffer | null;
}

/** `data` of `GET /cpf/bulk/{jobId}` and `GET /cnpj/bulk/{jobId}`. */
export interface BatchJob {
  readonly id: string;
  readonly status: 'processing' | 'done' | 'failed';
  readonly totalRecords: number;
  readonly processed: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  readonly results: readonly JobResult[];
  /** Results that were known were passed over: `results` are only those behind them. */
  readonly hasPassed: boolean;
  /** What the answer held of the results, for the next poll. */
  readonly mark: Mark;
}

/** One method per endpoint of the spec. Every failure is a `ServiceError` (see `errors.ts`). */
export interface ServiceClient {
  quota(): Promise<Quota>;
  cpf(cpf: string): Promise<ServiceRecord>;
  cnpj(cnpj: string): Promise<ServiceRecord>;
  realtimeCpf(cpf: string, birthDate: string): Promise<ServiceRecord>;
  submitBatch(
    kind: IdentifierKind,
    ids: readonly string[],
    labels?: { readonly fileName?: string; readonly format?: string },
  ): Promise<Submission>;
  /** `known`: the mark of an answer whose results were kept; while the job runs they are passed over. */
  batchJob(kind: IdentifierKind, jobId: string, known?: Mark): Promise<BatchJob>;
  /** The same client, its connections and its pace, for calls that somebody may want to end. */
  within(bounds: CallBounds): ServiceClient;
  /** Closes the connections. */
  close(): Promise<void>;
}

export interface CallBounds {
  /** Ends waits and requests; one that was under way may have been charged. */
  readonly signal?: AbortSignal;
  /** Ends waits only: a request under way is finished. Its reason is what a call then rejects with. */
  readonly stop?: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  /** What is done meanwhile, where a call has to wait. */
  readonly during?: During;
}

/** Spends a pause of `ms` milliseconds; whatever it does there, it does not make the pause longer. */
export type During = (ms: number, sleep: Clock['sleep']) => Promise<void>;

export type RateGroup = 'simple' | 'realtime';

/** Where the requests of the running clock minute are counted; shared between processes if it can be. */
export interface SlotStore {
  /** Takes a slot of the minute that starts at `minute` (epoch ms); false when `limit` is reached. */
  take(group: RateGroup, minute: number, limit: number): boolean;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly slots?: SlotStore;
  /** Requests a clock minute; defaults 30 and 5 (spec, "Limits"). */
  readonly rate?: number;
  readonly realtimeRate?: number;
  /** Milliseconds for one request; defaults 10 s for single lookups, 60 s for the rest. */
  readonly timeout?: number;
  /** Epoch ms that no wait may pass; beyond it a wait becomes a `rate_limited` error. */
  readonly deadline?: number;
  /** Milliseconds that one request may wait in all, whatever the deadline; more is a `rate_limited` error. */
  readonly longestWait?: number;
  readonly signal?: AbortSignal;
  /** Told of every request that was made; the path has its CPF masked. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Told before every wait. */
  readonly onWait?: (event: WaitEvent) => void;
  /** What is done in a wait; nothing when left out. */
  readonly during?: During;
}

export interface RequestEvent {
  readonly method: string;
  readonly path: string;
  /** HTTP status, or undefined when there was no answer. */
  readonly status: number | undefined;
  readonly attempt: number;
  readonly ms: number;
}

export interface WaitEvent {
  readonly reason: 'rate_limit' | 'retry_after' | 'backoff';
  readonly ms: number;
  readonly status?: number;
}
