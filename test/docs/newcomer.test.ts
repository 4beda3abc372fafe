import { cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishIn } from '../helpers/terminal/english.js';
import { makeCpf } from '../helpers/invented.js';
import { blocks, pages } from '../helpers/markdown.js';
import { startReferee } from '../helpers/referee/index.js';
import { hasShell, newShellUser, pollOften, type ShellUser } from '../helpers/shell.js';

/** The working folder changes while a command runs in this process. */
const ROOT = resolve('.');
/** What `npm ci` leaves in the folder of the sources. */
const FOLDER = ['bin', 'dist', 'docs', 'fixtures', 'scripts', 'package.json'];
const OWN = Buffer.from(
  `Cliente;Documento\r\nJosé;${makeCpf(1)}\r\nZoé;${makeCpf(2)}\r\n`,
  'latin1',
);

/** A new user in a fresh folder of the sources, with a file of their own. */
async function newcomer(): Promise<ShellUser> {
  const user = await newShellUser();
  for (const name of FOLDER)
    await cp(join(ROOT, name), join(user.folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(user.folder, 'node_modules'));
  await user.file('clientes.csv', OWN);
  await pollOften(user);
  return user;
}

/** What a page shows and a newcomer does elsewhere; the key is typed at a prompt there. */
const INSTEAD: readonly (readonly [text: RegExp, here: string])[] = [
  [/^npm .*$/gm, ':'],
  [/ https:\/\/service\.example$/gm, ' "$SERVICE" --with-key <<< "$KEY"'],
];

const READ_FIRST = (await pages()).filter(
  (page) =>
    /README|getting-started|primeiros-passos/.test(page.path) && blocks(page, 'sh').length > 0,
);

describe.skipIf(!hasShell).concurrent('the pages that are read first', () => {
  it.each(READ_FIRST)('$path: every command works, from an empty folder', async (page) => {
    await using server = await startReferee();
    await using user = await newShellUser();
    // A reader brings a file for the real service.
    await user.file('carteira.csv', OWN);
    const shown = blocks(page, 'sh').join('\n');
    const script = INSTEAD.reduce((text, [what, here]) => text.replaceAll(what, here), shown);
    const env = { SERVICE: server.url, KEY: server.key };
    expect(await user.sh(`set -euo pipefail\n${script}`, env)).toMatchObject({ code: 0 });
    const result = await readFile(join(user.folder, 'clientes.confere.csv'), 'utf8');
    expect(result.split('\n')).toHaveLength(14);
  });
});

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
