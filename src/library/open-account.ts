import { join } from 'node:path';
import type { LocalDeps } from '../batch/dependencies.js';
import type { BatchEvent as UseCaseEvent } from '../batch/events.js';
import { createStopSignal } from '../batch/stop.js';
import { withErrorsInWords, type BatchSummary as UseCaseSummary } from '../batch/summary.js';
import { fingerprint, requireKey } from '../config/account.js';
import { parseDatabaseUrl, requireSettleTime } from '../config/addresses.js';
import { locateLedger } from '../config/folders.js';
import { storeOwner } from '../config/ledger-owner.js';
import { refuseWritableByOthers } from '../config/private-file.js';
import { explainStateErrors } from '../config/state-errors.js';
import { UsageError } from '../base/errors.js';
import { openLedgerAt, type Batch } from '../ledger/index.js';
import { describeTroubleForProgram } from '../messages/programs.js';
import { createBalanceRecorder } from '../money/balance.js';
import { storeWaitingOutcomes } from '../money/outbox.js';
import { createClient } from '../service/index.js';
import {
  newId,
  readUserName,
  systemClock,
  readEnvironment,
  readProcessFacts,
} from '../base/system.js';
import type { LedgerSettings, CallSettings } from './options.js';
import type { BatchEvent, EventOptions, Summary } from './types.js';

/** An open ledger with its account. */
export type OpenLedger = Awaited<ReturnType<typeof openAccount>>;

/**
 * Opens the ledger and, with a key, a client of the service. `closing` aborts when the program closes the ledger.
 * @throws UsageError for a key or a settle time that cannot be used
 */
export async function openAccount(options: LedgerSettings, closing: AbortSignal) {
  const { apiKey, baseUrl, profile, settle, costs, shared, purpose } = options;
  const terms = { ...costs, shared: shared === true ? true : undefined, settle };
  requireSettleTime(settle, baseUrl);
  const key = apiKey === undefined ? undefined : requireKey(apiKey, 'apiKey');
  const ledger = await openStoredLedger(options);
  const deps = {
    ledger,
    clock: systemClock,
    newId,
    baseUrl,
    terms,
    requester: {
      user: readUserName(),
      machine: systemClock.uptime().host,
      purpose: purpose?.trim() ?? null,
    },
    keyFingerprint: fingerprint(apiKey ?? ''),
    stop: closing,
  };
  const client = key === undefined ? undefined : openClient({ ...options, apiKey: key }, deps);
  /** Builds the dependencies of a call that sends no request. `setBatch` sets the batch that all later events name. */
  const buildLocalDeps = ({ onEvent }: EventOptions = {}) => {
    let batch: string | null = null;
    const setBatch = ({ id }: Pick<Batch, 'id'>) => void (batch = id);
    const emit = (event: UseCaseEvent) => {
      // Only a display that counts pauses down needs this event.
      if (event.type === 'waiting') return;
      if (event.type === 'batch') setBatch(event);
      const described = describeEvent(event, batch);
      options.onEvent?.(described);
      onEvent?.(described);
    };
    return { ...deps, emit, setBatch };
  };
  const findStopSignal = createStopSignals(closing);
  return {
    options,
    deps: buildLocalDeps(),
    buildLocalDeps,
    findStopSignal,
    /** Builds the dependencies of a call that sends requests. @throws UsageError `no_api_key` */
    buildServiceDeps(given: CallSettings) {
      if (client === undefined) throw new UsageError('no_api_key', { profile });
      const bounds = { stop: findStopSignal(given), deadline: systemClock.now() + given.deadline };
      return {
        ...buildLocalDeps(given),
        ...bounds,
        client: client.withBounds(bounds),
        settleTime: settle,
      };
    },
    close: async () => {
      await client?.close();
      await ledger.close();
    },
  };
}

/**
 * Returns a function that finds the signal that stops a call. Each signal of a program gets one listener, however many
 * calls use it.
 */
function createStopSignals(closing: AbortSignal) {
  const stopBySignal = new WeakMap<AbortSignal, AbortSignal>();
  return ({ signal }: CallSettings): AbortSignal => {
    if (signal === undefined) return closing;
    const stop =
      stopBySignal.get(signal) ?? AbortSignal.any([createStopSignal(signal, 'call'), closing]);
    stopBySignal.set(signal, stop);
    return stop;
  };
}

/** Creates the client. It reads no environment variables but those of a proxy, such as HTTPS_PROXY. */
function openClient(
  options: LedgerSettings & { readonly apiKey: string },
  deps: Pick<LocalDeps, 'ledger' | 'keyFingerprint' | 'terms'>,
) {
  const { ledger } = deps;
  return createClient({
    ...options,
    clock: systemClock,
    env: readEnvironment(),
    slots: ledger.slots,
    balances: createBalanceRecorder(deps),
    onSandbox: () => ledger.markAsSandbox(),
  });
}

async function openStoredLedger({ ledger: url, folder, profile, baseUrl }: LedgerSettings) {
  const sharedLedger = url === undefined ? undefined : parseDatabaseUrl(url);
  const place = locateLedger(folder, { profile, baseUrl, ledger: sharedLedger });
  for (const path of [folder, place.folder, join(place.folder, 'ledger.db')])
    refuseWritableByOthers(path, readProcessFacts());
  const system = { clock: systemClock, env: readEnvironment() };
  const ledger = await explainStateErrors(place.folder, () => openLedgerAt(place, system));
  await storeOwner(place);
  try {
    await storeWaitingOutcomes(ledger);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

function describeEvent(
  event: Exclude<UseCaseEvent, { type: 'waiting' }>,
  batch: string | null,
): BatchEvent {
  if (event.type === 'unconfirmed')
    return {
      type: event.type,
      seq: event.seq,
      batch,
      message: describeTroubleForProgram(event.trouble),
    };
  if (event.type === 'polled')
    return { ...event, batch, summary: async () => describeSummary(await event.summary()) };
  return { batch, ...event };
}

export function describeSummary(summary: UseCaseSummary): Summary {
  return withErrorsInWords(summary, describeTroubleForProgram);
}
