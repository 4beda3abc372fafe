import { makeFolder } from '../flush.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import Conf, { type Options } from 'conf';
import * as v from 'valibot';
import { ConfereError, UsageError } from '../errors.js';
import { codeOf, isThere } from './private-file.js';

/** The version of the file format, not of confere. Newer versions of confere may write a higher one. */
const FORMAT = '2.0.0';
/** The only version that files named themselves. */
const NAMED_VERSION = 1;

export const configProfile = v.record(v.string(), v.union([v.string(), v.number()]));
export const credentialProfile = v.object({ 'base-url': v.string(), 'api-key': v.string() });

// Conf takes no interface.
type Content<T> = { readonly profiles: Record<string, T>; readonly version?: number };
type Shape<T> = v.GenericSchema<unknown, T>;

/**
 * Reads an existing file; changes nothing on the disk.
 *
 * @throws UsageError that names the file and never repeats what is in it
 */
export function readProfiles<T>(path: string, shape: Shape<T>): Record<string, T> {
  try {
    return openFile(path, shape).get('profiles', {});
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError('config_unreadable', { path, reason: codeOf(error) }, { cause: error });
  }
}

/**
 * Replaces a file, in the newest format; creates it and a missing folder for this user alone.
 *
 * @throws ConfereError if that is not possible, of kind `ledger` if the disk is full; the old file stays
 */
export function writeProfiles<T>(path: string, shape: Shape<T>, profiles: Record<string, T>): void {
  if (isThere(path)) readProfiles(path, shape);
  try {
    makeFolder(dirname(path));
    keepingOld(path, () => {
      openFile(path, shape, newestFormat()).set('profiles', profiles);
      readProfiles(path, shape);
    });
  } catch (error) {
    // The writing that conf does takes no notice of a disk that took a part only.
    const reason = error instanceof UsageError ? 'ENOSPC' : codeOf(error);
    throw new ConfereError('config_unwritable', { path, reason }, { cause: error });
  }
}

/** Conf migrates when it opens a file, so only who writes asks for it. */
function newestFormat<T>(): Options<Content<T>> {
  return {
    defaults: { profiles: {} },
    projectVersion: FORMAT,
    migrations: {
      // Conf writes the version from here on.
      [FORMAT]: (file) => {
        file.delete('version');
      },
    },
  };
}

function openFile<T>(path: string, shape: Shape<T>, more?: Options<Content<T>>): Conf<Content<T>> {
  const { dir, name, ext } = parse(path);
  return new Conf<Content<T>>({
    ...{ projectName: 'confere', cwd: dir, configName: name, fileExtension: ext },
    configFileMode: 0o600,
    // Names of profiles may contain dots.
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    serialize: (content) => `${JSON.stringify(content, null, 2)}\n`,
    deserialize: (text) => checked(path, shape, text),
    ...more,
  });
}

function checked<T>(path: string, shape: Shape<T>, text: string): Content<T> {
  const content = parseJson(path, text.replace(/^\uFEFF/, ''));
  refuseNewer(path, content);
  const result = v.safeParse(v.object({ profiles: v.record(v.string(), shape) }), content);
  if (result.success) return content as Content<T>;
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

/** What of a file tells its format: its own version, or the one that conf has written. */
const versions = v.object({
  version: v.optional(v.literal(NAMED_VERSION)),
  __internal__: v.optional(v.object({ migrations: v.object({ version: v.literal(FORMAT) }) })),
});

function refuseNewer(path: string, content: unknown): void {
  const isObject = v.is(v.looseObject({}), content);
  if (!isObject || v.is(versions, content)) return;
  throw new UsageError('config_newer', { path });
}

/** Puts the old text back if `write` fails when the file is replaced already. */
function keepingOld(path: string, write: () => void): void {
  const old = isThere(path) ? readFileSync(path) : undefined;
  try {
    write();
  } catch (error) {
    if (old !== undefined && !readFileSync(path).equals(old)) writeFileSync(path, old);
    throw error;
  }
}
