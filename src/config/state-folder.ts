import { lstatSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Asked for only where it is needed: a user may have none. */
  readonly home: string;
}

/** The folder for state: `CONFERE_HOME`, otherwise the platform's default. */
export function stateFolder(surroundings: Surroundings): string {
  const { env, platform } = surroundings;
  if (env['CONFERE_HOME']) return join(env['CONFERE_HOME'], 'state');
  if (platform === 'win32') {
    return join(
      env['LOCALAPPDATA'] || join(surroundings.home, 'AppData', 'Local'),
      'confere',
      'state',
    );
  }
  return join(
    absolute(env['XDG_STATE_HOME']) ?? join(surroundings.home, '.local', 'state'),
    'confere',
  );
}

/** The XDG specification says to ignore folders that are empty or relative. */
export function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** Whether a folder is there, no link, and of this user alone. On Windows its rights are those of its place. */
export function isPrivate(folder: string, user: number | undefined): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts?.isDirectory() !== true) return false;
  return user === undefined || (facts.uid === user && (facts.mode & 0o077) === 0);
}
