import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { makeCpf } from '../helpers/invented.js';
import { FAST, parsed, sized } from './bulk/bulk-support.js';

describe.concurrent('two batches that share identifiers', () => {
  it('pay once for what one buys while the other is about to submit it', async ({
    server,
    user,
  }) => {
    await user.run(['config', 'set', 'cost-cpf', '1']);
    server.script('POST /cpf/bulk', 'hold');
    const large = user.start(['bulk', 'run', await user.file('a.csv', sized(10_003)), ...FAST]);
    await server.seen('POST /cpf/bulk');
    const small = await user.file('b.csv', sized(3, 10_000));
    expect((await user.run(['bulk', 'run', small, ...FAST])).code).toBe(0);
    server.releaseAnswers();
    expect((await large.done).code).toBe(0);
    expect(server.book.charged).toHaveLength(10_003);
    const { stdout } = await user.run(['bulk', 'run', user.folder + '/a.csv', '--json', ...FAST]);
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 10_003, reused: 3 });
  });

  it('started at the same moment, submit each identifier once', async ({ server, user }) => {
    const file = await user.file('a.csv', sized(50));
    await Promise.all([
      user.start(['bulk', 'submit', file]).done,
      user.start(['bulk', 'submit', file, '--name', 'x']).done,
    ]);
    expect(server.posts).toHaveLength(1);
    const runs = [[], ['--name', 'x'], []].map((name) => [
      'bulk',
      'run',
      file,
      ...name,
      '--overwrite',
    ]);
    for (const args of runs) await user.run([...args, ...FAST]);
    for (const args of runs) expect((await user.run([...args, ...FAST])).code).toBe(0);
    expect(server.book.charged).toHaveLength(50);
  });
});

describe.concurrent('bulk resolve --resubmit', () => {
  it('that the balance refuses changes nothing', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 4 });
    await user.run(['config', 'set', 'cost-cpf', '1']);
    const file = await user.file('in.csv', sized(8));
    server.script('POST /cpf/bulk', 'drop_after');
    const lost = await user.run(['bulk', 'run', file, '--fit-balance', '--json', ...FAST]);
    const batch = String(parsed(lost.stdout)['batch']);
    const poor = await user.run(['bulk', 'resolve', batch, '--resubmit', '-y', '--fit-balance']);
    // It is refused whole, and changes nothing: the lost job can still be adopted.
    expect(poor.code).toBe(10);
    expect(poor.stderr).toContain('Nothing was changed');
    expect((await user.run(['bulk', 'resume', batch, ...FAST])).code).toBe(10);
    const [jobId = ''] = server.jobIds();
    expect((await user.run(['bulk', 'resolve', batch, '--adopt', jobId])).code).toBe(0);
    server.book.account.credits += 100;
    expect((await user.run(['bulk', 'resume', batch, ...FAST])).code).toBe(0);
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([4, 4]);
  });
});

describe.concurrent('an unknown outcome and an unwritable output', () => {
  it('end with 10 and report both', async ({ server, user }) => {
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
});
