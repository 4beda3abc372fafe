import type { Deps, LocalDeps } from '../../batch/dependencies.js';
import { parseDuration } from '../../config/duration.js';
import { createReporter } from '../../output/batches/batch-event-lines.js';
import { isSandbox, type Host } from '../shared/host.js';
import { listenForStop } from '../shared/stop-signal.js';
import { openAccountLedger } from '../shared/account-ledger.js';
import { openAccount, openClient } from '../shared/session.js';
import { fingerprint } from '../../config/fingerprint.js';
import { advised } from './advice.js';
import type { BulkOptions } from './options.js';

/** Runs `work` with the ledger alone: no key, no network. */
export async function withLedger<T>(
  host: Host,
  options: BulkOptions,
  work: (deps: LocalDeps) => Promise<T>,
): Promise<T> {
  const ledger = openAccountLedger(host, options);
  try {
    return await advised(host, options, () => work(localDeps(host, options, ledger, '', '')));
  } finally {
    ledger.close();
  }
}

/** Runs `work` with ledger and service; Ctrl-C once stops between two requests, twice at once. */
export async function withService<T>(
  host: Host,
  options: BulkOptions,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const { clock } = host.context;
  const deadline = clock.now() + parseDuration(options.deadline, '--deadline');
  const settle = parseDuration(options.settle, '--settle');
  const account = await openAccount(host, options);
  const ledger = openAccountLedger(host, options);
  const stopping = listenForStop(host);
  try {
    const { stop } = stopping;
    const client = await openClient(host, options, account, ledger, { deadline, stop });
    const key = fingerprint(account.apiKey);
    const baseUrl = account.isSandbox ? 'sandbox' : account.baseUrl;
    const local = localDeps(host, options, ledger, baseUrl, key);
    const deps = { ...local, client, stop, deadline, settle };
    return await advised(host, options, () => work(deps)).finally(() => client.close());
  } finally {
    stopping.forget();
    ledger.close();
    await account.close();
  }
}

function localDeps(
  host: Host,
  options: BulkOptions,
  ledger: LocalDeps['ledger'],
  baseUrl: string,
  keyFingerprint: string,
): LocalDeps {
  return {
    ledger,
    clock: host.context.clock,
    newId: () => host.context.newId(),
    emit: createReporter(host.context, options),
    baseUrl,
    keyFingerprint,
    source: isSandbox(host.context, options) ? 'sandbox' : 'api',
  };
}
