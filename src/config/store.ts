import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import * as v from 'valibot';
import { ConfereError, UsageError } from '../errors.js';
import { makeFolder } from '../flush.js';
import type { Value } from './settings.js';
import { codeOf, isThere } from './private-file.js';

/** The version of the file format, not of confere. Newer versions of confere may write a higher one. */
const FORMAT = '2.0.0';

export type StoredProfile = Readonly<Record<string, Value>>;

/** A key and the base URL for which it was checked. It is sent to no other. */
export interface Credential {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export type Profiles<T> = ReadonlyMap<string, T>;

const settings = v.record(v.string(), v.union([v.string(), v.number()]));
const credential = v.object({ 'base-url': v.string(), 'api-key': v.string() });

/** A missing file has none; errors never repeat its content. @throws UsageError */
// eslint-disable-next-line @typescript-eslint/require-await -- a failure is a rejection
export async function readConfig(path: string): Promise<Profiles<StoredProfile>> {
  return new Map(Object.entries(read(path, settings)));
}

/** Like `readConfig`. */
// eslint-disable-next-line @typescript-eslint/require-await -- as above
export async function readCredentials(path: string): Promise<Profiles<Credential>> {
  const stored = Object.entries(read(path, credential));
  return new Map(
    stored.map(([name, one]) => [name, { apiKey: one['api-key'], baseUrl: one['base-url'] }]),
  );
}

/** Replaces the file (0600); after an error the old one stays. @throws UsageError; ConfereError `config_unwritable` */
export function writeConfig(path: string, profiles: Profiles<StoredProfile>): Promise<void> {
  return write(path, settings, profiles);
}

/** Like `writeConfig`. */
export function writeCredentials(path: string, keys: Profiles<Credential>): Promise<void> {
  const stored = [...keys].map(
    ([name, { apiKey, baseUrl }]) => [name, { 'base-url': baseUrl, 'api-key': apiKey }] as const,
  );
  return write(path, credential, new Map(stored));
}

type Shape<T> = v.GenericSchema<unknown, T>;

function read<T>(path: string, shape: Shape<T>): Record<string, T> {
  if (!isThere(path)) return {};
  const content = contentOf(path);
  if (v.is(v.looseObject({}), content) && !v.is(versions, content))
    throw new UsageError('config_newer', { path });
  const result = v.safeParse(v.object({ profiles: v.record(v.string(), shape) }), content);
  if (result.success) return result.output.profiles;
  const [issue] = result.issues;
  const at = v.getDotPath(issue) ?? undefined;
  const expected = issue.expected ?? '…';
  throw new UsageError('config_broken', { path, at, expected });
}

const versions = v.object({
  version: v.optional(v.literal(1)),
  __internal__: v.optional(v.object({ migrations: v.object({ version: v.literal(FORMAT) }) })),
});

/** Does not pass on the parser's message, which repeats part of the file and so may contain a key. */
function contentOf(path: string): unknown {
  try {
    return parsed(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UsageError('config_broken', { path, expected: 'JSON' });
    throw new UsageError('config_unreadable', { path, reason: codeOf(error) }, { cause: error });
  }
}

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
}

async function write<T>(path: string, shape: Shape<T>, profiles: Profiles<T>): Promise<void> {
  read(path, shape);
  const { dir, name, ext } = parse(path);
  const { default: Conf } = await import('conf');
  try {
    makeFolder(dirname(path));
    keepingOld(path, () => {
      const file = new Conf<Record<string, unknown>>({
        ...{ projectName: 'confere', cwd: dir, configName: name, fileExtension: ext },
        ...{ configFileMode: 0o600, clearInvalidConfig: false, deserialize: parsed },
        serialize: (content) => `${JSON.stringify(content, null, 2)}\n`,
      });
      const migrations = { version: FORMAT };
      file.store = { profiles: Object.fromEntries(profiles), __internal__: { migrations } };
      read(path, shape);
    });
  } catch (error) {
    // The writing that conf does takes no notice of a disk that took a part only.
    const reason = error instanceof UsageError ? 'ENOSPC' : codeOf(error);
    throw new ConfereError('config_unwritable', { path, reason }, { cause: error });
  }
}

/** Puts the old text back if `change` fails when the file is replaced already. */
function keepingOld(path: string, change: () => void): void {
  const old = isThere(path) ? readFileSync(path) : undefined;
  try {
    change();
  } catch (error) {
    if (old !== undefined && !readFileSync(path).equals(old)) writeFileSync(path, old);
    throw error;
  }
}
