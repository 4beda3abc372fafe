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
 * Where the folders are. `variable` names the folder in which all programs have theirs; without the variable, that
 * folder is `usual` in the home folder, on Windows in its `AppData`. `below`: a folder that is added to the path on
 * Windows and under `CONFERE_HOME`, where settings and state would otherwise share one.
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
function chooseFolder(kind: keyof typeof PLACES, sources: FolderSources): string {
  const { env, platform } = sources;
  const { below, windows, posix: unix } = PLACES[kind];
  const checkAbsolute = (name: string, path: string) => requireAbsolute(name, path, platform);
  if (env['CONFERE_HOME']) return join(checkAbsolute('CONFERE_HOME', env['CONFERE_HOME']), below);
  if (platform === 'win32') {
    const namedFolder = env[windows.variable];
    const dataFolder = namedFolder
      ? checkAbsolute(windows.variable, namedFolder)
      : join(checkAbsolute('USERPROFILE', sources.home), 'AppData', windows.usual);
    return join(dataFolder, 'confere', below);
  }
  const namedFolder = env[unix.variable];
  // The XDG specification says to ignore folders that are empty or relative.
  const usable = namedFolder !== undefined && isAbsolute(namedFolder) ? namedFolder : undefined;
  return join(usable ?? join(checkAbsolute('HOME', sources.home), unix.usual), 'confere');
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

export function configFiles(sources: FolderSources): { config: string; credentials: string } {
  const folder = chooseFolder('config', sources);
  return { config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
}

export function stateFolder(sources: FolderSources): string {
  return chooseFolder('state', sources);
}

/**
 * Returns whether a folder exists, is no link, and belongs to this user alone. On Windows, only the first two are
 * checked.
 */
export function isPrivate(folder: string, uid: number | undefined): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts?.isDirectory() !== true) return false;
  return uid === undefined || (facts.uid === uid && (facts.mode & 0o077) === 0);
}
