import * as v from 'valibot';
import { UsageError } from '../errors.js';
import { readIfThere, writePrivate } from './private-file.js';
import type { Value } from './keys.js';

/** The version of the file format. Newer versions of confere may write a higher one. */
const VERSION = 1;

const profile = v.record(v.string(), v.union([v.string(), v.number()]));
const credential = v.object({ 'base-url': v.string(), 'api-key': v.string() });
const configFile = v.object({ profiles: v.record(v.string(), profile) });
const credentialsFile = v.object({ profiles: v.record(v.string(), credential) });

/** The settings of one profile as stored in the file, not validated yet. */
export type StoredProfile = Readonly<Record<string, Value>>;

/** A key and the base URL for which it was checked. It is sent to no other. */
export interface Credential {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export type Profiles<T> = ReadonlyMap<string, T>;

/**
 * A missing file counts as no profiles.
 *
 * @throws UsageError that says what is wrong with the file and what to do
 */
export function readConfig(path: string): Profiles<StoredProfile> {
  return new Map(Object.entries(readProfiles(path, configFile)));
}

/** Like `readConfig`, but errors never repeat the content of the file. */
export function readCredentials(path: string): Profiles<Credential> {
  const entries = Object.entries(readProfiles(path, credentialsFile));
  return new Map(
    entries.map(([name, stored]) => [
      name,
      { apiKey: stored['api-key'], baseUrl: stored['base-url'] },
    ]),
  );
}

/** Replaces the file as a whole, with mode 0600. */
export function writeConfig(path: string, profiles: Profiles<StoredProfile>, id: string): void {
  writeProfiles(path, Object.fromEntries(profiles), id);
}

export function writeCredentials(path: string, profiles: Profiles<Credential>, id: string): void {
  const entries = [...profiles].map(([name, { apiKey, baseUrl }]) => [
    name,
    { 'base-url': baseUrl, 'api-key': apiKey },
  ]);
  writeProfiles(path, Object.fromEntries(entries), id);
}

function writeProfiles(path: string, profiles: unknown, id: string): void {
  writePrivate(path, `${JSON.stringify({ version: VERSION, profiles }, null, 2)}\n`, id);
}

function readProfiles<T>(
  path: string,
  schema: v.GenericSchema<unknown, { profiles: Record<string, T> }>,
): Record<string, T> {
  const text = readIfThere(path);
  if (text === undefined) return {};
  const content = parseJson(path, text);
  refuseNewer(path, content);
  const result = v.safeParse(schema, content);
  if (result.success) return result.output.profiles;
  const [issue] = result.issues;
  const at = v.getDotPath(issue) ?? undefined;
  const expected = issue.expected ?? undefined;
  throw new UsageError('config_broken', { path, why: 'shape', at, expected });
}

/** Does not pass on the parser's message, which repeats part of the file and so may contain a key. */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError('config_broken', { path, why: 'no_json' });
  }
}

function refuseNewer(path: string, content: unknown): void {
  const version = (content as { version?: unknown } | null)?.version ?? VERSION;
  if (version === VERSION) return;
  throw new UsageError('config_newer', { path });
}
