import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { afterAll } from 'vitest';
import { describe, expect, it } from '../../helpers/with-service.js';
import { COMMAND, newUser, type User } from '../support.js';

const has = (shell: string) => !execaSync(shell, ['-c', 'exit 0'], { reject: false }).failed;

/** The scripts are generated once; a shell reads them faster than it can generate them. */
const scripts = await mkdtemp(join(tmpdir(), 'confere-completion-'));
for (const name of ['bash', 'zsh', 'fish']) {
  const { stdout } = execaSync(process.execPath, [COMMAND, 'completion', name]);
  await writeFile(join(scripts, name), `${stdout}\n`);
}
afterAll(() => rm(scripts, { recursive: true }));

/** A shell of this user, with `confere` on its path. */
async function shell(user: User, name: string, args: readonly string[], env = {}) {
  const bin = join(user.folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(
    join(bin, 'confere'),
    `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`,
  );
  await chmod(join(bin, 'confere'), 0o755);
  const { stdout, stderr, exitCode } = execaSync(name, args, {
    cwd: user.folder,
    stdin: 'ignore',
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: user.folder,
      CONFERE_HOME: join(user.folder, 'home'),
      TERM: 'dumb',
      SCRIPT: join(scripts, name),
      ...env,
    },
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { stdout, stderr, status: exitCode, lines };
}

describe.skipIf(!has('bash'))('completion in bash', () => {
  /** Calls the completion as readline does: with the words as bash splits them, and the cursor position. */
  const ASK = `
    . "$SCRIPT"
    compopt() { echo "compopt $*"; }
    COMP_LINE=$1; COMP_POINT=\${2:-\${#1}}; shift 2
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _confere
    for reply in "\${COMPREPLY[@]}"; do echo "$reply"; done`;
  const none = 'compopt +o default';

  it.each([
    ['confere bulk run --type=cn', 'confere bulk run --type = cn', [none, 'cnpj']],
    [
      'confere --base-url https://a:1/b bulk ru',
      'confere --base-url https : //a : 1/b bulk ru',
      [none, 'run'],
    ],
    ['confere bulk run ', 'confere bulk run ', []],
    [
      'confere bulk run --out-dir ',
      'confere bulk run --out-dir ',
      ['compopt +o default -o dirnames'],
    ],
  ])('completes %s', async (line, words, wanted) => {
    await using user = await newUser();
    const args = ['--norc', '-c', ASK, '-', line, '', ...words.split(' ')];
    const { lines, stderr } = await shell(user, 'bash', args);
    expect({ lines, stderr }).toEqual({ lines: wanted, stderr: '' });
  });
});

if (!has('fish')) process.stdout.write('SKIPPED, names in fish: it is not installed\n');

it.each(['bash', 'zsh', 'fish'].filter(has))(
  '%s reads its completion script without an error',
  async (name) => {
    await using user = await newUser();
    const { status, stderr } = await shell(user, name, ['-n', join(scripts, name)]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);
