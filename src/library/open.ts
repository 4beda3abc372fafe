import { wrapMethods, withSentence } from './calls.js';
import { readArguments, type LedgerSettings } from './options.js';
import type { Ledger, LedgerOptions } from './types.js';

/**
 * Opens the ledger of one base URL and profile in a folder; creates it if there is none.
 * @throws UsageError
 * @experimental
 */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return withSentence(async () => {
    const [read] = readArguments('open', [options]) as [LedgerSettings];
    const { openMethods } = await import('./ledger.js');
    const stopping = new AbortController();
    const methods = await openMethods(read, stopping.signal);
    return wrapMethods(methods, stopping);
  });
}
