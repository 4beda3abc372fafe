import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { sized } from './bulk-support.js';
import { makeCpf } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import type { Referee } from '../../helpers/referee/index.js';

const RUN = 'bulk run in.csv';

describe('credits that have run out', () => {
  it('before anything was looked up: the printed command goes on', async ({ arrange }) => {
    const { server, user } = await arrange({ jobs: [{ skipLast: 3 }] });
    await user.file('in.csv', sized(3));
    const { stderr } = await user.ends(7, RUN);
    expect(stderr).toMatch(/^confere: .*credits/m);
    await user.ends(0, wordsOf(printedCommands(stderr)[0] ?? ''));
    expect([...server.book.charges.values()]).toEqual([1, 1, 1]);
  });

  it.for([
    ['day', /continue tomorrow/],
    ['month', /continue next month/],
  ] as const)('a budget of a %s that never covers all', async ([of, told], { server, user }) => {
    await user.file('in.csv', sized(9));
    const { stderr } = await user.ends(7, `${RUN} --max-credits-per-${of} 5`);
    // Tomorrow helps no one.
    expect(stderr).not.toContain('continue');
    const [next = ''] = printedCommands(stderr);
    expect(next).toContain('--fit-balance');
    const part = await user.run(wordsOf(next));
    expect(part.stderr).toContain('5 of 9 identifiers answered');
    expect((await user.run(wordsOf(next))).stderr).toMatch(told);
    expect(server.book.charged).toHaveLength(5);
  });
});

describe('what the balance or the plan does not cover', () => {
  it('is a matter of credits for bulk watch, too', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2 });
    await user.file('in.csv', sized(3));
    await user.ends(7, `${RUN} --fit-balance`);
    const { stderr } = await user.ends(7, 'bulk watch');
    expect(stderr).toContain('not looked up and cost nothing: the balance or a limit');
    expect(stderr).not.toContain('failed');
    server.book.account.credits += 5;
    await user.ends(0, wordsOf(printedCommands(stderr)[0] ?? ''));
    expect(server.book.charged).toHaveLength(3);
  });

  it('is never advised as overage of a plan that has none', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2, plan: 'Grátis' });
    await user.file('in.csv', sized(3));
    const { stderr } = await user.ends(7, RUN);
    expect(stderr).not.toContain('--allow-overage');
    expect(printedCommands(stderr)).toEqual([expect.stringContaining('--fit-balance')]);
    expect(server.posts).toHaveLength(0);
  });
});

describe('adopting', () => {
  /** A batch of three whose answer was lost, and a job of the account with two of its identifiers. */
  async function doubtful(user: User, server: Referee) {
    server.script('POST', 'drop_after');
    await user.file('in.csv', sized(3));
    const { batch } = await user.json(RUN);
    const headers = { 'x-api-key': server.key, 'content-type': 'application/json' };
    const body = JSON.stringify({ cpfs: [makeCpf(0), makeCpf(1)] });
    await fetch(`${server.url}/cpf/bulk`, { method: 'POST', headers, body });
    const [, jobId = ''] = server.jobIds();
    return { batch: String(batch), jobId, headers };
  }

  it('says what is the case where the job has fewer identifiers', async ({ server, user }) => {
    const { batch, jobId } = await doubtful(user, server);
    const told = 'The adopted job has 2 of the 3 identifiers of this one';
    const adopted = await user.ends(10, `bulk resolve ${batch} --adopt ${jobId}`);
    expect(adopted.stderr).toContain(told);
    const { stderr } = await user.ends(10, `bulk resume ${batch}`);
    const { stdout } = await user.run(`bulk status ${batch}`);
    expect(stdout).toContain(told);
    expect(stdout).toContain(
      'abandon it at no further cost, or send it again, which may cost its price once more.',
    );
    const posts = server.posts.length;
    await user.ends(0, [...wordsOf(printedCommands(stderr)[0] ?? ''), '--yes']);
    expect(server.posts).toHaveLength(posts);
  });
});
