import { cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishIn } from '../helpers/terminal/english.js';
import { makeCpf } from '../helpers/invented.js';
import { hasShell, newShellUser, pollOften, type ShellUser } from '../helpers/shell.js';

/** What `npm ci` leaves in the folder of the sources. */
const FOLDER = ['bin', 'dist', 'docs', 'fixtures', 'scripts', 'package.json'];
const OWN = Buffer.from(
  `Cliente;Documento\r\nJosé;${makeCpf(1)}\r\nZoé;${makeCpf(2)}\r\n`,
  'latin1',
);

/** A new user in a fresh folder of the sources, with a file of their own. */
async function newcomer(): Promise<ShellUser> {
  const user = await newShellUser();
  for (const name of FOLDER) await cp(resolve(name), join(user.folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(user.folder, 'node_modules'));
  await user.file('clientes.csv', OWN);
  await pollOften(user);
  return user;
}

/** What stands for the command without `npm install --global`: a process each time. After it: the worker answers. */
const FROM_SOURCES = 'node bin/confere.js ';
const INSTALLED = 'confere ';

describe.skipIf(!hasShell).concurrent('the first ten minutes of a newcomer', () => {
  it.each([
    ['en_US.UTF-8', FROM_SOURCES, 'Now try:', 'docs/getting-started.md'],
    ['pt_BR.UTF-8', INSTALLED, 'Agora experimente:', 'docs/pt-BR/primeiros-passos.md'],
  ])('the demo in %s says what to try next, which works', async (LANG, confere, try_, guide) => {
    await using user = await newcomer();
    const { code, stdout, stderr } = await user.sh('node scripts/demo.js', { LANG });
    expect(code).toBe(0);
    expect(stdout).toContain('$ confere --sandbox bulk run');
    expect(stdout.split('\n')[0]).toContain('fixtures/clientes.csv');
    if (LANG.startsWith('pt')) expect(englishIn(stdout + stderr)).toEqual([]);
    const [, next = ''] = stdout.split(try_);
    const commands = [...next.matchAll(/^ {2}(node .*)$/gm)].map(([, line = '']) => line);
    expect(commands).toHaveLength(3);
    const own = commands
      .join('\n')
      .replaceAll(FROM_SOURCES, confere)
      .replaceAll(/(file|arquivo)\.csv/g, 'clientes.csv');
    expect(await user.sh(`set -e\n${own}`, { LANG })).toMatchObject({ code: 0 });
    expect(next).toContain(guide);
    await expect(readFile(join(user.folder, guide), 'utf8')).resolves.toContain('confere');
  });
});
