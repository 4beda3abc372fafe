import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { makeCpf } from '../helpers/invented.js';
import type { Result } from '../helpers/run-confere.js';

function expectOneSentence({ code, stdout, stderr }: Result, expected: number): void {
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
}

describe.concurrent('an unusable state folder', () => {
  it('is one sentence and exit 5 if ledger.db is corrupt', async ({ server, user }) => {
    // A process closes the file, which is written over.
    await user.start('bulk list').done;
    const home = join(user.folder, 'home');
    const ledger = (await readdir(home, { recursive: true })).find((name) =>
      name.endsWith('ledger.db'),
    );
    const path = join(home, ledger ?? 'no ledger.db');
    await writeFile(path, 'this is no database. '.repeat(500), { flag: 'r+' });
    const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    for (const args of [
      ['cpf', makeCpf(1)],
      ['bulk', 'list'],
      ['bulk', 'run', file],
    ]) {
      const ended = await user.run(args);
      expectOneSentence(ended, 5);
      expect(ended.stderr).toContain('may be charged again');
    }
    expect(server.log).toEqual([]);
  });

  it.for([[['--sandbox']], [[]]])(
    'is one sentence and exit 2 if CONFERE_HOME is below a file, so that no settings can be read: %j',
    async ([flags], { server, user }) => {
      const env = { CONFERE_HOME: join(await user.file('plain', ''), 'home') };
      expectOneSentence(await user.run(['cpf', makeCpf(1), ...(flags ?? [])], { env }), 2);
      expect(server.log).toEqual([]);
    },
  );
});

describe('a user without a home folder', () => {
  it('works where CONFERE_HOME says, and needs it', async ({ server, fresh: user }) => {
    const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    const login = ['auth', 'login', '--with-key', '--base-url', server.url];
    for (const args of [
      login,
      ['auth', 'status'],
      ['config', 'set', 'reuse', '10d'],
      ['quota'],
      ['bulk', 'run', file],
      ['cpf', makeCpf(2), '--sandbox'],
    ])
      await user.ends(0, args, { isHomeless: true, stdin: server.key });
    const env = { CONFERE_HOME: undefined };
    const without = await user.run('quota --sandbox', { isHomeless: true, env });
    expectOneSentence(without, 2);
    expect(without.stderr).toContain('Set CONFERE_HOME');
  });
});

describe.runIf(process.platform === 'linux')('a folder that cannot be made', () => {
  it.for([
    [['config', 'set', 'reuse', '10d'], 2],
    [['quota', '--sandbox'], 5],
    [['bulk', 'list', '--sandbox'], 5],
    [['sandbox', '--port', '0'], 5],
  ] as const)('ends %j with a sentence', async ([args, code], { fresh: user }) => {
    const env = { CONFERE_HOME: '/proc/confere/home' };
    expectOneSentence(await user.run(args, { env }), code);
  });

  it('ends a run whose results would be in it', async ({ fresh: user }) => {
    const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    const args = ['bulk', 'run', file, '--sandbox', '--out-dir', '/proc/confere/out'];
    await user.ends(2, args);
  });
});
