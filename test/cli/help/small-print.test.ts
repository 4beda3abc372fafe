import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { startReferee, type RefereeOptions } from '../../helpers/referee/index.js';
import { parsed, sized } from '../bulk/bulk-support.js';

describe('identifiers that the balance did not cover', () => {
  it('are a matter of credits for bulk watch, too', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2 });
    const file = await user.file('in.csv', sized(3));
    await user.ends(7, `bulk run ${file} --fit-balance`);
    const watched = await user.ends(7, 'bulk watch');
    expect(watched.stderr).toContain('not looked up and cost nothing: the balance or a limit');
    expect(watched.stderr).not.toContain('failed');
    server.book.account.credits += 5;
    const [resume = ''] = printedCommands(watched.stderr);
    await user.ends(0, [...wordsOf(resume)]);
    expect(server.book.charged).toHaveLength(3);
  });
});

describe('a plan without overage', () => {
  it.for(['Grátis', 'Free'])('is not advised to accept any: %s', async (plan, { arrange }) => {
    const { server, user } = await arrange({ credits: 2, plan });
    const file = await user.file('in.csv', sized(3));
    const refused = await user.ends(7, `bulk run ${file}`);
    expect(refused.stderr).not.toContain('--allow-overage');
    expect(printedCommands(refused.stderr)).toEqual([expect.stringContaining('--fit-balance')]);
    expect(server.posts).toHaveLength(0);
  });
});

describe('the worst case', () => {
  it('says that its price is an assumption until something shows it', async ({ user }) => {
    const first = await user.run(['bulk', 'run', await user.file('a.csv', sized(30))]);
    expect(first.stderr).toContain('at most 30 of 100,000 credits (assuming 1 credit per CPF)');
    await user.run('quota');
    const file = await user.file('b.csv', sized(40));
    const second = await user.run(`bulk run ${file} --fresh`);
    expect(second.stderr).toContain('at most 40 of ');
    expect(second.stderr).not.toContain('assuming');
    expect((await user.run('bulk status')).stdout).not.toContain('assuming');
  });
});

describe('adopting', () => {
  /** A batch of three whose answer was lost, and a job of the account with `count` of its identifiers. */
  async function doubtful(count: number, options: RefereeOptions = {}) {
    const server = await startReferee(options);
    const user = await newInProcessUser(server);
    onTestFinished(async () => {
      await user[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });
    server.script('POST', 'drop_after');
    const lost = await user.run(['bulk', 'run', await user.file('in.csv', sized(3)), '--json']);
    const cpfs = Array.from({ length: count }, (_, n) => makeCpf(n));
    await fetch(`${server.url}/cpf/bulk`, {
      method: 'POST',
      headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
      body: JSON.stringify({ cpfs }),
    });
    const [, jobId = ''] = server.jobIds();
    return { server, user, batch: String(parsed(lost.stdout)['batch']), jobId };
  }

  it('prints the whole command to run later, for a job that names no identifier yet', async () => {
    const { server, user, batch, jobId } = await doubtful(2, { holdJobs: true });
    const adopt = ['bulk', 'resolve', batch, '--adopt', jobId, '--deadline', '1m'];
    const early = await user.ends(2, adopt);
    const [later = ''] = printedCommands(early.stderr);
    expect(wordsOf(later)).toEqual(adopt);
    server.releaseJobs();
    await fetch(`${server.url}/cpf/bulk/${jobId}`, { headers: { 'x-api-key': server.key } });
    // It has two of the three that were sent.
    await user.ends(10, wordsOf(later));
  });

  it('says what is the case where the job has fewer identifiers than were sent', async () => {
    const { server, user, batch, jobId } = await doubtful(2);
    const adopted = await user.ends(10, `bulk resolve ${batch} --adopt ${jobId}`);
    expect(adopted.stderr).toContain('The adopted job has 2 of the 3 identifiers of this one');
    await user.ends(10, `bulk resume ${batch}`);
    const { stdout } = await user.run(`bulk status ${batch}`);
    expect(stdout).toContain('The adopted job has 2 of the 3 identifiers of this one');
    expect(stdout).toContain(
      'abandon it at no further cost, or send it again, which may cost its price once more.',
    );
    const posts = server.posts.length;
    const left = await user.run(`bulk resume ${batch}`);
    const [giveUp = ''] = printedCommands(left.stderr);
    await user.ends(0, [...wordsOf(giveUp), '--yes']);
    expect(server.posts).toHaveLength(posts);
  });
});
