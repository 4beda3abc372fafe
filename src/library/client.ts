import { requireKey } from '../config/account.js';
import { parseBaseUrl } from '../config/base-url.js';
import { defaults } from '../config/defaults.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { requireBirthDate } from '../lookups/answer.js';
import { isNotFound } from '../service/errors.js';
import type {
  BatchJob as ServiceJob,
  RequestEvent,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  Submission,
  WaitEvent,
} from '../service/index.js';
import type { JobState } from '../service/types.js';
import { systemClock } from '../system.js';
import { version } from '../version.js';
import type { MethodsOf } from './border.js';
import type { Calls } from './calls.js';
import { validId } from './identifiers.js';
import type { CnpjRecord, CpfRecord, QuotaRecord } from './records.js';

/** One account and how to connect to it. Times in ms. */
export interface ClientOptions {
  /** https, or http on this machine. A path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends every call immediately; a running lookup or submission may have been charged. */
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
  /**
   * Called for every request made, when its answer has been kept; CPFs in its path are masked. Errors of the
   * callbacks are ignored.
   */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called before every wait. */
  readonly onWait?: (event: WaitEvent) => void;
}

/** The outcome of one identifier of a job. */
export interface JobResult {
  /** Without punctuation, in upper case. */
  readonly id: string;
  readonly found: boolean;
  /** The record's fields; null when not found. */
  readonly data: ServiceRecord | null;
}

/** `data` of `GET /cpf/bulk/{jobId}` and `GET /cnpj/bulk/{jobId}`. */
export interface BatchJob extends JobState {
  readonly results: readonly JobResult[];
}

export interface CallOptions {
  /** Ends this call immediately; a running lookup or submission may have been charged. */
  readonly signal?: AbortSignal;
}

export interface SubmitOptions extends CallOptions {
  /** A label that the service returns with the job. */
  readonly fileName?: string;
  readonly format?: string;
}

/**
 * The service, with one method per endpoint. It keeps the rate limits and retries only what the service
 * allows. Failures are `ServiceError`s; one with `mayHaveCharged` is never retried.
 */
export interface Client {
  /** Costs 1 credit when found; null if there is no such record, which is free. */
  lookupCpf(cpf: string, options?: CallOptions): Promise<CpfRecord | null>;
  /** Costs 1.5 credits on success. `birthDate`: DD/MM/YYYY or DDMMYYYY. */
  lookupCpfRealtime(
    cpf: string,
    birthDate: string,
    options?: CallOptions,
  ): Promise<CpfRecord | null>;
  /** Costs 1 credit when found; null if there is no such record, which is free. */
  lookupCnpj(cnpj: string, options?: CallOptions): Promise<CnpjRecord | null>;
  /** Returns the balance; free. */
  quota(options?: CallOptions): Promise<QuotaRecord>;
  /**
   * Submits at most 10,000 identifiers as one job, at 1 credit for each one found. It is not idempotent:
   * after an error with `mayHaveCharged` the job may exist. A ledger (`openLedger`) handles that.
   */
  submitBatch(
    kind: IdentifierKind,
    ids: readonly string[],
    options?: SubmitOptions,
  ): Promise<Submission>;
  /** Returns the state of a job and its results so far; free. */
  batchJob(kind: IdentifierKind, jobId: string, options?: CallOptions): Promise<BatchJob>;
  /**
   * Refuses further calls, ends waits and free requests, completes requests that may be charged, then closes
   * the connections.
   */
  close(): Promise<void>;
  /** `await using` closes it. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** @throws UsageError for a base URL or a key that cannot be used */
export function clientOf(options: ClientOptions, calls: Calls): MethodsOf<Client> {
  const settings = serviceOptions(options, calls);
  let opened: Promise<ServiceClient> | undefined;
  const service = async ({ signal }: CallOptions) => {
    opened ??= import('../service/client.js').then((module) => module.createClient(settings()));
    return (await opened).within({ stop: calls.stop, signal });
  };
  /** A free request ends when the client is closed. */
  const free = ({ signal }: CallOptions) =>
    service({ signal: signal === undefined ? calls.stop : AbortSignal.any([signal, calls.stop]) });
  return {
    async lookupCpf(text, call = {}) {
      const id = validId('cpf', text);
      return orNull((await service(call)).cpf(id));
    },
    async lookupCpfRealtime(text, birthDate, call = {}) {
      const id = validId('cpf', text);
      requireBirthDate(birthDate, systemClock.now());
      return orNull((await service(call)).realtimeCpf(id, birthDate));
    },
    async lookupCnpj(text, call = {}) {
      const id = validId('cnpj', text);
      return orNull((await service(call)).cnpj(id));
    },
    quota: async (call = {}) => (await free(call)).quota(),
    async submitBatch(kind, ids, { signal, ...labels } = {}) {
      return (await service({ signal })).submitBatch(kind, ids, labels);
    },
    batchJob: async (kind, jobId, call = {}) =>
      withRecords(await (await free(call)).batchJob(kind, jobId)),
    close: async () => (await opened)?.close(),
  };
}

/** Turns "not found" into null. */
async function orNull(asking: Promise<ServiceRecord>): Promise<ServiceRecord | null> {
  try {
    return await asking;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Checks the options immediately and completes them when the result is called. @throws UsageError for a base
 * URL or a key that cannot be used
 */
export function serviceOptions(options: ClientOptions, calls: Calls): () => ServiceOptions {
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const apiKey = requireKey(options.apiKey, 'apiKey');
  const onRequest = calls.later(options.onRequest);
  const onWait = calls.later(options.onWait);
  return () => ({
    ...{ baseUrl, apiKey, clock: systemClock, onRequest, onWait },
    signal: options.signal,
    timeout: options.timeout,
    rate: options.rate,
    realtimeRate: options.realtimeRate,
    longestWait: options.longestWait ?? defaults.longestWait.ms,
    userAgent: options.userAgent ?? `confere/${version()}`,
  });
}

/** A job whose records are parsed to objects. */
function withRecords(kept: ServiceJob): BatchJob {
  const results = kept.results.map(({ record, ...result }) => ({
    ...result,
    data: record === null ? null : (JSON.parse(record.toString()) as ServiceRecord),
  }));
  return { ...kept, results };
}
