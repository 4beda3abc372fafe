import { lstatSync } from 'node:fs';
import { isAbsolute, join, posix, win32 } from 'node:path';
import { UsageError } from '../base/errors.js';

export interface FolderSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The home folder. It is read only where it is needed, because a user may have none. */
  readonly home: string;
}

const PLACES = {
  config: { windows: ['APPDATA', 'Roaming', ''], posix: ['XDG_CONFIG_HOME', '.config'] },
  state: { windows: ['LOCALAPPDATA', 'Local', 'state'], posix: ['XDG_STATE_HOME', '.local/state'] },
} as const;

/**
 * Returns the folder for state, or for settings and keys: in `CONFERE_HOME`, otherwise in the usual place of the
 * platform. @throws UsageError `relative_folder`
 */
function chooseFolder(what: keyof typeof PLACES, surroundings: FolderSources): string {
  const { env, platform } = surroundings;
  const [variable, folder, below] = PLACES[what].windows;
  const absolute = (name: string, path: string) => requireAbsolute(name, path, platform);
  if (env['CONFERE_HOME']) return join(absolute('CONFERE_HOME', env['CONFERE_HOME']), below);
  if (platform === 'win32') {
    const given = env[variable];
    const data = given
      ? absolute(variable, given)
      : join(absolute('USERPROFILE', surroundings.home), 'AppData', folder);
    return join(data, 'confere', below);
  }
  const [name, usual] = PLACES[what].posix;
  const given = env[name];
  // The XDG specification says to ignore folders that are empty or relative.
  const usable = given !== undefined && isAbsolute(given) ? given : undefined;
  return join(usable ?? join(absolute('HOME', surroundings.home), usual), 'confere');
}

/**
 * Refuses a relative folder, which would be another ledger in each folder from which a command runs, and each would pay
 * again.
 */
function requireAbsolute(variable: string, path: string, platform: string): string {
  const isWhole = (platform === 'win32' ? win32 : posix).isAbsolute(path);
  if (!isWhole) throw new UsageError('relative_folder', { variable, given: path });
  return path;
}

export function configFiles(surroundings: FolderSources): { config: string; credentials: string } {
  const folder = chooseFolder('config', surroundings);
  return { config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
}

export function stateFolder(surroundings: FolderSources): string {
  return chooseFolder('state', surroundings);
}

/**
 * Returns whether a folder exists, is no link, and belongs to this user alone. On Windows, only the first two are
 * checked.
 */
export function isPrivate(folder: string, user: number | undefined): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts?.isDirectory() !== true) return false;
  return user === undefined || (facts.uid === user && (facts.mode & 0o077) === 0);
}
