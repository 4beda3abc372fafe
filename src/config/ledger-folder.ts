import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The ledger of one base URL and profile; the sandbox has its own (money rule 5 of the contract). */
export function ledgerFolder(state: string, baseUrl: string, profile: string): string {
  const host =
    baseUrl === 'sandbox' ? 'sandbox' : new URL(baseUrl).host.replaceAll(/[^\w.-]/g, '_');
  const exact = createHash('sha256').update(`${baseUrl}\n${profile}`).digest('hex').slice(0, 8);
  return join(state, 'ledgers', `${host}-${exact}`);
}
