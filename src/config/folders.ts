import { isAbsolute, join } from 'node:path';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** Where state is kept: `CONFERE_HOME`, else the platform's own place for it. */
export function stateFolder({ env, platform, home }: Surroundings): string {
  if (env['CONFERE_HOME']) return join(env['CONFERE_HOME'], 'state');
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'confere', 'state');
  }
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'confere');
}

/** The files of settings and keys: in `CONFERE_HOME`, else in the platform's own place for them. */
export function configFiles(surroundings: Surroundings): { config: string; credentials: string } {
  const folder = configFolder(surroundings);
  return { config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
}

function configFolder({ env, platform, home }: Surroundings): string {
  if (env['CONFERE_HOME']) return env['CONFERE_HOME'];
  if (platform === 'win32') {
    return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'confere');
  }
  return join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'confere');
}

/** The XDG folders are to be ignored where they are empty or relative. */
function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}
