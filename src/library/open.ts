import type { ClientOptions } from '../service/types.js';
import { bordered, wordedCall } from './calls.js';
import { clientOf, type Client } from './client.js';
import { readArguments, type LedgerSettings } from './options.js';
import type { Ledger, LedgerOptions } from './types.js';

/** Creates a client for one account. Opens no connection before the first call. @throws UsageError */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => {
    const [read] = readArguments('open', [options]) as [LedgerSettings & ClientOptions];
    const stopping = new AbortController();
    const methods = clientOf(read, stopping.signal);
    return bordered<Client>(methods, { of: 'client', stopping, signal: read.signal });
  });
}

/** Opens the ledger of one base URL and profile in a folder; creates it if there is none. @throws UsageError */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const [read] = readArguments('open', [options]) as [LedgerSettings];
    const { openMethods } = await import('./ledger.js');
    const stopping = new AbortController();
    const methods = await openMethods(read, stopping.signal);
    return bordered<Ledger>(methods, { of: 'ledger', stopping });
  });
}
