import { createHash } from 'node:crypto';
import type { Place } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import { LARGEST_KEY_FILE } from '../base/limits.js';
import { configFiles, type FolderSources } from './folders.js';
import { readSystemErrorCode, isReadableByOthers, readAtMost } from './private-file.js';
import { credentialsFile } from './store.js';

export type KeySource =
  | ('--api-key-file' | 'CONFERE_API_KEY' | 'CONFERE_API_KEY_FILE' | 'profile')
  | KeyCommand['from'];

/** A command that prints the key. `boundTo`: the only base URL to which the key is sent; undefined for any. */
export interface KeyCommand {
  readonly command: string;
  readonly from: 'api-key-command' | 'CONFERE_API_KEY_COMMAND';
  readonly boundTo?: string;
}

/** A key, and where it comes from. */
export interface FoundKey {
  readonly apiKey: string;
  readonly from: KeySource;
  /** The only base URL to which the key is sent, because it is stored with it; undefined for any. */
  readonly boundTo?: string;
  /** The file of the key, if other users can read it. */
  readonly exposedFile?: string;
}

/**
 * Finds the key: option before environment before profile. `runKeyCommand`: runs the command that prints the key, if
 * the user has one. @throws UsageError for a key, or its source, that cannot be used
 */
export async function findKey(
  folderSources: FolderSources,
  { apiKeyFile, profile }: { readonly apiKeyFile?: string; readonly profile: string },
  runKeyCommand?: () => Promise<FoundKey>,
): Promise<FoundKey | undefined> {
  const { env, platform } = folderSources;
  if (apiKeyFile !== undefined) return findKeyInFile(apiKeyFile, '--api-key-file', platform);
  if (env['CONFERE_API_KEY']) {
    const apiKey = requireKey(env['CONFERE_API_KEY'].trim(), 'CONFERE_API_KEY');
    return { apiKey, from: 'CONFERE_API_KEY' };
  }
  const keyFilePath = env['CONFERE_API_KEY_FILE'];
  if (keyFilePath) return findKeyInFile(keyFilePath, 'CONFERE_API_KEY_FILE', platform);
  return runKeyCommand?.() ?? readStoredKey(folderSources, profile);
}

export async function readStoredKey(
  folderSources: FolderSources,
  profile: string,
): Promise<FoundKey | undefined> {
  const { credentials } = configFiles(folderSources);
  const stored = (await credentialsFile.read(credentials)).get(profile);
  if (stored === undefined) return undefined;
  const apiKey = requireKey(stored['api-key'], { what: 'stored_key', profile });
  const exposedFile = isReadableByOthers(credentials, folderSources.platform)
    ? credentials
    : undefined;
  return { apiKey, from: 'profile', boundTo: stored['base-url'], exposedFile };
}

/**
 * Returns the key for a service: a stored key is sent only to the address for which it was checked. @throws UsageError
 * `no_api_key`, `key_of_another_service`
 */
export function requireKeyFor(
  baseUrl: string,
  found: FoundKey | undefined,
  profile: string,
): FoundKey {
  if (found === undefined) throw new UsageError('no_api_key', { profile });
  const { boundTo = baseUrl } = found;
  if (boundTo === baseUrl) return found;
  throw new UsageError('key_of_another_service', { profile, boundTo, baseUrl });
}

function findKeyInFile(path: string, from: KeySource, platform: string): FoundKey {
  const apiKey = requireKey(readKeyFile(path, from), { what: 'key_file', path });
  return { apiKey, from, exposedFile: isReadableByOthers(path, platform) ? path : undefined };
}

/**
 * Returns a key that is valid in an HTTP header. @throws UsageError `bad_api_key`, which names the place, never the key
 */
export function requireKey(key: string, place: Place): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError('bad_api_key', { place });
}

/** Returns a short hash that distinguishes keys without revealing them. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
}

/**
 * Reads a key from a file or a pipe. `source`: the option or variable that named it. @throws UsageError unless it has
 * one line
 */
export function readKeyFile(path: string, source: string): string {
  const key = readKeyText(path, source)?.trim();
  if (key !== undefined && !/[\r\n]/.test(key)) return key;
  throw new UsageError('bad_key_file', { path, source });
}

function readKeyText(path: string, source: string): string | undefined {
  try {
    return readAtMost(path, LARGEST_KEY_FILE);
  } catch (error) {
    // The path of a missing file may be the key itself.
    const facts = { source, reason: readSystemErrorCode(error) };
    throw new UsageError('key_file_unreadable', facts, { cause: error });
  }
}
