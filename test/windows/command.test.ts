import { expect } from 'vitest';
import { removeRepeatedInputs } from '../../src/commands/bulk/shared/places.js';
import { readExamples } from '../../src/commands/help/notes.js';
import { writeForShell } from '../../src/commands/help/text.js';
import { readKeyFile } from '../../src/config/account.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { everyCommand } from '../cli/help/help-support.js';
import { expectWays } from '../helpers/cases.js';
import { makeCpf } from '../helpers/invented.js';
import { it } from '../helpers/with-service.js';

const WINDOWS = { platform: 'win32' };

it('names and languages are as names.txt says', async ({ server, user }) => {
  await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  const firstLine = ({ code, stderr }: { code: number | null; stderr: string }) =>
    `${code} ${stderr.split('\n')[0]}`;
  const ways: Readonly<Record<string, (value: never) => unknown>> = {
    inputs: (platform: string) =>
      removeRepeatedInputs(['t/Teste.csv', 'T/TESTE.CSV'], platform).length,
    output: async (name: string) => {
      const ends = new Set<string>();
      for (const option of ['-o', '--out-dir'])
        ends.add(firstLine(await user.run(['bulk', 'run', 'none.csv', option, name], WINDOWS)));
      const isRefused = [...ends].join().includes('does not allow that name');
      if (isRefused) ends.add(firstLine(await user.run(['cpf', makeCpf(1), '-o', name], WINDOWS)));
      return [...ends].join(' | ');
    },
    language: async ([locale, env]: [string, Readonly<Record<string, string>>]) =>
      firstLine(await user.run('bluk', { ...WINDOWS, locale, env })),
  };
  await expectWays(new URL('names.txt', import.meta.url), ways);
  expect(server.log).toEqual([]);
});

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with a mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without one': (text) => Buffer.from(text, 'utf16le'),
  'big-endian UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

it('identifiers and a key are read in every encoding that PowerShell pipes', async ({
  server,
  fresh,
}) => {
  for (const [title, encoded] of Object.entries(ENCODINGS)) {
    const ids = encoded(`${makeCpf(1)}\r\n\r\n${makeCpf(2)}\r\n`);
    const { stdout } = await fresh.ends(0, 'check -', { ...WINDOWS, stdin: ids });
    expect(stdout.match(/^valid/gm), title).toHaveLength(2);
    const env = { CONFERE_BASE_URL: server.url };
    const stdin = encoded(`${server.key}\r\n`);
    await fresh.ends(0, 'auth login --with-key', { ...WINDOWS, env, stdin });
    await fresh.ends(0, 'quota', { ...WINDOWS, env });
    expect(readKeyFile(await fresh.file('key.txt', stdin), '--api-key-file')).toBe(server.key);
  }
});

it('JSON on Windows is ASCII and the same, also as a result, but no CSV is', async ({ user }) => {
  const nameIn = (json: string) => (JSON.parse(json) as { data: { name: unknown } }).data.name;
  for (const option of ['--json', '--format=json']) {
    const args = ['--sandbox', 'cpf', '529.982.247-25', option];
    const elsewhere = await user.run(args);
    const { stdout } = await user.ends(0, [...args, '--fresh'], WINDOWS);
    expect(stdout).toMatch(/^[\u0020-\u007e\n]+$/);
    expect(stdout).toContain('\\u00c1');
    expect(nameIn(stdout)).toBe(nameIn(elsewhere.stdout));
  }
  const file = await user.file('in.csv', `nome;cpf\nJosé 𝒳;${makeCpf(1)}\n`);
  const run = (...more: string[]) =>
    user.run(['bulk', 'run', file, '-o', '-', '--again', ...more], WINDOWS);
  const { stdout } = await run('--format', 'jsonl');
  expect(stdout).toMatch(/^[\u0020-\u007e\n]+$/);
  expect(JSON.parse(stdout)).toMatchObject({ nome: 'José 𝒳' });
  expect((await run()).stdout).toContain('José 𝒳');
});

it('wildcards are names of files, which no shell there makes of them', async ({ server, user }) => {
  await user.file('in-1.csv', `cpf\n${makeCpf(1)}\n`);
  await user.ends(0, 'bulk check in-*.csv', WINDOWS);
  await user.ends(0, 'bulk submit ?n-1.csv', WINDOWS);
  await user.run('bulk run in-1.csv -o out-1.csv', WINDOWS);
  await user.ends(0, 'bulk diff out*.csv ou?-1.csv', WINDOWS);
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

it('the help on Windows has no sh in its examples', async () => {
  // The examples of `completion` are lines for a shell that the user names.
  const others = (await everyCommand()).filter(({ path }) => path !== 'completion');
  for (const { command } of others)
    for (const line of readExamples(command))
      expect(writeForShell('win32', line)).not.toMatch(/ < |\$\(|^c(at|ut) /);
});

it('macOS flushes its disk, too', () => {
  const db = openDatabase(':memory:');
  expect(db.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
  db.close();
});
