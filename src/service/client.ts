import type { Clock } from '../clock.js';
import { type IdentifierKind, maskCpf } from '../identifiers/index.js';
import { endpoints, type Endpoint } from './endpoints.js';
import { ServiceError } from './errors/errors.js';
import { keepingNumbers } from './answers/exact-numbers.js';
import { JobReader } from './answers/job-reader.js';
import { createMemorySlots, createPacer } from './attempts/pacer.js';
import {
  readBareRecord,
  readQuota,
  readRecordOf,
  readSubmission,
  unformatted,
} from './answers/records.js';
import { createReadJson, createRedact, type Redact } from './transport/redact.js';
import { classifyForbidden } from './errors/failed-attempt.js';
import { notedQuota } from './noted-quota.js';
import { send, type Call, type Sending } from './attempts/send.js';
import { createTransport, type Transport } from './transport/transport.js';
import type { BatchJob, CallBounds, Mark, ServiceClient, ServiceOptions } from './types.js';

/** Creates the client of the service: one method per endpoint, each rejecting with a `ServiceError` only. */
export function createClient(options: ServiceOptions): ServiceClient {
  const slots = options.slots ?? createMemorySlots();
  const onSandbox = untilDone(options.onSandbox ?? (() => Promise.resolve()));
  return clientOf({ ...options, slots, onSandbox }, createTransport(options));
}

function clientOf(options: ServiceOptions, transport: Transport): ServiceClient {
  const sending = sendingOf(options, transport);
  const quota = () => send(sending, { ...plain(endpoints.quota), parse: readQuota });
  const noted = () => notedQuota(quota, options.balances);
  const records = { ...sending, readJson: keepingNumbers(sending.readJson) };
  const paid = async <T>(call: Call<T>, by = sending): Promise<T> => {
    try {
      return await send(by, call);
    } catch (error) {
      const refused = error instanceof ServiceError && error.httpStatus === 403;
      throw refused ? await classifyForbidden(error, noted) : error;
    }
  };
  return {
    quota,
    cpf: (cpf) => paid(lookup(endpoints.cpf, cpf), records),
    cnpj: (cnpj) => paid(lookup(endpoints.cnpj, cnpj), records),
    realtimeCpf: (cpf, birthDate) => paid(realtime(cpf, birthDate), records),
    submitBatch: (kind, ids, labels) => paid(submission(kind, ids, labels)),
    batchJob: (kind, jobId, known) => send(sending, status(sending, kind, jobId, known)),
    within: (bounds) => clientOf(bounded(options, bounds), transport),
    close: () => transport.close(),
  };
}

/** Calls `tell` until it has succeeded once; never rejects, because no answer may be lost for it. */
function untilDone(tell: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await tell().then(
      () => (isDone = true),
      () => undefined,
    );
  };
}

function bounded(options: ServiceOptions, bounds: CallBounds): ServiceOptions {
  const { signal, stop, deadline, during, beforeSend } = bounds;
  const signals = [options.signal, signal].filter((one) => one !== undefined);
  return {
    ...options,
    clock: stoppable(options.clock, stop),
    signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
    deadline: deadline ?? options.deadline,
    during: during ?? options.during,
    beforeSend: beforeSend ?? options.beforeSend,
  };
}

/** A clock whose sleeps reject with the reason of `stop` when it aborts. Running requests continue. */
function stoppable(clock: Clock, stop: AbortSignal | undefined): Clock {
  if (stop === undefined) return clock;
  return {
    now: () => clock.now(),
    uptime: () => clock.uptime(),
    timeout: (ms) => clock.timeout(ms),
    sleep: (ms, signal) =>
      clock.sleep(ms, signal === undefined ? stop : AbortSignal.any([stop, signal])),
  };
}

function sendingOf(options: ServiceOptions, transport: Transport): Sending {
  return {
    ...options,
    host: new URL(options.baseUrl).host,
    transport,
    pacer: createPacer(options),
    redact: createRedact(options.apiKey),
    readJson: createReadJson(options.apiKey),
  };
}

function lookup(endpoint: Endpoint, value: string) {
  const id = unformatted(value);
  const shown = endpoint.name === 'cpf' ? maskCpf(id) : id;
  return {
    endpoint,
    path: endpoint.path + encodeURIComponent(id),
    shownPath: endpoint.path + shown,
    parse: (data: unknown) => readRecordOf(id, data),
  };
}

function realtime(cpf: string, birthDate: string) {
  const id = unformatted(cpf);
  return {
    ...plain(endpoints.realtimeCpf),
    json: { cpf: id, birthDate },
    parse: (data: unknown) => readRecordOf(id, data),
    parseBare: (json: unknown) => readRecordOf(id, readBareRecord(json)),
  };
}

function submission(
  kind: IdentifierKind,
  ids: readonly string[],
  labels: { readonly fileName?: string; readonly format?: string } = {},
) {
  const endpoint = kind === 'cpf' ? endpoints.submitCpfBatch : endpoints.submitCnpjBatch;
  const json = { [`${kind}s`]: ids, ...labels };
  return { ...plain(endpoint), json, parse: (data: unknown) => readSubmission(data, ids.length) };
}

function status({ redact, readJson }: Sending, kind: IdentifierKind, jobId: string, known?: Mark) {
  const endpoint = kind === 'cpf' ? endpoints.cpfBatchJob : endpoints.cnpjBatchJob;
  const path = endpoint.path + encodeURIComponent(jobId);
  const open = () => new JobReader(kind, known, keepingNumbers(readJson));
  let job = open();
  return {
    endpoint,
    path,
    shownPath: path,
    reader: () => (job = open()).cutter,
    parse: (data: unknown) => toldSafely(ofThatId(jobId, job.read(data)), redact),
  };
}

/** The answer about another job is no answer (contract, "Money", rule 7). */
function ofThatId(jobId: string, job: BatchJob | undefined): BatchJob | undefined {
  return job?.id.toLowerCase() === jobId.toLowerCase() ? job : undefined;
}

/** The error of a job is free text; its records are data. */
function toldSafely(job: BatchJob | undefined, redact: Redact): BatchJob | undefined {
  return job && { ...job, error: job.error === null ? null : redact(job.error) };
}

function plain(endpoint: Endpoint) {
  return { endpoint, path: endpoint.path, shownPath: endpoint.path };
}
