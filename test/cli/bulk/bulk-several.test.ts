import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { startReferee } from '../../helpers/referee/index.js';
import { makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { FAST, KEYS, parsed, sized } from './bulk-support.js';

const RUN = ['bulk', 'run'];

describe.concurrent('confere bulk run with several inputs', () => {
  it('ends with one summary and the gravest exit code', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(1)] });
    await user.file('a.csv', `${sized(3)}52998224724\n`);
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('c.csv', sized(2, 10));
    const files = ['a.csv', 'b.csv', 'gone.csv', 'c.csv'];
    const { stderr } = await user.silent(2, [...RUN, ...files, '--out-dir', 'out']);
    const table = stderr
      .slice(stderr.indexOf('state '))
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/\s{2,}/));
    expect(table).toEqual([
      ['state', 'rows', 'invalid', 'found', 'not found', 'unanswered', 'charged', 'exit'],
      ['a.csv', 'complete', '4', '1', '2', '1', '0', '2', '0'],
      ['b.csv', 'no_identifier_column', '2'],
      ['gone.csv', 'input_missing', '2'],
      ['c.csv', 'complete', '2', '0', '2', '0', '0', '2', '0'],
      ['total', 'incomplete', '6', '1', '4', '1', '0', '4'],
      ['invalid: check digits: 1'],
    ]);
    expect(stderr.match(/gone\.csv does not exist/g)).toHaveLength(1);
    expect((await readdir(join(user.folder, 'out'))).sort()).toEqual([
      'a.confere.csv',
      'c.confere.csv',
    ]);
  });

  it('--json prints one object: the sums, and the files', async ({ server, user }) => {
    await user.file('a.csv', sized(3));
    await user.file('copy.csv', sized(3));
    const args = [...RUN, 'a.csv', 'gone.csv', 'copy.csv', '--json', '-q', ...FAST];
    const { stdout, stderr } = await user.ends(2, args);
    const total = parsed(stdout);
    expect(Object.keys(total).sort()).toEqual([...KEYS, 'files'].toSorted());
    expect(total).toMatchObject({ batch: null, kind: 'cpf', file: null, state: 'incomplete' });
    // The two files are one batch, which is in the sums once.
    expect(total).toMatchObject({ rows: 3, unique: 3, found: 3, credits: { charged: 3 } });
    const files = total['files'] as unknown as Record<string, unknown>[];
    expect(files).toMatchObject([
      { file: 'a.csv', exitCode: 0, error: null, rows: 3, found: 3, state: 'complete' },
      { file: 'gone.csv', exitCode: 2, error: 'input_missing' },
      { file: 'copy.csv', exitCode: 0, error: null, rows: 3, found: 3 },
    ]);
    expect(files[0]?.['batch']).toBe(files[2]?.['batch']);
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(3);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'input_missing', exitCode: 2 } });
  });

  it('no CPF in the name of a file reaches stderr', async ({ user }) => {
    await user.file('a.csv', sized(1));
    await user.file('529.982.247-25.csv', sized(1, 5));
    const { stderr } = await user.ends(0, [...RUN, 'a.csv', '529.982.247-25.csv']);
    expect(stderr).toContain('***.982.247-**');
    expect(stderr).not.toContain('529.982');
  });

  it('a file given twice is one batch, run once', async ({ server, user }) => {
    const file = await user.file('a.csv', sized(3));
    const { stderr } = await user.ends(0, [...RUN, 'a.csv', './a.csv', file]);
    expect(stderr).toContain('./a.csv is listed twice; it is processed once.');
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(3);
  });

  it('results with the same name are refused before anything is sent', async ({ server, user }) => {
    for (const [index, folder] of ['x', 'y'].entries()) {
      await mkdir(join(user.folder, folder));
      await user.file(`${folder}/${index === 0 ? 'a' : 'A'}.csv`, sized(2, index * 10));
    }
    await user.file('x/a.csv.gz', 'whatever');
    await user.file('x/a.confere.csv', sized(2, 50));
    const cases: [args: string[], code: string][] = [
      [['x/a.csv', 'y/A.csv', '--out-dir', 'out', '--overwrite'], 'same_output'],
      [['x/a.csv', 'x/a.csv.gz', '--overwrite'], 'same_output'],
      [['x/a.csv', 'x/a.confere.csv', '--overwrite'], 'output_is_input'],
      [['x/a.csv', 'y/A.csv', '--partners', 'p.csv'], 'one_side_file'],
    ];
    for (const [args, code] of cases) {
      const failed = await user.ends(2, [...RUN, ...args, '--json']);
      expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code } });
    }
    expect(server.log).toEqual([]);
    expect(await readFile(join(user.folder, 'x/a.confere.csv'), 'utf8')).toBe(sized(2, 50));
  });

  it('--max-credits limits the total', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(1), makeCpf(2)] });
    await user.run('config set cost-cpf 1');
    await user.file('a.csv', sized(4));
    await user.file('b.csv', sized(4, 10));
    await user.file('c.csv', sized(3, 20));
    const files = ['a.csv', 'b.csv', 'c.csv'];
    const { stderr } = await user.ends(7, [...RUN, ...files, '--max-credits', '5']);
    // Two of the first four were found: three credits are left, too few for the second, enough for the third.
    expect(stderr).toContain(
      'may cost 4 credits, and 3 of --max-credits 5 are left after the files before.',
    );
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([4, 3]);
    expect(server.book.charged).toHaveLength(5);
  });

  it('--max-credits counts what may still be charged', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.run('config set cost-cpf 1');
    await user.file('a.csv', sized(4));
    await user.file('b.csv', sized(4, 10));
    const limits = ['--max-credits', '6', '--deadline', '1s'];
    await user.ends(7, [...RUN, 'a.csv', 'b.csv', ...limits]);
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([4]);
  });

  it('--max-credits is counted at the price that the first file shows', async () => {
    await using service = await startReferee({ price: 2 });
    service.book.account.used = 1;
    await using user = await newInProcessUser(service);
    await user.file('a.csv', sized(4));
    await user.file('b.csv', sized(4, 10));
    const limits = ['--max-credits', '8', '--fit-balance'];
    const { stderr } = await user.ends(7, [...RUN, 'a.csv', 'b.csv', ...limits]);
    expect(stderr).toContain('and 0 of --max-credits 8 are left after the files before');
    expect(service.book.account.used).toBe(9);
  });

  it('--max-credits holds when the next file alone shows that the price has risen', async () => {
    let [shown, readings, hidden] = [Infinity, 0, 0];
    await using service = await startReferee({
      credits: 10_000,
      onRequest: (line) => {
        // The balance lags: two readings after the first file show nothing of it.
        if (line === 'GET /quota' && account.used + hidden > shown) lag((readings += 1) < 3);
      },
    });
    const { account } = service.book;
    const lag = (isLate: boolean) => {
      if (isLate) [hidden, account.used] = [hidden + account.used - shown, shown];
      else [account.used, hidden] = [account.used + hidden, 0];
    };
    await using user = await newInProcessUser(service);
    const run = async (from: number, more: readonly string[] = [], size = 20) => {
      const file = await user.file(`${from}.csv`, sized(size, from));
      return user.run([...RUN, file, ...more]);
    };
    for (const from of [100, 200]) await run(from);
    await user.file('b.csv', sized(100, 2_000));
    [account.price, shown] = [2, account.used];
    const { code, stderr } = await run(1_000, ['b.csv', '--max-credits', '300'], 100);
    expect([code, account.used - shown], stderr).toEqual([7, 200]);
  });

  it('Ctrl-C ends the run: files that were not started are not sent', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('a.csv', sized(2));
    await user.file('b.csv', sized(2, 10));
    const running = user.start([...RUN, 'a.csv', 'b.csv', ...FAST]);
    await server.seen('GET /cpf/bulk/');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).toMatch(/b\.csv +not_begun/);
    expect(server.posts).toHaveLength(1);
  });

  it('--dry-run compares the sum of all files with the balance', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 5 });
    await user.file('a.csv', sized(3));
    await user.file('b.csv', sized(3, 10));
    const files = ['a.csv', 'gone.csv', 'b.csv'];
    const { stdout } = await user.ends(7, [...RUN, ...files, '-n', '--json']);
    const total = parsed(stdout);
    expect(total).toMatchObject({ rows: 6, credits: { estimated: 6, charged: 0 } });
    expect(total['files']).toMatchObject([
      { file: 'a.csv', exitCode: 0 },
      { file: 'gone.csv', exitCode: 2 },
      { file: 'b.csv', exitCode: 7, error: 'over_balance' },
    ]);
    expect(server.posts).toEqual([]);
  });

  it('a file that a guard stops leaves the budget to the next', async ({ user }) => {
    await user.file('a.csv', sized(5));
    await user.file('b.csv', sized(2, 10));
    const limit = ['--max-credits', '3', ...FAST];
    const codes = async (...flags: string[]) => {
      const { stdout } = await user.run([...RUN, 'a.csv', 'b.csv', '--json', ...flags, ...limit]);
      return (parsed(stdout)['files'] as unknown as { exitCode: number }[]).map(
        ({ exitCode }) => exitCode,
      );
    };
    expect(await codes('-n')).toEqual([7, 0]);
    expect(await codes()).toEqual([7, 0]);
  });
});
