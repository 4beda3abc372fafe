import { UsageError } from '../errors.js';
import { requireKey, readKeyFile } from './api-key.js';
import { isOpenToOthers } from './private-file.js';
import { readCredentials } from './store.js';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** Where a key may come from; the first has the highest priority. */
export type KeySource = '--api-key-file' | 'CONFERE_API_KEY' | 'CONFERE_API_KEY_FILE' | 'profile';

export interface KeySources extends Surroundings {
  readonly apiKeyFile?: string;
  readonly profile: string;
  /** The path of `credentials.json`. */
  readonly credentials: string;
}

export interface FoundKey {
  readonly apiKey: string;
  readonly source: KeySource;
  /** The base URL for which a stored key was checked; undefined for a key from another source. */
  readonly boundTo?: string;
  /** A key file that other users can read. */
  readonly openFile?: string;
}

/**
 * Finds the key to use: option before environment before profile; undefined if there is none.
 *
 * @throws UsageError for a key, or a key file, that cannot be used
 */
export async function findKey(sources: KeySources): Promise<FoundKey | undefined> {
  const { env, apiKeyFile } = sources;
  if (apiKeyFile !== undefined) return fromFile(apiKeyFile, '--api-key-file', sources);
  if (env['CONFERE_API_KEY']) {
    const apiKey = requireKey(env['CONFERE_API_KEY'].trim(), 'CONFERE_API_KEY');
    return { apiKey, source: 'CONFERE_API_KEY' };
  }
  const named = env['CONFERE_API_KEY_FILE'];
  return named ? fromFile(named, 'CONFERE_API_KEY_FILE', sources) : storedKey(sources);
}

/** The key that `auth login` stored for a profile. */
export async function storedKey(sources: KeySources): Promise<FoundKey | undefined> {
  const { credentials, profile, platform } = sources;
  const stored = (await readCredentials(credentials)).get(profile);
  if (stored === undefined) return undefined;
  const apiKey = requireKey(stored.apiKey, { what: 'stored_key', profile });
  const openFile = isOpenToOthers(credentials, platform) ? credentials : undefined;
  return { apiKey, source: 'profile', boundTo: stored.baseUrl, openFile };
}

/**
 * @throws UsageError if a stored key would be sent to another service than the one for which it was
 * checked
 */
export function requireSameService({ boundTo }: FoundKey, baseUrl: string, profile: string): void {
  if (boundTo === undefined || boundTo === baseUrl) return;
  throw new UsageError('key_of_another_service', { profile, boundTo, baseUrl });
}

export function noKey(profile: string): UsageError {
  return new UsageError('no_api_key', { profile });
}

function fromFile(path: string, source: KeySource, { platform }: Surroundings): FoundKey {
  const apiKey = requireKey(readKeyFile(path, source), { what: 'key_file', path });
  return { apiKey, source, openFile: isOpenToOthers(path, platform) ? path : undefined };
}
