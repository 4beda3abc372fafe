import type { Clock } from '../base/clock.js';
import { asKnownError } from '../base/errors.js';
import { maskCpf } from '../identifiers/index.js';
import { endpoints, type Endpoint } from './endpoints.js';
import { classifyForbidden, ServiceError } from './errors.js';
import { JobReader } from './job-reader.js';
import { createMemorySlots, createPacer, eitherSignal } from './pacer.js';
import {
  keepingNumbers,
  readBareRecord,
  readQuota,
  readRecordOf,
  readSubmission,
  unformatted,
} from './records.js';
import { createReadJson, createRedact } from './redact.js';
import { send, type Call, type SendOptions } from './send.js';
import { createTransport, type Transport } from './transport.js';
import type {
  BalanceNotes,
  BatchJob,
  CallBounds,
  QuotaRecord,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  SlotStore,
} from './types.js';

export function createClient(options: ServiceOptions): ServiceClient {
  const slots = options.slots ?? createMemorySlots();
  const onSandbox = untilDone(options.onSandbox ?? (() => Promise.resolve()));
  return clientOf({ ...options, onSandbox }, createTransport(options), slots);
}

function clientOf(options: ServiceOptions, transport: Transport, slots: SlotStore): ServiceClient {
  const { apiKey } = options;
  const readJson = createReadJson(apiKey);
  const readRecords = keepingNumbers(readJson);
  const redact = createRedact(apiKey);
  const host = new URL(options.baseUrl).host;
  const sending: SendOptions = {
    ...options,
    host,
    transport,
    takeSlot: createPacer(options, slots),
    redact,
    readJson,
  };
  const quota = () => send(sending, { endpoint: endpoints.quota, parse: readQuota });
  const paid = async <T>(call: Call<T>, by = sending): Promise<T> => {
    try {
      return await send(by, call);
    } catch (error) {
      const isForbidden = error instanceof ServiceError && error.httpStatus === 403;
      if (!isForbidden) throw error;
      throw await classifyForbidden(error, () => notedQuota(quota, options.balances));
    }
  };
  const lookup = (call: Call<ServiceRecord>) => paid(call, { ...sending, readJson: readRecords });
  return {
    quota,
    cpf: (cpf) => lookup(single(endpoints.cpf, cpf, maskCpf)),
    cnpj: (cnpj) => lookup(single(endpoints.cnpj, cnpj)),
    realtimeCpf: (cpf, birthDate) => lookup(realtime(unformatted(cpf), birthDate)),
    submitBatch: (kind, ids, labels = {}) =>
      paid({
        endpoint: kind === 'cpf' ? endpoints.submitCpfBatch : endpoints.submitCnpjBatch,
        json: { [`${kind}s`]: ids, ...labels },
        parse: (data) => readSubmission(data, ids.length),
      }),
    batchJob: (kind, jobId) => {
      const endpoint = kind === 'cpf' ? endpoints.cpfBatchJob : endpoints.cnpjBatchJob;
      const open = () => new JobReader(kind, readRecords);
      let job = open();
      return send(sending, {
        endpoint,
        path: endpoint.path + encodeURIComponent(jobId),
        reader: () => (job = open()).cutter,
        parse: (data) => {
          const read = ofThatId(jobId, job.read(data));
          // The error of a job is free text; its records are data.
          return read && { ...read, error: read.error === null ? null : redact(read.error) };
        },
      });
    },
    within: (bounds) => clientOf(bounded(options, bounds), transport, slots),
    close: () => transport.close(),
  };
}

function single(endpoint: Endpoint, value: string, mask = (id: string) => id): Call<ServiceRecord> {
  const id = unformatted(value);
  return {
    endpoint,
    path: endpoint.path + encodeURIComponent(id),
    shownPath: endpoint.path + mask(id),
    parse: (data) => readRecordOf(id, data),
  };
}

function realtime(id: string, birthDate: string): Call<ServiceRecord> {
  return {
    endpoint: endpoints.realtimeCpf,
    json: { cpf: id, birthDate },
    parse: (data) => readRecordOf(id, data),
    parseBare: (json) => readRecordOf(id, readBareRecord(json)),
  };
}

/** The answer about another job is no answer (contract, "Money", rule 7). */
function ofThatId(jobId: string, job: BatchJob | undefined): BatchJob | undefined {
  return job?.id.toLowerCase() === jobId.toLowerCase() ? job : undefined;
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
  const { signal, stop, deadline, timeout, beforeSend, mayPayAgain } = bounds;
  return {
    ...options,
    clock: stoppable(options.clock, stop),
    signal: eitherSignal(options.signal, signal),
    deadline: deadline ?? options.deadline,
    timeout: (timeout && Math.min(timeout, options.timeout ?? timeout)) || options.timeout,
    beforeSend: beforeSend ?? options.beforeSend,
    mayPayAgain: mayPayAgain ?? options.mayPayAgain,
  };
}

/** A clock whose sleeps reject with the reason of `stop` when it aborts. Running requests continue. */
function stoppable(clock: Clock, stop: AbortSignal | undefined): Clock {
  if (stop === undefined) return clock;
  return {
    now: () => clock.now(),
    uptime: () => clock.uptime(),
    timeout: (ms) => clock.timeout(ms),
    sleep: (ms, signal) => clock.sleep(ms, eitherSignal(stop, signal)),
  };
}

/** Requests the balance and writes it down (money rule 2); it is returned also if it cannot be. */
export async function notedQuota(
  quota: () => Promise<QuotaRecord>,
  notes: BalanceNotes | undefined,
): Promise<QuotaRecord> {
  const known = (error: unknown) => {
    asKnownError(error);
    return undefined;
  };
  const before = await notes?.before().catch(known);
  const read = await quota();
  if (before !== undefined) await notes?.keep(read, before).catch(known);
  return read;
}
