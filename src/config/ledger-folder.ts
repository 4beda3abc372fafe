import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { resolveBaseUrl } from './base-url.js';

/** Whose ledger it is. */
export interface LedgerOwner {
  readonly profile: string;
  /** The embedded sandbox; it has no base URL. */
  readonly isSandbox?: boolean;
  /** The service; by the environment when left out. */
  readonly baseUrl?: string;
}

/**
 * The folder of a ledger in the folder of all state. Each base URL and profile has a ledger of its own, and so has
 * the sandbox of each profile (money rule 5 of the contract).
 * @throws UsageError when there is no base URL, it is no URL, or the key would travel unencrypted
 */
export function ledgerFolder(
  state: string,
  { profile, isSandbox = false, baseUrl }: LedgerOwner,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const service = isSandbox ? 'sandbox' : resolveBaseUrl(env, baseUrl, profile);
  const host = isSandbox ? 'sandbox' : new URL(service).host.replaceAll(/[^\w.-]/g, '_');
  const exact = createHash('sha256').update(`${service}\n${profile}`).digest('hex').slice(0, 8);
  return join(state, 'ledgers', `${host}-${exact}`);
}
