import { cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishIn } from '../helpers/terminal/english.js';
import { makeCpf } from '../helpers/invented.js';
import { blocks, pages } from '../helpers/markdown.js';
import { hasShell, newShellUser, pollOften, type ShellUser } from '../helpers/shell.js';

/** What `npm ci` leaves in the folder of the sources. */
const FOLDER = ['bin', 'dist', 'docs', 'fixtures', 'scripts', 'package.json'];
const OWN = Buffer.from(
  `Cliente;Documento\r\nJosé;${makeCpf(1)}\r\nZoé;${makeCpf(2)}\r\n`,
  'latin1',
);
const every = await pages();

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

/** The commands of a page as typed, up to the real service, which takes a key. */
function typed(path: string, confere: string): string {
  const page = every.find((one) => one.path === path) ?? { path, text: '' };
  const free = page.text.slice(0, page.text.indexOf('unset CONFERE_SANDBOX'));
  return blocks({ path, text: free }, 'sh')
    .join('')
    .replace(/^npm .*$/m, ':')
    .replaceAll(/^confere /gm, confere);
}

describe.skipIf(!hasShell).concurrent('the first ten minutes of a newcomer', () => {
  it.each([
    ['docs/getting-started.md', FROM_SOURCES, 'en_US.UTF-8', 'result: clientes.confere.csv'],
    [
      ...['docs/pt-BR/primeiros-passos.md', INSTALLED],
      ...['pt_BR.UTF-8', 'resultado: clientes.confere.csv'],
    ],
  ])('%s: end with the result of their own file', async (path, confere, LANG, told) => {
    await using user = await newcomer();
    const { code, stdout, stderr } = await user.sh(`set -e\n${typed(path, confere)}`, { LANG });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(told) as string,
    });
    if (LANG.startsWith('pt')) expect(englishIn(stdout + stderr)).toEqual([]);
    const lines = (await readFile(join(user.folder, 'clientes.confere.csv'), 'latin1')).split(
      '\r\n',
    );
    expect(lines[0]).toMatch(/^Cliente;Documento;lookup_status;/);
    expect(lines[1]).toContain(`José;${makeCpf(1)};found;`);
  });

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
