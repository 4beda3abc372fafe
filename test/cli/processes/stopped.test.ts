import { readdir, readFile } from 'node:fs/promises';
import { openDatabase } from '../../../src/sqlite/index.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { cpfs, eventually, ledgerOf, makeCpf } from '../support.js';

describe.concurrent('lookups that a signal stops', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'the running one is paid for, so its answer is printed and stored: %s, exit %i',
    async ([signal, exit], { server, user }) => {
      server.script('GET /cpf/', 'hold');
      const [first = '', second = ''] = cpfs(2);
      const looking = user.start(['cpf', first, second, '--json', '-v']);
      await server.seen('GET /cpf/');
      looking.kill(signal);
      await looking.says('stderr', 'Stopping after the current answer');
      server.releaseAnswers();
      const { code, stdout } = await looking.done;
      expect([code, JSON.parse(stdout)]).toMatchObject([exit, { id: first, source: 'api' }]);
      expect(await user.json(['cpf', first])).toMatchObject({ id: first, source: 'ledger' });
      expect(server.book.charged).toEqual([first]);
    },
  );

  it('one without an answer stays in doubt, and the exit code is 10', async ({ arrange }) => {
    const { server, user } = await arrange({ always: { 'GET /cpf/': 'hang' } });
    const running = user.start(['cpf', ...cpfs(2), '--timeout', '1s']);
    await server.seen('GET /cpf/');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect([code, stderr]).toEqual([10, expect.stringContaining('may have been charged')]);
    expect(server.count('GET /cpf/')).toBe(1);
  });

  it('a file keeps its old content until then, and gets what was answered', async ({ user }) => {
    const file = await user.file('a.jsonl', 'old');
    const options = { stdin: `${makeCpf(1)}\n`, keepsTyping: true };
    const running = user.start('cpf - -o a.jsonl --overwrite', options);
    await eventually(async () => {
      const part = (await readdir(user.folder)).find((name) => name.endsWith('.part')) ?? '';
      expect(await user.read(part)).toContain(makeCpf(1));
    });
    expect(await readFile(file, 'utf8')).toBe('old');
    running.kill('SIGINT');
    expect((await running.done).code).toBe(130);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ id: makeCpf(1) });
  });
});

it('a record that cannot be stored is the last one paid', async ({ server, user }) => {
  server.script('GET /cpf/', 'hold');
  const looking = user.run(['cpf', ...cpfs(2)]);
  await server.seen('GET /cpf/');
  const db = openDatabase(await ledgerOf(user));
  db.exec('PRAGMA foreign_keys=OFF; DROP TABLE records');
  db.close();
  server.releaseAnswers();
  const { code, stdout, stderr } = await looking;
  expect([code, server.book.charged]).toEqual([5, cpfs(1)]);
  expect(stdout).toContain('Born');
  expect(stderr).toContain('paid for but could not be stored');
  expect(stderr).toContain('1 found, 1 not asked.');
});
