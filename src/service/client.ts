import type { Clock } from '../base/clock.js';
import { returnKnownError } from '../base/errors.js';
import { maskCpf } from '../identifiers/index.js';
import { endpoints, type Endpoint } from './endpoints.js';
import { classifyForbidden, ServiceError } from './errors.js';
import { JobReader } from './job-reader.js';
import { createMemorySlots, createPacer, combineSignals } from './pacer.js';
import {
  keepNumbersExact,
  readBareRecord,
  readQuota,
  readMatchingRecord,
  readSubmission,
  stripPunctuation,
} from './records.js';
import { createReadJson, createRedact } from './redact.js';
import { send, type Call, type SendOptions } from './send.js';
import { createTransport, type Transport } from './transport.js';
import type {
  BalanceRecorder,
  BatchJob,
  CallBounds,
  QuotaRecord,
  ServiceClient,
  ServiceOptions,
  ServiceRecord,
  SlotStore,
} from './types.js';

/**
 * Creates a client of one account, which opens no connection before its first request. @throws UsageError `bad_proxy`
 */
export function createClient(options: ServiceOptions): ServiceClient {
  const slots = options.slots ?? createMemorySlots();
  const onSandbox = callUntilDone(options.onSandbox ?? (() => Promise.resolve()));
  return buildClient({ ...options, onSandbox }, createTransport(options), slots);
}

function buildClient(
  options: ServiceOptions,
  transport: Transport,
  slots: SlotStore,
): ServiceClient {
  const { apiKey, balances } = options;
  const readJson = createReadJson(apiKey);
  const readRecords = keepNumbersExact(readJson);
  const redact = createRedact(apiKey);
  const host = new URL(options.baseUrl).host;
  const sendOptions: SendOptions = {
    ...options,
    host,
    transport,
    takeSlot: createPacer(options, slots),
    redact,
    readJson,
  };
  const requestQuota = () => send(sendOptions, { endpoint: endpoints.quota, parse: readQuota });
  const sendPaid = async <T>(call: Call<T>, callOptions = sendOptions): Promise<T> => {
    try {
      return await send(callOptions, call);
    } catch (error) {
      const isForbidden = error instanceof ServiceError && error.httpStatus === 403;
      if (!isForbidden) throw error;
      throw await classifyForbidden(error, () => requestAndRecordQuota(requestQuota, balances));
    }
  };
  const lookUp = (call: Call<ServiceRecord>) =>
    sendPaid(call, { ...sendOptions, readJson: readRecords });
  return {
    quota: requestQuota,
    cpf: (cpf) => lookUp(buildSimpleCall(endpoints.cpf, cpf, maskCpf)),
    cnpj: (cnpj) => lookUp(buildSimpleCall(endpoints.cnpj, cnpj)),
    realtimeCpf: (cpf, birthDate) => lookUp(buildRealtimeCall(stripPunctuation(cpf), birthDate)),
    submitJob: (kind, ids, labels = {}) =>
      sendPaid({
        endpoint: kind === 'cpf' ? endpoints.submitCpfBatch : endpoints.submitCnpjBatch,
        json: { [`${kind}s`]: ids, ...labels },
        parse: (data) => readSubmission(data, ids.length),
      }),
    batchJob: (kind, jobId) => {
      const endpoint = kind === 'cpf' ? endpoints.cpfBatchJob : endpoints.cnpjBatchJob;
      const createReader = () => new JobReader(kind, readRecords);
      let reader = createReader();
      return send(sendOptions, {
        endpoint,
        path: endpoint.path + encodeURIComponent(jobId),
        createReader: () => (reader = createReader()).bodyReader,
        parse: (data) => {
          const job = ignoreOtherJob(jobId, reader.read(data));
          // The error of a job is free text of the service, which may repeat an identifier or the key.
          return job && { ...job, error: job.error === null ? null : redact(job.error) };
        },
      });
    },
    withBounds: (bounds) => buildClient(applyBounds(options, bounds), transport, slots),
    close: () => transport.close(),
  };
}

function buildSimpleCall(
  endpoint: Endpoint,
  value: string,
  mask = (id: string) => id,
): Call<ServiceRecord> {
  const id = stripPunctuation(value);
  return {
    endpoint,
    path: endpoint.path + encodeURIComponent(id),
    shownPath: endpoint.path + mask(id),
    parse: (data) => readMatchingRecord(id, data),
  };
}

function buildRealtimeCall(id: string, birthDate: string): Call<ServiceRecord> {
  return {
    endpoint: endpoints.realtimeCpf,
    json: { cpf: id, birthDate },
    parse: (data) => readMatchingRecord(id, data),
    parseBare: (json) => readMatchingRecord(id, readBareRecord(json)),
  };
}

/** Returns undefined for another job than the one asked for, which counts as no answer (contract, "Money" 7). */
function ignoreOtherJob(jobId: string, job: BatchJob | undefined): BatchJob | undefined {
  return job?.id.toLowerCase() === jobId.toLowerCase() ? job : undefined;
}

/**
 * Wraps a callback so that it is called until it has succeeded once. Its errors are ignored: they must not lose an
 * answer.
 */
function callUntilDone(callback: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await callback().then(
      () => (isDone = true),
      () => undefined,
    );
  };
}

function applyBounds(options: ServiceOptions, bounds: CallBounds): ServiceOptions {
  const { signal, stop, deadline, timeout, beforeSend, mayPayAgain } = bounds;
  return {
    ...options,
    clock: makeStoppable(options.clock, stop),
    signal: combineSignals(options.signal, signal),
    deadline: deadline ?? options.deadline,
    timeout: (timeout && Math.min(timeout, options.timeout ?? timeout)) || options.timeout,
    beforeSend: beforeSend ?? options.beforeSend,
    mayPayAgain: mayPayAgain ?? options.mayPayAgain,
  };
}

/** Returns a clock whose sleeps reject with the reason of `stop` when it aborts. Running requests continue. */
function makeStoppable(clock: Clock, stop: AbortSignal | undefined): Clock {
  if (stop === undefined) return clock;
  return {
    now: () => clock.now(),
    uptime: () => clock.uptime(),
    timeout: (ms) => clock.timeout(ms),
    sleep: (ms, signal) => clock.sleep(ms, combineSignals(stop, signal)),
  };
}

/**
 * Requests the balance and stores the reading (contract, "Money" 2); a failure to store it does not lose the balance.
 */
export async function requestAndRecordQuota(
  requestQuota: () => Promise<QuotaRecord>,
  recorder: BalanceRecorder | undefined,
): Promise<QuotaRecord> {
  const ignoreKnown = (error: unknown) => {
    returnKnownError(error);
    return undefined;
  };
  const tickBefore = await recorder?.readTick().catch(ignoreKnown);
  const quotaRecord = await requestQuota();
  if (tickBefore !== undefined)
    await recorder?.storeReading(quotaRecord, tickBefore).catch(ignoreKnown);
  return quotaRecord;
}
