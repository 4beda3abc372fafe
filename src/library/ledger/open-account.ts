import { join } from 'node:path';
import type { Deps, LocalDeps } from '../../batch/dependencies.js';
import type { Emit } from '../../batch/events.js';
import { stopAt } from '../../batch/stop.js';
import { parseBaseUrl, requireSettleTime } from '../../config/base-url.js';
import { defaults } from '../../config/defaults.js';
import { fingerprint } from '../../config/api-key.js';
import { ledgerPlace } from '../../config/folders.js';
import { parseDatabaseUrl } from '../../config/database-url.js';
import { refuseOpenPlace } from '../../config/private-file.js';
import { DEFAULT_PROFILE } from '../../config/profile-name.js';
import { UsageError } from '../../errors.js';
import { deliverWaiting } from '../../money/outbox.js';
import { balanceNotes } from '../../money/read-balance.js';
import { openLedgerAt, type Ledger } from '../../ledger/index.js';
import { createClient, type ServiceClient } from '../../service/index.js';
import { newId, systemClock, systemEnvironment, systemOwner } from '../../system.js';
import { ignoringErrors, type Calls } from '../calls.js';
import { eventInWords } from './events.js';
import type { LedgerOptions } from './ledger-types.js';
import type { WorkOptions } from '../options.js';
import { serviceOptions } from '../service-options.js';

/** What the use cases need of an account and its ledger. */
export interface OpenAccount {
  /** Dependencies without the service: no key is needed. */
  readonly local: LocalDeps;
  /**
   * Dependencies with the service, for one call.
   *
   * @throws UsageError if there is no key
   */
  service(work: WorkOptions): Deps;
  /** What stops one call: its own signal, or the end of all. */
  stopOf(work: WorkOptions): AbortSignal;
  close(): Promise<void>;
}

export async function openAccount(options: LedgerOptions, calls: Calls): Promise<OpenAccount> {
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  requireSettleTime(options.settle ?? defaults.settle.ms, baseUrl);
  const account = accountOf(options, calls);
  const ledger = await openLedgerOf(options, baseUrl);
  const { onEvent } = options;
  const emit: Emit = (event) => {
    if (onEvent !== undefined) ignoringErrors(onEvent, eventInWords(event));
  };
  const { costs = {} } = options;
  const keyFingerprint = fingerprint(options.apiKey ?? '');
  const local = { ledger, clock: systemClock, emit, newId, baseUrl, keyFingerprint, costs };
  const stops = new WeakMap<AbortSignal, AbortSignal>();
  /** Adds one listener per signal, for any number of calls that use it. */
  const stopOf = ({ signal }: { readonly signal?: AbortSignal }): AbortSignal => {
    if (signal === undefined) return calls.stop;
    const stop = stops.get(signal) ?? AbortSignal.any([stopAt(signal, 'call'), calls.stop]);
    stops.set(signal, stop);
    return stop;
  };
  let client: ServiceClient | undefined;
  return {
    local: { ...local, source: 'api', stop: calls.stop },
    service({ signal, deadline: patience }) {
      client ??= createClient({
        ...account(),
        slots: ledger.slots,
        onSandbox: () => ledger.noteSandbox(),
        balances: balanceNotes(local),
      });
      const stop = stopOf({ signal });
      const deadline = systemClock.now() + (patience ?? defaults.deadline.ms);
      const settle = options.settle ?? defaults.settle.ms;
      const bounded = client.within({ stop, deadline });
      return { ...local, source: 'api', client: bounded, stop, deadline, settle };
    },
    stopOf,
    async close() {
      await client?.close();
      await ledger.close();
    },
  };
}

async function openLedgerOf(options: LedgerOptions, baseUrl: string): Promise<Ledger> {
  const { ledger: url, folder, profile = DEFAULT_PROFILE } = options;
  const shared = url === undefined ? undefined : parseDatabaseUrl(url);
  const place = ledgerPlace(folder, { profile, baseUrl, ledger: shared });
  for (const path of [folder, place.folder, join(place.folder, 'ledger.db')])
    refuseOpenPlace(path, systemOwner());
  const ledger = await openLedgerAt(place, { clock: systemClock, env: systemEnvironment() });
  if (shared !== undefined) await deliverWaiting({ ledger, clock: systemClock });
  return ledger;
}

/** Validates a given key immediately. */
function accountOf(
  { apiKey, ...options }: LedgerOptions,
  calls: Calls,
): ReturnType<typeof serviceOptions> {
  if (apiKey !== undefined) return serviceOptions({ ...options, apiKey }, calls);
  return () => {
    throw new UsageError('no_api_key', { profile: options.profile ?? DEFAULT_PROFILE });
  };
}
