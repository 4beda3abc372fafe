import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { readKeyFile } from '../../src/config/account.js';
import { readExamples } from '../../src/commands/help/notes.js';
import { writeForShell } from '../../src/commands/help/text.js';
import { quoteForShell } from '../../src/messages/command-line.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { everyCommand } from '../cli/help/help-support.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';
import { removeRepeatedInputs } from '../../src/commands/bulk/shared/places.js';
import { openDatabase } from '../../src/sqlite/index.js';

const WINDOWS = { platform: 'win32' };
const marked = {
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without one': (text: string) => Buffer.from(text, 'utf16le'),
  'big-endian UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};
const encodings = Object.entries(marked);

describe('what PowerShell pipes', () => {
  it.each(encodings)('in %s: identifiers are read, and a key is used', async (_, encoded) => {
    await using server = await startReferee();
    await using user = await newInProcessUser();
    const ids = encoded(`${makeCpf(1)}\r\n\r\n${makeCpf(2)}\r\n`);
    const { stdout } = await user.ends(0, 'check -', { ...WINDOWS, stdin: ids });
    expect(stdout.split('\n').filter((line) => line.startsWith('valid'))).toHaveLength(2);
    const env = { CONFERE_BASE_URL: server.url };
    const stdin = encoded(`${server.key}\r\n`);
    await user.ends(0, 'auth login --with-key', { ...WINDOWS, env, stdin });
    await user.ends(0, 'quota', { ...WINDOWS, env });
    expect(readKeyFile(await user.file('key.txt', stdin), '--api-key-file')).toBe(server.key);
  });
});

describe('JSON for programs on Windows', () => {
  it.each([[['--json']], [['--format=json']]])('with %j is ASCII, the same', async (options) => {
    await using user = await newInProcessUser();
    const args = ['--sandbox', 'cpf', '529.982.247-25', ...options];
    const elsewhere = await user.run(args);
    const { stdout } = await user.ends(0, [...args, '--fresh'], WINDOWS);
    expect(stdout).toMatch(/^[\u0020-\u007e\n]+$/);
    expect(stdout).toContain('\\u00c1');
    expect(nameIn(stdout)).toBe(nameIn(elsewhere.stdout));
  });

  it('is ASCII as a result on stdout, too, but no CSV is', async ({ user }) => {
    const file = await user.file('in.csv', `nome;cpf\nJosé 𝒳;${makeCpf(1)}\n`);
    const run = (...more: string[]) =>
      user.run(['bulk', 'run', file, '-o', '-', '--again', ...more], WINDOWS);
    const { stdout } = await run('--format', 'jsonl');
    expect(stdout).toMatch(/^[\u0020-\u007e\n]+$/);
    expect(JSON.parse(stdout)).toMatchObject({ nome: 'José 𝒳' });
    expect((await run()).stdout).toContain('José 𝒳');
  });
});

it('wildcards are names of files, which no shell there makes of them', async ({ server, user }) => {
  await user.file('in-1.csv', `cpf\n${makeCpf(1)}\n`);
  const check = await user.run('bulk check in-*.csv', WINDOWS);
  expect({ ...check, stderr: '' }).toMatchObject({ code: 0 });
  await user.ends(0, 'bulk submit ?n-1.csv', WINDOWS);
  await user.run('bulk run in-1.csv -o out-1.csv', WINDOWS);
  const diff = await user.run('bulk diff out*.csv ou?-1.csv', WINDOWS);
  expect({ ...diff, stdout: '' }).toMatchObject({ code: 0 });
  await user.file('in-2.csv', `cpf\n${makeCpf(2)}\n`);
  const posts = server.posts.length;
  for (const args of [
    ['bulk', 'check', 'in-*.csv'],
    ['bulk', 'submit', 'in-*.csv'],
    ['bulk', 'diff', 'in-*.csv', 'out-1.csv'],
  ]) {
    const { stderr } = await user.ends(2, args, WINDOWS);
    expect(stderr).toMatch(/takes (1 argument|2 arguments), not (2|3)\./);
  }
  expect(server.posts).toHaveLength(posts);
  const none = await user.run('bulk submit *.tsv', WINDOWS);
  expect(none.stderr).toContain('*.tsv does not exist');
});

it.each([
  ['C:\\Users\\Ana\\in.csv', 'C:\\Users\\Ana\\in.csv'],
  ['my list.csv', '"my list.csv"'],
  ['a,b', '"a,b"'],
  ['@x', '"@x"'],
  ['$HOME "x"`', '"`$HOME `"x`"``"'],
])('advice on Windows quotes %s as PowerShell reads it', (word, written) => {
  expect(quoteForShell(word, 'win32')).toBe(written);
});

describe('the help on Windows', () => {
  it('has the words of PowerShell', async () => {
    await using user = await newInProcessUser();
    const { stdout } = await user.run('bulk submit --help', WINDOWS);
    expect(stdout).toContain('$id = confere bulk submit clientes.csv');
    const curl = await user.run('sandbox --help', WINDOWS);
    expect(curl.stdout.replaceAll(/\s+/g, ' ')).toContain(
      "'curl.exe -X POST <address>/sandbox/renew'",
    );
    const other = await user.run('auth login --help', { platform: 'darwin' });
    expect(other.stdout).not.toContain('Get-Content');
  });

  it('has no sh in its examples', async () => {
    // The examples of `completion` are lines for a shell that the user names.
    const others = (await everyCommand()).filter(({ path }) => path !== 'completion');
    for (const { command } of others)
      for (const line of readExamples(command))
        expect(writeForShell('win32', line)).not.toMatch(/ < |\$\(|^c(at|ut) /);
  });
});

it.each([
  ['pt-BR', {}, 'O comando'],
  ['en-US', {}, 'There is no command'],
  ['pt-BR', { LANG: 'en_US.UTF-8' }, 'There is no command'],
  ['en-US', { CONFERE_LANG: 'pt-BR' }, 'O comando'],
])("the language is the system's (%s) where no variable says it: %j", async (locale, env, told) => {
  await using user = await newInProcessUser();
  const { stderr } = await user.run('bluk', { ...WINDOWS, locale, env });
  expect(stderr).toContain(told);
});

function nameIn(stdout: string): unknown {
  return (JSON.parse(stdout) as { data: { name: unknown } }).data.name;
}

describe('names that Windows does not have', () => {
  it.each([
    'nul',
    'aux.csv',
    'CONIN$',
    join('out', 'COM1.result.csv'),
    'ab:c.csv',
    'out.csv.',
    'what?.csv',
  ])('%j is refused before anything is sent', async (name) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    for (const args of [
      ['bulk', 'run', file, '-o', name],
      ['bulk', 'run', file, '--out-dir', name],
      ['cpf', makeCpf(1), '-o', name],
    ]) {
      const { stderr } = await user.ends(2, args, { platform: 'win32' });
      expect(stderr).toContain(`${name} cannot be written: Windows does not allow that name.`);
    }
    expect(server.log).toEqual([]);
  });

  it.each(['C:\\Users\\Ana\\out.csv', '..\\out.csv', 'console.csv', '.\\.hidden.csv', '-'])(
    '%j is one',
    async (name) => {
      await using user = await newInProcessUser();
      const args = ['--sandbox', 'bulk', 'run', 'none.csv', '-o', name];
      const { stderr } = await user.run(args, { platform: 'win32' });
      expect(stderr).toContain('none.csv does not exist');
    },
  );
});

it.each([
  ['win32', 1],
  ['darwin', 1],
  ['linux', 2],
])('one file by two names on %s there are %i inputs', (platform, count) => {
  const inputs = removeRepeatedInputs(['t/Teste.csv', 'T/TESTE.CSV'], platform);
  expect(inputs).toHaveLength(count);
});

it('macOS flushes its disk, too', () => {
  const db = openDatabase(':memory:');
  expect(db.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
  db.close();
});
