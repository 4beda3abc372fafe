import type { Value } from './keys.js';
import { isThere } from './private-file.js';

/** The settings of one profile as stored in the file, not validated yet. */
export type StoredProfile = Readonly<Record<string, Value>>;

/** A key and the base URL for which it was checked. It is sent to no other. */
export interface Credential {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export type Profiles<T> = ReadonlyMap<string, T>;

/**
 * A missing file counts as no profiles, and loads no code.
 *
 * @throws UsageError that says what is wrong with the file and what to do
 */
export async function readConfig(path: string): Promise<Profiles<StoredProfile>> {
  if (!isThere(path)) return new Map();
  const { readProfiles, configProfile } = await import('./stored-file.js');
  return new Map(Object.entries(readProfiles(path, configProfile)));
}

/** Like `readConfig`, but errors never repeat the content of the file. */
export async function readCredentials(path: string): Promise<Profiles<Credential>> {
  if (!isThere(path)) return new Map();
  const { readProfiles, credentialProfile } = await import('./stored-file.js');
  const entries = Object.entries(readProfiles(path, credentialProfile));
  return new Map(
    entries.map(([name, stored]) => [
      name,
      { apiKey: stored['api-key'], baseUrl: stored['base-url'] },
    ]),
  );
}

/**
 * Replaces the file as a whole, with mode 0600.
 *
 * @throws UsageError if that is not possible, or the file there is not one of ours
 */
export async function writeConfig(path: string, profiles: Profiles<StoredProfile>): Promise<void> {
  const { writeProfiles, configProfile } = await import('./stored-file.js');
  writeProfiles(path, configProfile, Object.fromEntries(profiles));
}

/** Like `writeConfig`. */
export async function writeCredentials(path: string, keys: Profiles<Credential>): Promise<void> {
  const { writeProfiles, credentialProfile } = await import('./stored-file.js');
  const entries = [...keys].map(
    ([name, { apiKey, baseUrl }]) => [name, { 'base-url': baseUrl, 'api-key': apiKey }] as const,
  );
  writeProfiles(path, credentialProfile, Object.fromEntries(entries));
}
