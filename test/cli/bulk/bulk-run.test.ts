import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, INPUT, lines, makeCpf, names, parsed, sized } from '../support.js';

const RUN = 'bulk run in.csv';

describe.concurrent('confere bulk run', () => {
  it('writes the result next to the input, every row kept', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    await user.file('in.csv', INPUT);
    const { stderr } = await user.silent(0, RUN);
    expect(stderr).toContain('3 to send, at most 3 of 100,000 credits');
    expect(await names(user)).toEqual(['in.confere.csv', 'in.csv']);
    const rows = (await user.read('in.confere.csv')).split('\r\n');
    expect(rows).toHaveLength(7);
    for (const [n, row] of INPUT.split('\r\n').entries())
      expect(rows[n]?.startsWith(row)).toBe(true);
    expect(rows[0]).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    const statuses = rows.slice(1, 6).map((row) => /;(found|not_found|invalid);/.exec(row)?.[1]);
    expect(statuses).toEqual(['found', 'found', 'found', 'invalid', 'not_found']);
    expect(server.posts.map(({ ids }) => ids)).toEqual([[makeCpf(1), makeCpf(2), makeCpf(3)]]);
    expect(server.book.charged.toSorted()).toEqual([makeCpf(1), makeCpf(2)].toSorted());
  });

  it('tells once that a job failed for the last time, and sends it again next time', async ({
    arrange,
  }) => {
    const { user } = await arrange({ jobs: Array(3).fill({ failAfter: 1 }), rows: 5 });
    const { stderr } = await user.ends(3, ['bulk', 'run', 'in.csv', ...FAST]);
    expect(stderr.match(/Job 3: failed/g)).toHaveLength(1);
    await user.ends(0, ['bulk', 'run', 'in.csv', ...FAST]);
  });

  it('--json prints one object with the keys and sums of the contract', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(3)] });
    await user.file('in.csv', INPUT);
    const { stdout } = await user.ends(0, `${RUN} --json`);
    expect(parsed(stdout)).toEqual({
      batch: expect.any(String) as string,
      kind: 'cpf',
      file: 'in.csv',
      state: 'complete',
      rows: 5,
      invalid: 1,
      duplicates: 1,
      repaired: 0,
      unique: 3,
      reused: 0,
      found: 2,
      notFound: 1,
      skipped: 0,
      failed: 0,
      pending: 0,
      unconfirmed: 0,
      reasons: { check_digit: 1 },
      credits: { estimated: 3, charged: 2, saved: 0, now: 2 },
      jobs: [
        {
          jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          status: 'done',
          items: 3,
          found: 2,
          notFound: 1,
          skipped: 0,
          error: null,
        },
      ],
      output: join(user.folder, 'in.confere.csv'),
    });
  });

  it('reads standard input and writes standard output', async ({ server, user }) => {
    const { stdout } = await user.ends(0, 'bulk run -', { stdin: INPUT });
    expect(stdout.split('\r\n')).toHaveLength(7);
    expect((await user.run('bulk run -', { stdin: INPUT })).stdout).toBe(stdout);
    expect(server.posts).toHaveLength(1);
  });

  it('invalid rows leave the exit at 0 unless --strict', async ({ user }) => {
    await user.file('in.csv', INPUT);
    await user.ends(0, RUN);
    const { stderr } = await user.ends(3, `${RUN} --strict`);
    expect(stderr).toMatch(/--strict does not accept\. The result has the reason of each\.\n$/);
  });

  it('a job that runs at the deadline exits 8; another run completes it', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('in.csv', INPUT);
    const late = await user.ends(8, `${RUN} --json --deadline 1s`);
    const { batch, ...numbers } = parsed(late.stdout);
    expect(numbers).toMatchObject({ state: 'running', pending: 3 });
    // A watch asks first, and the next step that it prints waits longer.
    const short = `bulk watch ${String(batch)} --deadline 1ms`;
    const { stderr } = await user.ends(8, short);
    expect(stderr).toContain(`'confere bulk run ${user.folder}/in.csv --deadline 1h'.`);
    server.releaseJobs();
    await user.ends(0, short);
    await user.ends(0, RUN);
    expect(server.posts).toHaveLength(1);
  });
});

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

  it('a deadline while the first part is processed is 8', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true, rows: 10 });
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
    for (const step of ['watch', 'resume'])
      expect((await user.ends(0, `bulk ${step}`)).stderr).toContain('next: nothing');
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
    const { server, user } = await arrange({ holdJobs: true, rows: 4 });
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
