import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { resolveBaseUrl } from './base-url.js';
import { absolute, type Surroundings } from './state-folder.js';

export { isPrivate, stateFolder } from './state-folder.js';

/** The files of settings and keys: in `CONFERE_HOME`, otherwise in the platform's default folder. */
export function configFiles(surroundings: Surroundings): { config: string; credentials: string } {
  const folder = configFolder(surroundings);
  return { config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
}

function configFolder(surroundings: Surroundings): string {
  const { env, platform } = surroundings;
  if (env['CONFERE_HOME']) return env['CONFERE_HOME'];
  if (platform === 'win32') {
    return join(env['APPDATA'] || join(surroundings.home, 'AppData', 'Roaming'), 'confere');
  }
  return join(absolute(env['XDG_CONFIG_HOME']) ?? join(surroundings.home, '.config'), 'confere');
}

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
  owner: LedgerOwner,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const { host, exact } = nameOf(owner, env);
  return join(state, 'ledgers', `${host}-${exact}`);
}

/** Where the ledger of an account is. */
export interface LedgerPlace {
  /** On this machine: the ledger, or the private copies of inputs beside one that several machines share. */
  readonly folder: string;
  /** The database of a ledger that several machines share, and the schema in it; undefined for one of this machine. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

/**
 * Where the ledger of an account is: in a folder of this machine, or in the database `ledger` (a URL) in a schema that
 * each machine names alike. The sandbox inside this process has its state on this machine, and so its ledger.
 *
 * @throws UsageError as `ledgerFolder`
 */
export function ledgerPlace(
  state: string,
  { ledger: url, ...owner }: LedgerOwner & { readonly ledger?: string },
  env: Readonly<Record<string, string | undefined>> = {},
): LedgerPlace {
  const folder = ledgerFolder(state, owner, env);
  if (url === undefined || owner.isSandbox === true) return { folder };
  const { host, exact } = nameOf(owner, env);
  const name = host
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .slice(0, LONGEST_HOST);
  // Not the folder of this machine's own ledger, whose batches the shared one does not know.
  return { folder: `${folder}-shared`, shared: { url, schema: `confere_${name}_${exact}` } };
}

/** PostgreSQL cuts names after 63 bytes. */
const LONGEST_HOST = 40;

function nameOf(
  { profile, isSandbox = false, baseUrl }: LedgerOwner,
  env: Readonly<Record<string, string | undefined>>,
): { host: string; exact: string } {
  const service = isSandbox ? 'sandbox' : resolveBaseUrl(env, baseUrl, profile);
  const host = isSandbox ? 'sandbox' : new URL(service).host.replaceAll(/[^\w.-]/g, '_');
  const exact = createHash('sha256').update(`${service}\n${profile}`).digest('hex').slice(0, 8);
  return { host, exact };
}
