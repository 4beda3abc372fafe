import { chmod, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa, execaSync } from 'execa';
import { runMain } from './in-process.js';
import { COMMAND, environmentOf, newUser, type User } from './run-confere.js';
import { answerShellCalls } from './terminal/shell-calls.js';
import type { Referee } from './referee/index.js';

/** Whether the recipes and the documentation can run; Windows has other shells. */
export const hasShell = process.platform !== 'win32';

export function hasProgram(name: string): boolean {
  return hasShell && !execaSync('sh', ['-c', `command -v ${name}`], { reject: false }).failed;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a shell and `confere` on the PATH. */
export interface ShellUser extends User {
  /** Runs `command` in bash, in the user's folder. */
  sh(command: string, env?: Readonly<Record<string, string>>): Promise<Ended>;
}

/** Configures the shortest interval for a profile, so that its batches hardly wait. */
export async function pollOften(user: User, profile = 'default'): Promise<void> {
  const args = ['config', 'set', 'interval', '20ms', '--profile', profile];
  const { code, stderr } = await runMain(args, {}, { env: environmentOf(user.folder), late: [] });
  if (code !== 0) throw new Error(stderr);
}

/**
 * What the shell calls as `confere` runs in this process (see `answerShellCalls`); with `asProcesses` each is a
 * process, for what runs at the same time.
 */
export async function newShellUser(
  server?: Pick<Referee, 'url' | 'key'>,
  { asProcesses = false } = {},
): Promise<ShellUser> {
  const user = await newUser(server);
  await mkdir(join(user.folder, 'bin'));
  const command = `"${process.execPath}" "${COMMAND}"`;
  const calls = asProcesses ? undefined : await answerShellCalls(command);
  const script = calls?.script ?? `#!/bin/sh\nexec ${command} "$@"\n`;
  await chmod(await user.file('bin/confere', script), 0o755);
  const base = {
    ...environmentOf(user.folder, server),
    PATH: [join(user.folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
  return {
    ...user,
    sh: async (script, env = {}) => {
      const { exitCode, stdout, stderr } = await execa('bash', ['--norc', '-c', script], {
        cwd: user.folder,
        env: { ...base, ...env },
        extendEnv: false,
        stdin: 'ignore',
        stripFinalNewline: false,
        reject: false,
      });
      return { code: exitCode ?? null, stdout, stderr };
    },
    async [Symbol.asyncDispose]() {
      await calls?.close();
      await user[Symbol.asyncDispose]();
    },
  };
}
