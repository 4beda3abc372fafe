import { join } from 'node:path';
import type { BatchEvent as Happening } from '../batch/events.js';
import { stopAt } from '../batch/stop.js';
import { inWords, type BatchSummary as Figures } from '../batch/summary.js';
import { fingerprint } from '../config/account.js';
import { parseDatabaseUrl, requireSettleTime } from '../config/addresses.js';
import { ledgerPlace } from '../config/folders.js';
import { storeOwner } from '../config/ledger-owner.js';
import { refuseOpenPlace } from '../config/private-file.js';
import { explainStateErrors } from '../config/using-state.js';
import { UsageError } from '../base/errors.js';
import { openLedgerAt, type Batch } from '../ledger/index.js';
import { libraryTrouble } from '../messages/programs.js';
import { balanceNotes } from '../money/balance.js';
import { deliverWaiting } from '../money/outbox.js';
import { createClient } from '../service/index.js';
import { newId, systemClock, systemEnvironment, systemOwner } from '../base/system.js';
import { serviceOptions } from './client.js';
import type { LedgerSettings, CallSettings } from './options.js';
import type { BatchEvent, EventOptions, Summary } from './types.js';

export type OpenLedger = Awaited<ReturnType<typeof openAccount>>;

/** `closing`: the ledger is closed. @throws UsageError for a key or a settle time that cannot be used */
export async function openAccount(options: LedgerSettings, closing: AbortSignal) {
  const { apiKey, baseUrl, profile, settle, costs, shared } = options;
  const terms = { ...costs, shared: shared === true ? true : undefined, settle };
  requireSettleTime(settle, baseUrl);
  const settings = apiKey === undefined ? undefined : serviceOptions(options);
  const ledger = await openLedgerOf(options);
  const deps = {
    ledger,
    clock: systemClock,
    newId,
    baseUrl,
    terms,
    keyFingerprint: fingerprint(apiKey ?? ''),
    stop: closing,
  };
  const notes = { balances: balanceNotes(deps), onSandbox: () => ledger.markAsSandbox() };
  const env = systemEnvironment();
  const client = settings && createClient({ env, ...settings, ...notes, slots: ledger.slots });
  /** Without the service, for one call. `about`: events from now on are of this batch. */
  const local = ({ onEvent }: EventOptions = {}) => {
    let batch: string | null = null;
    const about = ({ id }: Pick<Batch, 'id'>) => void (batch = id);
    const emit = (event: Happening) => {
      if (event.type === 'batch') about(event);
      const told = eventInWords(event, batch);
      options.onEvent?.(told);
      onEvent?.(told);
    };
    return { ...deps, emit, about };
  };
  const stops = new WeakMap<AbortSignal, AbortSignal>();
  /** What stops one call. Adds one listener per signal, for any number of calls that use it. */
  const stopOf = ({ signal }: CallSettings): AbortSignal => {
    if (signal === undefined) return closing;
    const stop = stops.get(signal) ?? AbortSignal.any([stopAt(signal, 'call'), closing]);
    stops.set(signal, stop);
    return stop;
  };
  return {
    options,
    deps: local(),
    local,
    stopOf,
    /** The same with the service. @throws UsageError if there is no key */
    service(given: CallSettings) {
      if (client === undefined) throw new UsageError('no_api_key', { profile });
      const bounds = { stop: stopOf(given), deadline: systemClock.now() + given.deadline };
      return { ...local(given), ...bounds, client: client.within(bounds), settle };
    },
    close: async () => {
      await client?.close();
      await ledger.close();
    },
  };
}

async function openLedgerOf({ ledger: url, folder, profile, baseUrl }: LedgerSettings) {
  const shared = url === undefined ? undefined : parseDatabaseUrl(url);
  const place = ledgerPlace(folder, { profile, baseUrl, ledger: shared });
  for (const path of [folder, place.folder, join(place.folder, 'ledger.db')])
    refuseOpenPlace(path, systemOwner());
  const machine = { clock: systemClock, env: systemEnvironment() };
  const ledger = await explainStateErrors(place.folder, () => openLedgerAt(place, machine));
  await storeOwner(place);
  try {
    await deliverWaiting(ledger);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

function eventInWords(event: Happening, batch: string | null): BatchEvent {
  if (event.type === 'unconfirmed')
    return { type: event.type, seq: event.seq, batch, message: libraryTrouble(event.trouble) };
  if (event.type === 'polled')
    return { ...event, batch, summary: async () => summaryInWords(await event.summary()) };
  return { batch, ...event };
}

export function summaryInWords(summary: Figures): Summary {
  return inWords(summary, libraryTrouble);
}
