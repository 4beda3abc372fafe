import { isAbsolute, join } from 'node:path';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** The folder for state: `CONFERE_HOME`, otherwise the platform's default. */
export function stateFolder({ env, platform, home }: Surroundings): string {
  if (env['CONFERE_HOME']) return join(env['CONFERE_HOME'], 'state');
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'confere', 'state');
  }
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'confere');
}

/** The files of settings and keys: in `CONFERE_HOME`, otherwise in the platform's default folder. */
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

/** The XDG specification says to ignore folders that are empty or relative. */
function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}
