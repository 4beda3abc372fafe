import { describe, expect, it } from '../../helpers/with-service.js';
import {
  INPUT,
  names,
  parsed,
  printedCommands,
  sized,
  cpfs,
  loseAnswer,
  nextIn,
  wordsOf,
} from '../support.js';

describe.concurrent('what confere bulk run pays for', () => {
  it.for(['run', 'submit'])('a budget refuses %s, leaves none', async (verb, { server, user }) => {
    await user.file('in.csv', sized(5));
    const { stderr } = await user.silent(7, `bulk ${verb} in.csv --max-credits 4`);
    expect(stderr).toContain('--max-credits');
    expect(server.log).toEqual([]);
    expect(await user.json('bulk list')).toEqual([]);
    await user.ends(0, `bulk ${verb} in.csv --max-credits 5`);
  });

  it('--dry-run sends nothing and stores nothing', async ({ server, user }) => {
    await user.file('in.csv', INPUT);
    for (const verb of ['run', 'submit'])
      expect(await user.json(`bulk ${verb} in.csv -n`)).toMatchObject({ batch: null, unique: 3 });
    expect(server.posts).toEqual([]);
    expect(await user.json('bulk list')).toEqual([]);
    expect(await names(user)).toEqual(['in.csv']);
  });

  it('more than told: a terminal says why, and sees what the rest costs', async ({ arrange }) => {
    const { server, user } = await arrange({ price: 7 });
    const terminal = { columns: 200, sits: true, stdin: '1\n' };
    await user.file('in.csv', sized(10));
    const line = 'bulk run in.csv --max-credits 90';
    const { stderr } = await user.ends(7, line, terminal);
    expect(stderr).toContain('Set: cost-cpf 7. The next run shows');
    expect(server.book.charged).toHaveLength(9);
    expect((await user.ends(0, 'bulk run in.csv', { ...terminal, stdin: 'y\n' })).stderr).toMatch(
      /at most 7 credits/,
    );
  });

  it('-n counts what the ledger answers; guards count the rest', async ({ server, user }) => {
    await user.file('a.csv', sized(5));
    await user.file('b.csv', sized(8));
    await user.run('bulk run a.csv');
    const rehearse = 'bulk run b.csv -n --json --max-credits';
    expect(parsed((await user.ends(0, `${rehearse} 3`)).stdout)).toMatchObject({
      batch: null,
      unique: 8,
      reused: 5,
      found: 5,
      pending: 3,
      credits: { estimated: 3, charged: 0, saved: 5 },
    });
    await user.ends(7, `${rehearse} 1`);
    expect(server.posts).toHaveLength(1);
  });

  it('-n goes by the batch that the run would continue', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 30, holdJobs: true });
    for (const setting of ['cost-cpf 1', 'shared true']) await user.run(`config set ${setting}`);
    await user.file('in.csv', sized(22));
    await user.ends(8, 'bulk submit in.csv --fit-balance --max-credits 20');
    const rehearse = 'bulk run in.csv -n';
    const { stdout, stderr } = await user.run(rehearse);
    expect(stdout).toMatch(/running +20\n +to send +2\n +credits at most +2\n/);
    const free =
      'Balance: 10 free credits (20 reserved for what is running or unconfirmed). Nothing was sent.\n';
    expect(stderr).toContain(free);
    const { batch, credits } = await user.json(rehearse);
    expect(await user.json('bulk list')).toMatchObject([{ batch }]);
    expect(credits).toMatchObject({ estimated: 2 });
    server.releaseJobs();
    expect((await user.run('bulk run in.csv')).stderr).toContain('2 to send');
    const ended = await user.run(rehearse);
    expect(ended.stdout).toMatch(/answered +22\n +to send +0\n +credits at most +0\n/);
    expect((await user.run(`${rehearse} --again`)).stdout).toMatch(/paid for +22\n/);
    expect(server.posts).toHaveLength(2);
  });

  it('check, dry run and plan say what was paid for, also with --fresh', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: cpfs(10), rows: 40 });
    await user.run('bulk run in.csv');
    const asked = server.log.length;
    const check = await user.run('bulk check in.csv');
    expect(server.log).toHaveLength(asked);
    expect(check.stdout).toMatch(/paid for +30\n +credits at most +10 +about 8 expected/);
    const fresh = 'bulk run in.csv --again --fresh';
    const rehearsed = await user.run(`${fresh} -n`);
    expect(rehearsed.stdout).toMatch(/paid for before +30\n +credits at most +40 +about 38 /);
    const { stderr } = await user.run(`${fresh} -o fresh.csv`);
    expect(stderr).toContain('(about 38 expected)');
    expect(stderr).toContain('30 of these were paid for before and are paid for again.');
    await user.run('config set reuse 0s');
    expect((await user.json('bulk check in.csv'))['reused']).toBe(0);
  });
});

describe.concurrent('the limit of a batch', () => {
  /** What `bulk status` advises. */
  const advised = (stdout: string) => (/^next: confere (.*)$/m.exec(stdout)?.[1] ?? '').split(' ');

  it('is kept by later advice, without what is spent of it', async ({ arrange }) => {
    const { server, user } = await arrange({ price: 2, rows: 10 });
    await user.ends(7, `${RUN} --max-credits 10`);
    const spent = server.book.charged.length * 2;
    expect(spent).toBeGreaterThan(0);
    const status = await user.run('bulk status');
    const advice = advised(status.stdout);
    expect(advice.slice(-2)).toEqual(['--max-credits', String(10 - spent)]);
    const watched = await user.run('bulk watch');
    expect(watched.stderr).toContain(`--max-credits ${10 - spent}'`);
    // It says that this covers a part alone, and the command sends that part.
    expect(watched.stderr).toContain(`${10 - spent} of --max-credits are left.`);
    expect(watched.stderr).not.toContain('When there are credits');
    expect((await user.ends(2, 'bulk export')).stderr).toMatch(
      /never sent: 'confere bulk status \w+'/,
    );
    await user.ends(7, advice);
    expect(server.book.charged.length * 2).toBe(spent);
    expect((await user.run('bulk status --json')).stdout).not.toContain('creditsLeft');
  });

  it.for(['', ' --fit-balance'])(
    'that covers no record sends no part: %j',
    async (flag, { arrange }) => {
      const { user } = await arrange({ price: 3 });
      await user.run('config set cost-cpf 3');
      await user.file('in.csv', sized(4));
      const { batch } = await user.json('bulk run in.csv --max-credits 5 --fit-balance');
      const resume = `bulk resume ${String(batch)} --max-credits`;
      const { stderr } = await user.ends(7, `${resume} 2${flag}`);
      expect(stderr).toContain(`Raise --max-credits to send it ('confere `);
      expect(stderr).not.toContain('add --fit-balance');
      await user.ends(0, nextIn(stderr));
    },
  );

  it.for([
    ['the budget of a day', 'max-credits-per-day 2', 1000],
    ['the balance', 'cost-cpf 3', 2],
  ] as const)(
    'of %s does not lead back to --fit-balance',
    async ([, set, credits], { arrange }) => {
      const { server, user } = await arrange({ price: 3, credits });
      for (const setting of ['cost-cpf 3', set]) await user.run(`config set ${setting}`);
      await user.file('in.csv', sized(4));
      for (const flag of ['', ' --fit-balance', ' -n --fit-balance'])
        expect((await user.ends(7, `bulk run in.csv${flag}`)).stderr).not.toMatch(/add --fit/i);
      expect(server.posts).toEqual([]);
    },
  );

  it('of which a rest covers no record is for the user to raise', async ({ arrange }) => {
    const { user } = await arrange({ price: 3 });
    await user.run('config set cost-cpf 3');
    await user.file('in.csv', sized(4));
    await user.ends(7, 'bulk run in.csv --max-credits 5 --fit-balance');
    const { stdout } = await user.run('bulk status');
    expect(stdout).toMatch(/^next: your decision\. .* and 2 of --max-credits are left\. To send/m);
    await user.ends(0, nextIn(stdout));
  });

  it('covers what was proved not to be charged, and is sent again', async ({ server, user }) => {
    await user.run('config set cost-cpf 1');
    server.script('POST /cpf/bulk', 'hang');
    await user.file('in.csv', sized(4));
    const lost = await user.ends(10, 'bulk submit in.csv --max-credits 4 --timeout 300ms');
    expect(server.book.charged).toEqual([]);
    expect(lost.stderr).toContain('--max-credits 4');
    const advice = advised((await user.run('bulk status')).stdout);
    expect(advice.slice(-2)).toEqual(['--max-credits', '4']);
    const { stderr } = await user.ends(0, advice);
    expect(stderr).toContain('at most 4 of 100,000 credits.');
    expect(server.book.charged).toHaveLength(4);
  });
});

it.for([
  ['the price is told', 'cost-cpf', 2],
  ['others are said to use the account', 'shared', 1],
] as const)(
  'charges beyond the records stop every command until %s',
  async ([, key, price], { arrange }) => {
    const { server, user } = await arrange({ price: 2, credits: 1_000, rows: 10 });
    const { stderr } = await user.ends(7, 'bulk run in.csv');
    expect(stderr).toContain(
      '10 records should have cost 10 credits, but the account was charged 20.',
    );
    expect(server.book.charged).toHaveLength(10);
    // The result was paid for, and the same command sends nothing more.
    expect(await user.json('bulk run in.csv')).toMatchObject({ found: 10, credits: { now: 0 } });
    await user.file('more.csv', sized(3, 100));
    for (const line of [
      'bulk run more.csv',
      'bulk run more.csv --allow-overage',
      `cpf ${cpfs(1, 200)[0]}`,
    ])
      expect((await user.ends(7, line)).stderr).toContain('the account was charged 20');
    expect(server.book.charged).toHaveLength(10);
    const printed = printedCommands(stderr).filter((line) => line.includes(`config set ${key}`));
    expect(printed).toHaveLength(1);
    await user.ends(0, wordsOf(printed[0] ?? ''));
    await user.ends(0, 'bulk run more.csv');
    expect(server.book.charged).toHaveLength(13);
    expect(await user.json('spend')).toMatchObject({
      total: { charged: 10 + 3 * price, otherCharges: 10 },
    });
  },
);

it.for([
  [0, 'may cost 2 credits, and the balance is 0 (plan Grátis has no overage). Run', false],
  [96, 'but the account was charged 100, and no credits are left.', true],
] as const)(
  'a balance that others used up by %i is told at once, and nothing more is sent',
  async ([others, told, isOdd], { arrange }) => {
    let drain = (): void => undefined;
    const { server, user } = await arrange({
      credits: 100,
      rows: 12,
      jobs: [{ skipLast: 6 }],
      onRequest: (line) => {
        if (line.startsWith('GET /cpf/bulk')) drain();
      },
    });
    drain = () => {
      Object.assign(server.book.account, { credits: 0, used: 4 + others });
    };
    const { stderr } = await user.ends(7, 'bulk run in.csv');
    expect(stderr).toContain(told);
    expect(stderr).not.toContain('Waiting for the balance');
    expect(stderr).not.toContain('--fit-balance');
    expect(stderr.includes('config set')).toBe(isOdd);
    expect(server.posts).toHaveLength(1);
  },
);

it('that records cost less than told is said once; limits count the told price', async ({
  arrange,
}) => {
  const { user } = await arrange({ price: 0.5, credits: 100, rows: 12 });
  const { stderr } = await user.ends(0, RUN);
  expect(
    stderr.match(/The account was charged less than the records should have cost/g),
  ).toHaveLength(1);
  expect(await user.json('spend')).toMatchObject({ total: { charged: 12 } });
});

const RUN = 'bulk run in.csv';

describe('what the balance or the plan does not cover', () => {
  it.for([
    ['day', /continue tomorrow/],
    ['month', /continue next month/],
  ] as const)('a budget of a %s that never covers all', async ([of, told], { server, user }) => {
    await user.file('in.csv', sized(9));
    const { stderr } = await user.ends(7, `${RUN} --max-credits-per-${of} 5`);
    // Tomorrow helps no one.
    expect(stderr).not.toContain('continue');
    const next = nextIn(stderr);
    expect(next).toContain('--fit-balance');
    expect((await user.run(next)).stderr).toContain('5 of 9 identifiers answered');
    expect((await user.run(next)).stderr).toMatch(told);
    expect(server.book.charged).toHaveLength(5);
  });

  it('and a budget of the profile is no step that status advises', async ({ server, user }) => {
    await user.run('config set max-credits-per-day 5');
    await user.file('in.csv', sized(9));
    await user.run(`${RUN} --fit-balance`);
    const { stdout } = await user.run('bulk status');
    expect(stdout).not.toContain('next: confere');
    expect(stdout).toContain('When there are credits, ');
    await user.run('config set max-credits-per-day 9');
    await user.ends(0, nextIn((await user.run('bulk status')).stdout));
    expect(server.book.charged).toHaveLength(9);
  });

  it('is a matter of credits for bulk watch, too', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2, rows: 3 });
    await user.ends(7, `${RUN} --fit-balance`);
    const { stderr } = await user.ends(7, 'bulk watch');
    expect(stderr).toContain('not looked up and cost nothing: the balance or a limit');
    expect(stderr).not.toContain('failed');
    server.book.account.credits += 5;
    await user.ends(0, nextIn(stderr));
    expect(server.book.charged).toHaveLength(3);
  });

  it('is never advised as overage of a plan that has none', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2, plan: 'Grátis', rows: 3 });
    const { stderr } = await user.ends(7, RUN);
    expect(stderr).not.toContain('--allow-overage');
    expect(printedCommands(stderr)).toEqual([expect.stringContaining('--fit-balance')]);
    expect(server.posts).toHaveLength(0);
  });
});

it('adopting says where the job has fewer identifiers', async ({ server, user }) => {
  const batch = await loseAnswer(user, server, 3);
  // A job of the account with two of its identifiers.
  const headers = { 'x-api-key': server.key, 'content-type': 'application/json' };
  const body = JSON.stringify({ cpfs: cpfs(2) });
  await fetch(`${server.url}/cpf/bulk`, { method: 'POST', headers, body });
  const [, jobId = ''] = server.jobIds();
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
  await user.ends(0, [...nextIn(stderr), '--yes']);
  expect(server.posts).toHaveLength(posts);
});

it.concurrent('a cost beyond the balance is not told as a part of it', async ({ arrange }) => {
  const { user } = await arrange({ credits: 1, rows: 3 });
  const { stderr } = await user.ends(7, 'bulk run in.csv');
  expect(stderr).toContain('at most 3 credits (balance 1).');
});
