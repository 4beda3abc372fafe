import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { INPUT, KEYS, lines, parsed, sized } from './bulk-support.js';

describe.concurrent('confere bulk submit, watch, status and list', () => {
  it('prints the id before the first submission', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'hang');
    await user.file('in.csv', INPUT);
    const running = user.start('bulk submit in.csv');
    await server.seen('POST /cpf/bulk');
    await running.says('stdout', '\n');
    running.kill('SIGKILL');
    const { stdout } = await running.done;
    expect(stdout).toMatch(/^\w+\n$/);
    await user.ends(0, `bulk status ${stdout.trim()}`);
    expect(server.book.jobs).toEqual([]);
  });

  it('works step by step, with the batch named by a prefix of its id', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('in.csv', INPUT);
    const { stdout } = await user.ends(0, 'bulk submit in.csv');
    const batch = stdout.trim();
    expect(stdout).toBe(`${batch}\n`);
    await user.silent(2, `bulk export ${batch}`);
    expect(await user.json('bulk status')).toMatchObject({ batch, state: 'running', pending: 3 });
    server.releaseJobs();
    const watched = await user.ends(0, `bulk watch ${batch.slice(0, 6)} --json`);
    expect(parsed(watched.stdout)).toMatchObject({ batch, state: 'complete', found: 3 });
    const env = { CONFERE_API_KEY: undefined };
    const exported = await user.ends(0, `bulk export ${batch}`, { env });
    expect(exported.stdout.split('\r\n')).toHaveLength(7);
    const only = await user.run('bulk export --only invalid', { env });
    expect(only.stdout.split('\r\n')).toHaveLength(3);
    const jsonl = await user.run('bulk export --format jsonl', { env });
    expect(lines(jsonl.stdout)).toHaveLength(5);
    expect(await user.json('bulk list', { env })).toMatchObject([{ batch, state: 'complete' }]);
  });

  it('submit --json prints one object; the same file, one batch', async ({ server, user }) => {
    await user.file('in.csv', INPUT);
    const first = await user.json('bulk submit in.csv');
    expect(Object.keys(first).sort()).toEqual(KEYS.toSorted());
    expect((await user.json('bulk submit in.csv'))['batch']).toBe(first['batch']);
    expect(server.posts).toHaveLength(1);
  });

  it('a deadline while the first part is processed is 8', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('in.csv', sized(10));
    const { stderr } = await user.ends(8, 'bulk submit in.csv --max-credits 10 --deadline 1s');
    expect(stderr).toContain('still running at the service');
    expect(stderr).not.toContain('cost nothing');
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([1]);
  });

  it('an unknown batch and an empty ledger exit 2', async ({ user }) => {
    for (const args of ['watch', 'export', 'status', 'status zzz', 'watch zzz'])
      await user.silent(2, `bulk ${args}`);
  });
});
