import type { Clock } from '../clock.js';
import type { IdentifierKind } from '../identifiers/types.js';

/** A record as the service sent it, with unknown fields (spec, "Versioning"). */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** Spec, "Quota record"; with unknown fields. */
export interface Quota extends ServiceRecord {
  readonly plan: string;
  readonly remainingCredits: number;
  readonly usedCredits: number;
}

/** Spec, "CPF batch submission response". */
export interface Submission {
  readonly jobId: string;
  readonly totalRecords: number;
  readonly invalid: number;
}

export interface JobResult {
  readonly id: string;
  readonly found: boolean;
  /** JSON, null if none is shown. As bytes, because Node frees them sooner than a text. */
  readonly record: Buffer | null;
}

/** `data` of `GET /{kind}/bulk/{jobId}` without its results. */
export interface JobState {
  readonly id: string;
  readonly status: 'processing' | 'done' | 'failed';
  readonly totalRecords: number;
  readonly processed: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
}

export interface BatchJob extends JobState {
  readonly results: readonly JobResult[];
}

/** One method per endpoint of the spec. @throws ServiceError */
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
  batchJob(kind: IdentifierKind, jobId: string): Promise<BatchJob>;
  /** The same client for calls within `bounds`. */
  within(bounds: CallBounds): ServiceClient;
  close(): Promise<void>;
}

export interface CallBounds {
  /** Ends waits and requests. A request that it ends may have been charged. */
  readonly signal?: AbortSignal;
  /** Ends waits only, with its reason; a running request is completed. */
  readonly stop?: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  /** Awaited before each attempt, after every wait; if it rejects, nothing is sent. */
  readonly beforeSend?: () => Promise<void>;
}

export type RateGroup = 'simple' | 'realtime';

/** Counts the requests of the current clock minute; processes may share one store. */
export interface SlotStore {
  /** Takes a slot of the minute that starts at `minute` (epoch ms); false if `limit` is reached. */
  take(group: RateGroup, minute: number, limit: number): Promise<boolean>;
  /** Ms until the next minute of a store with a clock of its own. */
  untilNext?(): Promise<number>;
}

/** One account and how to connect to it. Times in ms. */
export interface ClientOptions {
  /** https, or http on this machine. A path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends every call at once; a running lookup or submission may have been charged. */
  readonly signal?: AbortSignal;
  /** The maximum time for one request; default 10 s for single lookups, 60 s for the others. */
  readonly timeout?: number;
  /** Simple lookups and CPF submissions per clock minute; default 30. */
  readonly rate?: number;
  /** Real-time lookups per clock minute; default 5. */
  readonly realtimeRate?: number;
  /** The maximum total time that one call may wait for the rate limit and between attempts; default 30 minutes. */
  readonly longestWait?: number;
  /** Default `confere/<version>`. */
  readonly userAgent?: string;
  /** Called for every request, when its answer has been kept; CPFs are masked. Errors of callbacks are ignored. */
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onWait?: (event: WaitEvent) => void;
}

export interface ServiceOptions extends ClientOptions, Pick<CallBounds, 'deadline' | 'beforeSend'> {
  readonly userAgent: string;
  readonly clock: Clock;
  readonly slots?: SlotStore;
  /** Called before every request; what it returns is called after it. */
  readonly onSend?: (mayCharge: boolean) => () => void;
  /** Awaited before the first success of a sandbox is returned; if it rejects, the next one calls again. */
  readonly onSandbox?: () => Promise<void>;
  /** For a balance that the client itself asks for, to find out what a 403 means. */
  readonly balances?: BalanceNotes;
}

/** Writes balances down with their place among all requests. */
export interface BalanceNotes {
  /** Called before the balance is requested; returns that moment. */
  before(): Promise<number>;
  keep(quota: Quota, before: number): Promise<void>;
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
