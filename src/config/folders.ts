import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { requireBaseUrl } from './addresses.js';

export { configFiles, isPrivate, stateFolder, type FolderSources } from './state-folder.js';

export interface LedgerOwner {
  readonly profile: string;
  readonly isSandbox?: boolean;
  readonly baseUrl?: string;
}

/** Whose ledger a folder holds: its name has only a checksum of that. */
export interface LedgerIdentity {
  readonly profile: string;
  /** Null for the sandbox. */
  readonly baseUrl: string | null;
}

export interface LedgerPlace {
  readonly folder: string;
  readonly identity: LedgerIdentity;
  /** The database of a ledger that several machines share, and the schema in it; undefined for one of this machine. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

/** One for each base URL and profile, and its sandbox (money rule 5). @throws UsageError without a base URL */
export function ledgerPlace(
  state: string,
  { profile, isSandbox = false, ledger: url, ...rest }: LedgerOwner & { readonly ledger?: string },
): LedgerPlace {
  const service = isSandbox ? 'sandbox' : requireBaseUrl({ ...rest, profile });
  const host = isSandbox ? 'sandbox' : new URL(service).host.replaceAll(/[^\w.-]/g, '_');
  const exact = createHash('sha256').update(`${service}\n${profile}`).digest('hex').slice(0, 8);
  const folder = join(state, 'ledgers', `${host}-${exact}`);
  const identity = { profile, baseUrl: isSandbox ? null : service };
  if (url === undefined || isSandbox) return { folder, identity };
  const name = host
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .slice(0, LONGEST_HOST);
  // Not the folder of this machine's own ledger, whose batches the shared one does not know.
  const shared = { url, schema: `confere_${name}_${exact}` };
  return { folder: `${folder}-shared`, identity, shared };
}

/** PostgreSQL cuts names after 63 bytes. */
const LONGEST_HOST = 40;
