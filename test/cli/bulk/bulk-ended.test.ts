import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { FAST, INPUT, parsed, sized } from './bulk-support.js';

const nowOf = (stdout: string) => parsed(stdout)['credits'];

describe.concurrent('a file that is run again when its batch has ended', () => {
  it('says so in one line, with no cost of then', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    const file = await user.file('in.csv', INPUT);
    await user.run(['bulk', 'run', file, ...FAST]);
    const { stderr } = await user.ends(0, ['bulk', 'run', file, ...FAST]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^Complete since \d{4}-\d\d-\d\d \d\d:\d\d \(batch \w+\): nothing sent, 0 credits\. To look everything up again, at most 3 credits: --again --fresh\.$/,
    );
    expect(lines.slice(1)).toEqual([`Result: ${join(user.folder, 'in.confere.csv')} (5 rows).`]);
    const rehearsed = await user.run(['bulk', 'run', file, '-n']);
    expect(rehearsed.stderr.split('\n')[0]).toBe(lines[0]);
    expect(server.posts).toHaveLength(1);
  });

  it.for([['--reuse', '1ms'], ['--fresh']])(
    'with %o says that its answers are older, and what new ones may cost',
    async (flags, { server, user }) => {
      const args = ['bulk', 'run', await user.file('in.csv', sized(4)), ...flags, ...FAST];
      await user.run(args);
      const { stderr } = await user.run(args);
      expect(stderr).toContain(
        'nothing sent, 0 credits. These answers are older than --reuse and --fresh accept; to look them up again, at most 4 credits: --again.',
      );
      expect(server.book.charged).toHaveLength(4);
      // What it advises does what it says.
      await user.run([...args, '--again', '--overwrite']);
      expect(server.book.charged).toHaveLength(8);
    },
  );
});

describe.concurrent('credits.now', () => {
  it('is what this command was charged, so that nights add up', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const args = ['bulk', 'run', await user.file('in.csv', sized(4)), '--json', ...FAST];
    const late = await user.run([...args, '--deadline', '1s']);
    expect(nowOf(late.stdout)).toMatchObject({ charged: 0, now: 0 });
    server.releaseJobs();
    expect(nowOf((await user.run(args)).stdout)).toMatchObject({ charged: 4, now: 4 });
    expect(nowOf((await user.run(args)).stdout)).toMatchObject({ charged: 4, now: 0 });
    expect(nowOf((await user.run('bulk status --json')).stdout)).toMatchObject({
      ...{ charged: 4, now: 0 },
    });
  });

  it('of several files adds up what each was charged now', async ({ user }) => {
    const old = await user.file('a.csv', sized(2));
    await user.run(['bulk', 'run', old, ...FAST]);
    const both = ['bulk', 'run', old, await user.file('b.csv', sized(3, 10)), ...FAST];
    expect(nowOf((await user.run([...both, '--json'])).stdout)).toMatchObject({
      ...{ charged: 5, now: 3 },
    });
    expect((await user.run(both)).stderr).toMatch(/total +complete +5 +0 +5 +0 +0 +0 *$/m);
  });
});
