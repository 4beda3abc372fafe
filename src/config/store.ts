import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import * as v from 'valibot';
import { ConfereError, UsageError } from '../base/errors.js';
import { makeFolder } from '../base/flush.js';
import { readSystemErrorCode, hasSettingsFile } from './private-file.js';

/** The version of the file format, not of confere. A newer confere may write a higher version. */
const FORMAT_VERSION = 1;

export const settingsFile = createProfileFile(
  v.record(v.string(), v.union([v.string(), v.number()])),
);

/** For each profile a key, and the only base URL to which the key is sent, because it was checked there. */
export const credentialsFile = createProfileFile(
  v.object({ 'base-url': v.string(), 'api-key': v.string() }),
);

/** Makes the reader and writer of a file that has a value for each profile. */
function createProfileFile<T>(shape: v.GenericSchema<unknown, T>) {
  const fileSchema = v.object({ profiles: v.record(v.string(), shape) });
  /** Reads the values, none from a missing file. Errors never repeat the content. @throws UsageError */
  const read = async (path: string): Promise<Map<string, T>> => {
    if (!hasSettingsFile(path)) return new Map();
    const content = await readContent(path);
    if (v.is(v.looseObject({}), content) && !v.is(supportedVersion, content))
      throw new UsageError('config_newer', { path });
    const result = v.safeParse(fileSchema, content);
    if (result.success) return new Map(Object.entries(result.output.profiles));
    const [issue] = result.issues;
    const issuePath = v.getDotPath(issue) ?? undefined;
    throw new UsageError('config_broken', { path, at: issuePath, expected: issue.expected ?? '…' });
  };
  return {
    read,
    /**
     * Replaces the file (mode 0600); after an error the old file stays. `update` returns undefined to remove the
     * profile. @throws UsageError; ConfereError `config_unwritable`, and `state_busy` while another process changes the
     * file for more than 10 s
     */
    async change(path: string, profile: string, update: (stored?: T) => T | undefined) {
      const lock = await lockFolder(path);
      try {
        const profiles = await read(path);
        const changed = update(profiles.get(profile));
        if (changed === undefined) profiles.delete(profile);
        else profiles.set(profile, changed);
        await restoreOnFailure(path, async () => {
          await writeProfiles(path, Object.fromEntries(profiles));
          await read(path);
        }).catch((error: unknown) => {
          // The package conf does not notice that a full disk stored only a part, so the file is read again.
          throw createUnwritableError(
            path,
            error,
            error instanceof UsageError ? 'ENOSPC' : readSystemErrorCode(error),
          );
        });
      } finally {
        lock.close();
      }
    },
  };
}

const LOCK_FILE = 'settings.lock.db';

/** How long (ms) a change of a file waits for the change of another process. */
const LONGEST_LOCK_WAIT = 10_000;

/** Locks the folder of a file while the file is read and written. A lock of SQLite ends with its process. */
async function lockFolder(path: string): Promise<{ close(): unknown }> {
  const { openLock } = await import('../sqlite/index.js');
  const folder = dirname(path);
  try {
    makeFolder(folder);
    return openLock(join(folder, LOCK_FILE), LONGEST_LOCK_WAIT);
  } catch (error) {
    throw error instanceof ConfereError
      ? error
      : createUnwritableError(path, error, readSystemErrorCode(error));
  }
}

function createUnwritableError(path: string, cause: unknown, reason: string): ConfereError {
  return new ConfereError('config_unwritable', { path, reason }, { cause });
}

/** A file that somebody wrote by hand may have no version. */
const supportedVersion = v.object({ version: v.optional(v.literal(FORMAT_VERSION)) });

/** Reads the content; drops the parser's message, which repeats a part of the file and so may contain a key. */
async function readContent(path: string): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UsageError('config_broken', { path, expected: 'JSON' });
    throw new UsageError(
      'config_unreadable',
      { path, reason: readSystemErrorCode(error) },
      { cause: error },
    );
  }
}

function parseJson(text: string): Record<string, unknown> {
  return JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
}

async function writeProfiles(path: string, profiles: object): Promise<void> {
  const { dir, name, ext } = parse(path);
  const { default: Conf } = await import('conf');
  const file = new Conf<Record<string, unknown>>({
    projectName: 'confere',
    cwd: dir,
    configName: name,
    fileExtension: ext,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    deserialize: parseJson,
    serialize: (content) => `${JSON.stringify(content, null, 2)}\n`,
  });
  file.store = { version: FORMAT_VERSION, profiles };
}

/** Restores the old content if `change` fails after it replaced the file. */
async function restoreOnFailure(path: string, change: () => Promise<void>): Promise<void> {
  const oldContent = hasSettingsFile(path) ? readFileSync(path) : undefined;
  try {
    await change();
  } catch (error) {
    if (oldContent !== undefined && !readFileSync(path).equals(oldContent))
      writeFileSync(path, oldContent);
    throw error;
  }
}
