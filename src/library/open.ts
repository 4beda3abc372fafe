import type { ClientOptions } from '../service/types.js';
import { bordered, createCalls, wordedCall } from './calls.js';
import { clientOf, type Client } from './client.js';
import { readArguments, type Account } from './options.js';
import type { Ledger, LedgerOptions } from './types.js';

/** Creates a client for one account. Opens no connection before the first call. @throws UsageError */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => {
    const [read] = readArguments('open', [options]) as [Account & ClientOptions];
    const calls = createCalls('client');
    return bordered<Client>(clientOf(read, calls), calls, read.signal);
  });
}

/** Opens the ledger of one base URL and profile in a folder; creates it if there is none. @throws UsageError */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const [read] = readArguments('open', [options]) as [Account];
    const { openMethods } = await import('./ledger.js');
    const calls = createCalls('ledger');
    return bordered<Ledger>(await openMethods(read, calls), calls);
  });
}
