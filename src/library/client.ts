import { requireKey } from '../config/account.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { requireBirthDate } from '../lookups/answer.js';
import { isNotFound } from '../service/errors.js';
import type { ServiceClient, ServiceOptions, ServiceRecord, Submission } from '../service/index.js';
import type { JobStatus } from '../service/types.js';
import { systemClock } from '../base/system.js';
import { validId } from './identifiers.js';
import type { LedgerSettings } from './options.js';
import type { CnpjRecord, CpfRecord, QuotaRecord } from '../service/types.js';

export interface JobResult {
  readonly id: string;
  readonly found: boolean;
  /** Null when not found. */
  readonly data: ServiceRecord | null;
}

export interface BatchJob extends JobStatus {
  readonly results: readonly JobResult[];
}

export interface CallOptions {
  /** As of the client, for this call. */
  readonly signal?: AbortSignal;
}

export interface SubmitOptions extends CallOptions {
  /** A label that the service returns with the job. */
  readonly fileName?: string;
  readonly format?: string;
}

/** One method per endpoint. Failures are `ServiceError`s; one with `mayHaveCharged` is never retried. */
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
  /** The balance; free. */
  quota(options?: CallOptions): Promise<QuotaRecord>;
  /** At most 10,000, at 1 credit for each found. After an error with `mayHaveCharged` the job may exist. */
  submitBatch(
    kind: IdentifierKind,
    ids: readonly string[],
    options?: SubmitOptions,
  ): Promise<Submission>;
  /** The state of a job and its results so far; free. */
  batchJob(kind: IdentifierKind, jobId: string, options?: CallOptions): Promise<BatchJob>;
  /** Ends waits and free requests, and completes requests that may be charged. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens no connection before the first call. `stop`: the client is closed. @throws UsageError for a key that cannot be used */
export function clientOf(
  options: LedgerSettings,
  stop: AbortSignal,
): Omit<Client, typeof Symbol.asyncDispose> {
  const settings = serviceOptions(options);
  let opened: Promise<ServiceClient> | undefined;
  const service = async ({ signal }: CallOptions) => {
    opened ??= import('../service/client.js').then((module) => module.createClient(settings));
    return (await opened).within({ stop, signal });
  };
  /** A free request ends when the client is closed. */
  const free = ({ signal = stop }: CallOptions) =>
    service({ signal: AbortSignal.any([signal, stop]) });
  return {
    async lookupCpf(text, call: CallOptions) {
      const id = validId('cpf', text);
      return orNull((await service(call)).cpf(id));
    },
    async lookupCpfRealtime(text, birthDate, call: CallOptions) {
      const id = validId('cpf', text);
      requireBirthDate(birthDate, systemClock.now());
      return orNull((await service(call)).realtimeCpf(id, birthDate));
    },
    async lookupCnpj(text, call: CallOptions) {
      const id = validId('cnpj', text);
      return orNull((await service(call)).cnpj(id));
    },
    quota: async (call: CallOptions) => (await free(call)).quota(),
    async submitBatch(kind, ids, { signal, fileName, format }: SubmitOptions) {
      return (await service({ signal })).submitBatch(kind, ids, { fileName, format });
    },
    async batchJob(kind, jobId, call: CallOptions) {
      const job = await (await free(call)).batchJob(kind, jobId);
      const results = job.results.map(({ record, ...result }) => {
        const data = record === null ? null : (JSON.parse(record.toString()) as ServiceRecord);
        return { ...result, data };
      });
      return { ...job, results };
    },
    close: async () => (await opened)?.close(),
  };
}

function orNull<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
}

/** @throws UsageError for a key that cannot be used */
export function serviceOptions(options: LedgerSettings): ServiceOptions {
  return { ...options, clock: systemClock, apiKey: requireKey(options.apiKey ?? '', 'apiKey') };
}
