import { readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { ConfereError, UsageError } from '../errors.js';
import { makeFolder, writeWhole } from '../flush.js';
import type { Value } from './keys.js';
import { codeOf, isThere } from './private-file.js';

/** The version of the file format, not of confere. Newer versions of confere may write a higher one. */
const FORMAT = '2.0.0';

/** The settings of one profile as stored in the file, not validated yet. */
export type StoredProfile = Readonly<Record<string, Value>>;

/** A key and the base URL for which it was checked. It is sent to no other. */
export interface Credential {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export type Profiles<T> = ReadonlyMap<string, T>;

const settings = v.record(v.string(), v.union([v.string(), v.number()]));
const credential = v.object({ 'base-url': v.string(), 'api-key': v.string() });

/**
 * The profiles in a file; a missing one has none. Errors never repeat the content of the file.
 *
 * @throws UsageError that says what is wrong with the file and what to do
 */
export async function readConfig(path: string): Promise<Profiles<StoredProfile>> {
  return new Map(Object.entries(read(path, settings)));
}

/** Like `readConfig`. */
export async function readCredentials(path: string): Promise<Profiles<Credential>> {
  const entries = Object.entries(read(path, credential));
  return new Map(
    entries.map(([name, { 'api-key': apiKey, 'base-url': baseUrl }]) => [
      name,
      { apiKey, baseUrl },
    ]),
  );
}

/**
 * Replaces the file as a whole, with mode 0600, and creates a missing folder for this user alone.
 *
 * @throws UsageError if the file there is not one of ours; ConfereError if it cannot be written, of kind `ledger` if the
 * disk is full; the old file stays
 */
export async function writeConfig(path: string, profiles: Profiles<StoredProfile>): Promise<void> {
  await write(path, settings, profiles);
}

/** Like `writeConfig`. */
export async function writeCredentials(path: string, keys: Profiles<Credential>): Promise<void> {
  const entries = [...keys].map(
    ([name, { apiKey, baseUrl }]) => [name, { 'base-url': baseUrl, 'api-key': apiKey }] as const,
  );
  await write(path, credential, new Map(entries));
}

type Shape<T> = v.GenericSchema<unknown, T>;

function read<T>(path: string, shape: Shape<T>): Record<string, T> {
  return isThere(path) ? checked(path, shape, textOf(path)) : {};
}

async function write<T>(path: string, shape: Shape<T>, profiles: Profiles<T>): Promise<void> {
  read(path, shape);
  const migrations = { version: FORMAT };
  const content = { profiles: Object.fromEntries(profiles), __internal__: { migrations } };
  try {
    makeFolder(dirname(path));
    // A link stays one.
    const place = isThere(path) ? realpathSync(path) : path;
    await writeWhole(place, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new ConfereError('config_unwritable', { path, reason: codeOf(error) }, { cause: error });
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError('config_unreadable', { path, reason: codeOf(error) }, { cause: error });
  }
}

function checked<T>(path: string, shape: Shape<T>, text: string): Record<string, T> {
  const content = parseJson(path, text);
  if (v.is(v.looseObject({}), content) && !v.is(versions, content))
    throw new UsageError('config_newer', { path });
  const result = v.safeParse(v.object({ profiles: v.record(v.string(), shape) }), content);
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

/** What of a file tells its format: the first named it itself. */
const versions = v.object({
  version: v.optional(v.literal(1)),
  __internal__: v.optional(v.object({ migrations: v.object({ version: v.literal(FORMAT) }) })),
});
