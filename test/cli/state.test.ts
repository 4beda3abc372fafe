import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { makeCpf } from '../helpers/invented.js';
import type { Result } from '../helpers/run-confere.js';

function expectOneSentence({ code, stdout, stderr }: Result, expected: number): void {
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
}

it.concurrent('a corrupt ledger.db is one sentence and exit 5', async ({ server, user }) => {
  // A process closes the file, which is written over.
  await user.start('bulk list').done;
  const home = join(user.folder, 'home');
  const ledger = (await readdir(home, { recursive: true })).find((name) =>
    name.endsWith('ledger.db'),
  );
  const path = join(home, ledger ?? 'no ledger.db');
  await writeFile(path, 'this is no database. '.repeat(500), { flag: 'r+' });
  await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  for (const line of [`cpf ${makeCpf(1)}`, 'bulk list', 'bulk run in.csv']) {
    const ended = await user.run(line);
    expectOneSentence(ended, 5);
    expect(ended.stderr).toContain('may be charged again');
  }
  expect(server.log).toEqual([]);
});

it('without a home folder CONFERE_HOME is needed, and enough', async ({ server, fresh: user }) => {
  await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  for (const line of [
    `auth login --with-key --base-url ${server.url}`,
    'auth status',
    'config set reuse 10d',
    'bulk run in.csv',
    `cpf ${makeCpf(2)} --sandbox`,
  ])
    await user.ends(0, line, { isHomeless: true, stdin: server.key });
  const env = { CONFERE_HOME: undefined };
  const without = await user.run('quota --sandbox', { isHomeless: true, env });
  expectOneSentence(without, 2);
  expect(without.stderr).toContain('Set CONFERE_HOME');
});

it.runIf(process.platform === 'linux')('a folder that cannot be made', async ({ fresh: user }) => {
  const env = { CONFERE_HOME: '/proc/confere/home' };
  for (const line of ['quota --sandbox', 'bulk list --sandbox', 'sandbox --port 0'])
    expectOneSentence(await user.run(line, { env }), 5);
  expectOneSentence(await user.run('config set reuse 10d', { env }), 2);
  await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  await user.ends(2, 'bulk run in.csv --sandbox --out-dir /proc/confere/out');
});
