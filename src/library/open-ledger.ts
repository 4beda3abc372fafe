import type { Ledger, LedgerOptions } from './ledger-types.js';

/**
 * Opens the ledger of one base URL and profile in a folder, or makes it.
 * @throws UsageError for a base URL, a key or a folder that cannot be used
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { createSession } = await import('./session.js');
  return createSession(options);
}
