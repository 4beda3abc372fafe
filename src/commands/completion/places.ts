import { configFiles, ledgerPlace, stateFolder } from '../../config/folders.js';
import {
  readConfig,
  readCredentials,
  type Credential,
  type StoredProfile,
} from '../../config/store.js';
import type { Context } from '../../context.js';
import { toAccountRequest } from '../shared/account-request.js';
import type { GlobalOptions } from '../shared/command-host.js';

interface Profile {
  readonly baseUrl?: string;
  readonly ledger?: string;
}

/**
 * The profiles that have settings or a key. A file that is missing, broken or of a newer version has
 * none.
 */
export async function profilesOf(context: Context): Promise<ReadonlyMap<string, Profile>> {
  const { config, credentials } = configFiles(context);
  const keys = await readCredentials(credentials).catch(() => new Map<string, Credential>());
  const settings = await readConfig(config).catch(() => new Map<string, StoredProfile>());
  const places = [...keys].map(([name, { baseUrl }]) => [name, { baseUrl }] as const);
  return new Map<string, Profile>([
    ...places,
    ...[...settings].map(([name, stored]) => [name, profile(stored)] as const),
  ]);
}

function profile({ 'base-url': baseUrl, ledger }: StoredProfile): Profile {
  return {
    baseUrl: baseUrl === undefined ? undefined : String(baseUrl),
    ledger: ledger === undefined ? undefined : String(ledger),
  };
}

/**
 * The folder on this machine of the ledger that a command with these options would open; a shared one is elsewhere.
 *
 * @throws UsageError if no base URL is known
 */
export async function ledgerOf(context: Context, options: Partial<GlobalOptions>): Promise<string> {
  const { profile: name, baseUrl, sandbox } = options;
  const account = toAccountRequest({ profile: name, baseUrl, sandbox }, context);
  const stored = (await profilesOf(context)).get(account.profile);
  const url = account.baseUrl ?? (context.env['CONFERE_BASE_URL'] || stored?.baseUrl);
  const ledger = context.env['CONFERE_LEDGER'] || stored?.ledger;
  const own = { ...account, baseUrl: url, ledger };
  return ledgerPlace(stateFolder(context), own).folder;
}
