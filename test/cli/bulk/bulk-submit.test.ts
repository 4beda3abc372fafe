import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { FAST, INPUT, KEYS, parsed, sized } from './bulk-support.js';

describe.concurrent('confere bulk submit, watch, status and list', () => {
  it('prints the id before the first submission', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'hang');
    const file = await user.file('in.csv', INPUT);
    const running = user.start(['bulk', 'submit', file]);
    await server.seen('POST /cpf/bulk');
    await running.says('stdout', '\n');
    running.kill('SIGKILL');
    const { stdout } = await running.done;
    expect(stdout).toMatch(/^\w+\n$/);
    await user.ends(0, ['bulk', 'status', stdout.trim(), '--json']);
    expect(server.book.jobs).toEqual([]);
  });

  it('works step by step, with the batch named by a prefix of its id', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', INPUT);
    const submitted = await user.run(['bulk', 'submit', file]);
    const id = submitted.stdout.trim();
    expect({ code: submitted.code, stdout: submitted.stdout }).toEqual({
      code: 0,
      stdout: `${id}\n`,
    });
    await user.silent(2, ['bulk', 'export', id]);
    const status = await user.run('bulk status --json');
    expect(parsed(status.stdout)).toMatchObject({ batch: id, state: 'running', pending: 3 });
    server.releaseJobs();
    const watched = await user.ends(0, ['bulk', 'watch', id.slice(0, 6), '--json', ...FAST]);
    expect(parsed(watched.stdout)).toMatchObject({ batch: id, state: 'complete', found: 3 });
    const env = { CONFERE_API_KEY: undefined };
    const exported = await user.ends(0, ['bulk', 'export', id], { env });
    expect(exported.stdout.split('\r\n')).toHaveLength(7);
    const only = await user.run('bulk export --only invalid', { env });
    expect(only.stdout.split('\r\n')).toHaveLength(3);
    const jsonl = await user.run('bulk export --format jsonl', { env });
    expect(
      jsonl.stdout
        .trimEnd()
        .split('\n')
        .map((line) => typeof JSON.parse(line)),
    ).toHaveLength(5);
    const listed = await user.run('bulk list --json', { env });
    expect(parsed(listed.stdout)).toMatchObject([{ batch: id, state: 'complete' }]);
  });

  it('submit --json prints one object; the same file, one batch', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    const first = await user.json(['bulk', 'submit', file]);
    const second = await user.json(['bulk', 'submit', file]);
    expect(Object.keys(first).sort()).toEqual(KEYS.toSorted());
    expect(second['batch']).toBe(first['batch']);
    expect(server.posts).toHaveLength(1);
  });

  it('a deadline while the first part is processed is 8', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', sized(10));
    const args = ['bulk', 'submit', file, '--max-credits', '10', '--deadline', '1s', ...FAST];
    const { stderr } = await user.ends(8, args);
    expect(stderr).toContain('still running at the service');
    expect(stderr).not.toContain('cost nothing');
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([1]);
  });

  it('a settle time below 11m is only for a service on this machine', async ({ fresh: user }) => {
    const file = await user.file('in.csv', sized(3));
    const env = { CONFERE_BASE_URL: 'https://service.invalid', CONFERE_API_KEY: 'a-key' };
    const args = ['bulk', 'submit', file];
    const given = await user.run([...args, '--settle', '1m'], { env });
    expect({ ...given }).toMatchObject({ code: 2, stdout: '' });
    expect(given.stderr).toContain(
      'Nothing was sent: a settle time below 11m is only for a sandbox',
    );
    await user.run('config set settle 10m', { env });
    const set = await user.run(args, { env });
    expect({ ...set }).toMatchObject({ code: 2, stdout: '' });
    await user.ends(0, [...args, '--sandbox', '-y']);
  });

  it('an unknown batch and an empty ledger exit 2', async ({ user }) => {
    for (const args of [['watch'], ['export'], ['status'], ['status', 'zzz'], ['watch', 'zzz']]) {
      const { code, stdout } = await user.run(['bulk', ...args]);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    }
  });
});
