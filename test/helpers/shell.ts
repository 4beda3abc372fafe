import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { COMMAND, newUser, type User } from './run-confere.js';
import type { SpecServer } from './spec-server.js';

/** What the recipes and the documentation ask of a machine; Windows has other shells. */
export const hasShell = process.platform !== 'win32';

export function hasProgram(name: string): boolean {
  return hasShell && spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user at a shell, with `confere` on the PATH. */
export interface ShellUser extends User {
  /** Runs `command` in bash, in the user's folder. */
  sh(command: string, env?: Readonly<Record<string, string>>): Promise<Ended>;
}

export async function newShellUser(server?: Pick<SpecServer, 'url' | 'key'>): Promise<ShellUser> {
  const user = await newUser(server);
  await mkdir(join(user.folder, 'bin'));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`;
  await chmod(await user.file('bin/confere', command), 0o755);
  const base = {
    PATH: [join(user.folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    HOME: user.folder,
    TMPDIR: user.folder,
    CONFERE_HOME: join(user.folder, 'home'),
    ...(server === undefined ? {} : { CONFERE_BASE_URL: server.url, CONFERE_API_KEY: server.key }),
  };
  return {
    ...user,
    sh: (script, env = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn('bash', ['--norc', '-c', script], {
          cwd: user.folder,
          env: { ...base, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const [out, err]: [string[], string[]] = [[], []];
        child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
        child.once('error', reject);
        child.once('close', (code) => {
          resolve({ code, stdout: out.join(''), stderr: err.join('') });
        });
      }),
  };
}
