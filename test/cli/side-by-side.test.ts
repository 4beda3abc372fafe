import { describe, expect, it } from '../helpers/with-service.js';
import { FAST, makeCpf, parsed, sized } from './support.js';

describe.concurrent('two batches that share identifiers', () => {
  it('pay once for what the other is about to submit', async ({ server, user }) => {
    await user.run('config set cost-cpf 1');
    server.script('POST /cpf/bulk', 'hold');
    const large = user.start(['bulk', 'run', await user.file('a.csv', sized(10_003)), ...FAST]);
    await server.seen('POST /cpf/bulk');
    const small = await user.file('b.csv', sized(3, 10_000));
    await user.ends(0, ['bulk', 'run', small]);
    server.releaseAnswers();
    expect((await large.done).code).toBe(0);
    expect(server.book.charged).toHaveLength(10_003);
    const { stdout } = await user.run(['bulk', 'run', user.folder + '/a.csv', '--json']);
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 10_003, reused: 3 });
  });

  it('started at the same moment, submit each identifier once', async ({ server, user }) => {
    await user.file('a.csv', sized(50));
    const both = ['', ' --name x'].map((name) => user.start(`bulk submit a.csv${name}`).done);
    await Promise.all(both);
    expect(server.posts).toHaveLength(1);
    const runs = ['', ' --name x', ''].map((name) => `bulk run a.csv${name} --overwrite`);
    for (const line of runs) await user.run(line);
    for (const line of runs) await user.ends(0, line);
    expect(server.book.charged).toHaveLength(50);
  });
});

it.concurrent('a doubt and an unwritable output end with 10 and both', async ({ server, user }) => {
  // A known record, so that there is a result to write.
  await user.run(['cpf', makeCpf(0)]);
  const file = await user.file('in.csv', sized(4));
  server.script('GET /quota', 'hold');
  server.script('POST /cpf/bulk', 'drop_after');
  const running = user.start(['bulk', 'run', file, ...FAST]);
  await server.seen('GET /quota');
  await user.file('in.confere.csv', 'somebody else’s');
  server.releaseAnswers();
  const { code, stderr } = await running.done;
  expect(code).toBe(10);
  expect(stderr).toContain('in.confere.csv');
  expect(stderr).toMatch(/3 unconfirmed/);
});
