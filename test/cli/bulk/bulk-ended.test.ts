import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { INPUT, sized } from './bulk-support.js';

const RUN = 'bulk run in.csv';

describe.concurrent('a file that is run again when its batch has ended', () => {
  it('says so in one line, with no cost of then', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    await user.file('in.csv', INPUT);
    await user.run(RUN);
    const { stderr } = await user.ends(0, RUN);
    expect(stderr).toMatch(
      /^Complete since \d{4}-\d\d-\d\d \d\d:\d\d, nothing sent\. Result: in\.confere\.csv \(\d+ rows?\)\.\n$/,
    );
    const rehearsed = (await user.run(`${RUN} -n`)).stderr.split('\n');
    expect(stderr).toContain(rehearsed[0]);
    expect(server.posts).toHaveLength(1);
  });

  it('with --fresh says that its answers are older', async ({ server, user }) => {
    await user.file('in.csv', sized(4));
    await user.run(`${RUN} --fresh`);
    expect((await user.run(`${RUN} --fresh`)).stderr).toContain(
      'nothing sent. These answers are older than --reuse and --fresh accept; to look them up again, at most 4 credits: --again.',
    );
    expect(server.book.charged).toHaveLength(4);
    // What it advises does what it says.
    await user.run(`${RUN} --fresh --again --overwrite`);
    expect(server.book.charged).toHaveLength(8);
  });
});

describe.concurrent('credits.now', () => {
  it('is what this command was charged, so that nights add up', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('in.csv', sized(4));
    const credits = async (line: string) => (await user.json(line))['credits'];
    expect(await credits(`${RUN} --deadline 1s`)).toMatchObject({ charged: 0, now: 0 });
    server.releaseJobs();
    expect(await credits(RUN)).toMatchObject({ charged: 4, now: 4 });
    expect(await credits(RUN)).toMatchObject({ charged: 4, now: 0 });
    expect(await credits('bulk status')).toMatchObject({ charged: 4, now: 0 });
  });

  it('of several files adds up what each was charged now', async ({ user }) => {
    await user.file('in.csv', sized(2));
    await user.file('b.csv', sized(3, 10));
    await user.run(RUN);
    const { credits } = await user.json(`${RUN} b.csv`);
    expect(credits).toMatchObject({ charged: 5, now: 3 });
    const { stderr } = await user.run(`${RUN} b.csv`);
    expect(stderr).toMatch(/total +complete +5 +0 +5 +0 +0 +0 *$/m);
  });
});
