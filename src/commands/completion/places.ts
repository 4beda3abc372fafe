import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveBaseUrl } from '../../config/account.js';
import { ledgerFolder, stateFolder } from '../../config/folders.js';
import type { Context } from '../../context.js';
import type { GlobalOptions } from '../host.js';

interface Profile {
  readonly baseUrl?: string;
}

/** The stored profiles; a file that is missing, broken or newer is no profiles. */
export function profilesOf(context: Context): ReadonlyMap<string, Profile> {
  try {
    const content = JSON.parse(readFileSync(configFile(context), 'utf8')) as Stored | null;
    return new Map(
      Object.entries(content?.profiles ?? {}).map(([name, one]) => [name, profile(one)]),
    );
  } catch {
    return new Map();
  }
}

interface Stored {
  readonly profiles?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

function profile(stored: Readonly<Record<string, unknown>> | null): Profile {
  const url = stored?.['base-url'];
  return typeof url === 'string' ? { baseUrl: url } : {};
}

function configFile({ env, platform, home }: Context): string {
  if (env['CONFERE_HOME']) return join(env['CONFERE_HOME'], 'config.json');
  const base =
    platform === 'win32'
      ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
      : env['XDG_CONFIG_HOME'] || join(home, '.config');
  return join(base, 'confere', 'config.json');
}

/** The folder of the ledger that a command with these options would open. */
export function ledgerOf(context: Context, options: Partial<GlobalOptions>): string {
  const { env } = context;
  const profile = options.profile ?? (env['CONFERE_PROFILE'] || 'default');
  const isSandbox =
    options.sandbox === true || !['', '0', undefined].includes(env['CONFERE_SANDBOX']);
  if (isSandbox) return ledgerFolder(stateFolder(context), 'sandbox', profile);
  const stored = profilesOf(context).get(profile)?.baseUrl;
  const baseUrl = options.baseUrl ?? (env['CONFERE_BASE_URL'] || stored);
  const sources = baseUrl === undefined ? { env } : { env, baseUrl };
  return ledgerFolder(stateFolder(context), resolveBaseUrl(sources), profile);
}
