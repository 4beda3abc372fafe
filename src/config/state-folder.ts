import { lstatSync } from 'node:fs';
import { isAbsolute, join, posix, win32 } from 'node:path';
import { UsageError } from '../base/errors.js';

export interface FolderSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The home folder. It is read only where it is needed, because a user may have none. */
  readonly home: string;
}

/**
 * Where the folders are. A variable names the folder of all programs; without it, it is `usual` below the home folder.
 * `below`: the folder of state within that of settings, where both have the same place: on Windows and in
 * `CONFERE_HOME`.
 */
const PLACES = {
  config: {
    below: '',
    windows: { variable: 'APPDATA', usual: 'Roaming' },
    posix: { variable: 'XDG_CONFIG_HOME', usual: '.config' },
  },
  state: {
    below: 'state',
    windows: { variable: 'LOCALAPPDATA', usual: 'Local' },
    posix: { variable: 'XDG_STATE_HOME', usual: '.local/state' },
  },
} as const;

/**
 * Returns the folder for state, or for settings and keys: in `CONFERE_HOME`, otherwise in the usual place of the
 * platform. @throws UsageError `relative_folder`
 */
function chooseFolder(what: keyof typeof PLACES, surroundings: FolderSources): string {
  const { env, platform } = surroundings;
  const { below, windows, posix: unix } = PLACES[what];
  const absolute = (name: string, path: string) => requireAbsolute(name, path, platform);
  if (env['CONFERE_HOME']) return join(absolute('CONFERE_HOME', env['CONFERE_HOME']), below);
  if (platform === 'win32') {
    const given = env[windows.variable];
    const data = given
      ? absolute(windows.variable, given)
      : join(absolute('USERPROFILE', surroundings.home), 'AppData', windows.usual);
    return join(data, 'confere', below);
  }
  const given = env[unix.variable];
  // The XDG specification says to ignore folders that are empty or relative.
  const usable = given !== undefined && isAbsolute(given) ? given : undefined;
  return join(usable ?? join(absolute('HOME', surroundings.home), unix.usual), 'confere');
}

/**
 * Refuses a relative folder, which would be another ledger in each folder from which a command runs, and each would pay
 * again.
 */
function requireAbsolute(variable: string, path: string, platform: string): string {
  const isAbsolutePath = (platform === 'win32' ? win32 : posix).isAbsolute(path);
  if (!isAbsolutePath) throw new UsageError('relative_folder', { variable, given: path });
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
