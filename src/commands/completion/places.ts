import { configFiles, stateFolder } from '../../config/folders.js';
import { ledgerFolder } from '../../config/ledger-folder.js';
import { readIfThere } from '../../config/private-file.js';
import type { Context } from '../../context.js';
import { toAccountRequest } from '../shared/account-request.js';
import type { GlobalOptions } from '../shared/global-options.js';

interface Profile {
  readonly baseUrl?: string;
}

/**
 * The profiles that have settings or a key. A file that is missing, broken or of a newer version has
 * none.
 */
export function profilesOf(context: Context): ReadonlyMap<string, Profile> {
  const { config, credentials } = configFiles(context);
  return new Map([...profilesIn(credentials), ...profilesIn(config)]);
}

interface Stored {
  readonly profiles?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

function profilesIn(path: string): [string, Profile][] {
  try {
    const content = JSON.parse(readIfThere(path) ?? 'null') as Stored | null;
    return Object.entries(content?.profiles ?? {}).map(([name, stored]) => [name, profile(stored)]);
  } catch {
    return [];
  }
}

function profile(stored: Readonly<Record<string, unknown>> | null): Profile {
  const url = stored?.['base-url'];
  return typeof url === 'string' ? { baseUrl: url } : {};
}

/**
 * The folder of the ledger that a command with these options would open.
 *
 * @throws UsageError if no base URL is known
 */
export function ledgerOf(context: Context, options: Partial<GlobalOptions>): string {
  const { profile, baseUrl, sandbox } = options;
  const account = toAccountRequest({ profile, baseUrl, sandbox }, context);
  const stored = context.env['CONFERE_BASE_URL'] ? {} : profilesOf(context).get(account.profile);
  return ledgerFolder(stateFolder(context), { ...stored, ...account }, context.env);
}
