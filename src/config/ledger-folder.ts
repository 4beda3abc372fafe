import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { resolveBaseUrl } from './base-url.js';

/** The account of a ledger. */
export interface LedgerOwner {
  readonly profile: string;
  /** The embedded sandbox; it has no base URL. */
  readonly isSandbox?: boolean;
  /** The base URL of the service; from the environment when left out. */
  readonly baseUrl?: string;
}

/**
 * The path of a ledger inside the state folder. Each base URL and profile has its own ledger, and so has
 * the sandbox of each profile (money rule 5 of the contract).
 *
 * @throws UsageError if there is no base URL, it is not a valid URL, or the key would be sent
 * unencrypted
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
