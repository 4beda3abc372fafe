import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { requireBaseUrl } from './addresses.js';

export { configFiles, isPrivate, stateFolder, type FolderSources } from './state-folder.js';

/** The settings that choose a ledger. */
export interface LedgerChoice {
  readonly profile: string;
  readonly isSandbox?: boolean;
  readonly baseUrl?: string;
}

/** The profile and service whose ledger is in a folder. The folder's name has only the host and a checksum of both. */
export interface LedgerIdentity {
  readonly profile: string;
  /** Null for the sandbox. */
  readonly baseUrl: string | null;
}

/** Where a ledger is. */
export interface LedgerPlace {
  readonly folder: string;
  readonly identity: LedgerIdentity;
  /** The database and schema of a ledger that several machines share; undefined for a ledger of this machine. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

/**
 * Returns the place of the ledger for a base URL and profile, or for the sandbox of a profile (contract, "Money" 5).
 * @throws UsageError `no_base_url`
 */
export function locateLedger(
  state: string,
  { profile, isSandbox = false, ledger: url, ...rest }: LedgerChoice & { readonly ledger?: string },
): LedgerPlace {
  const service = isSandbox ? 'sandbox' : requireBaseUrl({ ...rest, profile });
  const host = isSandbox ? 'sandbox' : new URL(service).host.replaceAll(/[^\w.-]/g, '_');
  const checksum = createHash('sha256').update(`${service}\n${profile}`).digest('hex').slice(0, 8);
  const folder = join(state, 'ledgers', `${host}-${checksum}`);
  const identity = { profile, baseUrl: isSandbox ? null : service };
  if (url === undefined || isSandbox) return { folder, identity };
  const hostInSchema = host
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .slice(0, LONGEST_HOST_IN_SCHEMA);
  // A shared ledger has another folder, because it does not know the batches of the ledger on this machine.
  const shared = { url, schema: `confere_${hostInSchema}_${checksum}` };
  return { folder: `${folder}-shared`, identity, shared };
}

/** Characters of a host in the name of a schema, which PostgreSQL cuts after 63 bytes. */
const LONGEST_HOST_IN_SCHEMA = 40;
