import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import {
  FAST,
  makeCpf,
  names,
  nextIn,
  parsed,
  printedCommands,
  sharesAccount,
  sits,
  sized,
  wordsOf,
} from '../support.js';
import type { Referee, User } from '../support.js';

/** Files of so many identifiers each, all different: `a.csv`, `b.csv`, … */
async function files(user: User, ...counts: readonly number[]): Promise<void> {
  for (const [n, count] of counts.entries())
    await user.file(`${'abcd'[n] ?? ''}.csv`, sized(count, 10 * n));
}

const sizes = ({ posts }: Referee) => posts.map(({ ids }) => ids.length);

describe.concurrent('confere bulk run with several inputs', () => {
  it('ends with one summary and the gravest exit code', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(1)] });
    await user.file('a.csv', `${sized(3)}52998224724\n`);
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('c.csv', sized(2, 10));
    const run = 'bulk run a.csv b.csv gone.csv c.csv --out-dir out --keep-going';
    const { stderr } = await user.silent(2, run);
    const table = stderr.slice(stderr.indexOf('state ')).trimEnd().split('\n');
    expect(table.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['state', 'rows', 'invalid', 'found', 'not found', 'unanswered', 'charged', 'exit'],
      ['a.csv', 'complete', '4', '1', '2', '1', '0', '2', '0'],
      ['b.csv', 'refused', '2'],
      ['gone.csv', 'refused', '2'],
      ['c.csv', 'complete', '2', '0', '2', '0', '0', '2', '0'],
      ['total', 'incomplete', '6', '1', '4', '1', '0', '4'],
      ['invalid: check digits: 1'],
    ]);
    expect(stderr.match(/gone\.csv does not exist/g)).toHaveLength(1);
    const out = await readdir(join(user.folder, 'out'));
    expect(out.sort()).toEqual(['a.confere.csv', 'c.confere.csv']);
  });

  it('--json prints one object: the sums, and the files', async ({ server, user }) => {
    for (const name of ['a', 'copy']) await user.file(`${name}.csv`, sized(3));
    const { stdout, stderr } = await user.ends(
      2,
      'bulk run a.csv gone.csv copy.csv --json -q --keep-going',
    );
    const total = JSON.parse(stdout) as Record<string, unknown>;
    expect(total).toMatchObject({ batch: null, kind: 'cpf', file: null, state: 'incomplete' });
    // The two files are one batch, which is in the sums once.
    expect(total).toMatchObject({ rows: 3, unique: 3, found: 3, credits: { charged: 3 } });
    const parts = total['files'] as Record<string, unknown>[];
    expect(parts).toMatchObject([
      { file: 'a.csv', exitCode: 0, error: null, rows: 3, found: 3, state: 'complete' },
      { file: 'gone.csv', exitCode: 2, error: 'input_missing' },
      { file: 'copy.csv', exitCode: 0, error: null, rows: 3, batch: parts[0]?.['batch'] },
    ]);
    expect(server.book.charged).toHaveLength(3);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'input_missing', exitCode: 2 } });
  });

  it('results with the same name are refused before anything is sent', async ({ server, user }) => {
    for (const [n, name] of ['x/a.csv', 'y/A.csv', 'x/a.csv.gz', 'x/a.confere.csv'].entries()) {
      await mkdir(join(user.folder, name.slice(0, 1)), { recursive: true });
      await user.file(name, sized(2, 10 * n));
    }
    for (const [args, code] of [
      ['x/a.csv y/A.csv --out-dir out --overwrite', 'same_output'],
      ['x/a.csv x/a.csv.gz --overwrite', 'same_output'],
      ['x/a.csv x/a.confere.csv --overwrite', 'output_is_input'],
      ['x/a.csv y/A.csv --partners p.csv', 'one_side_file'],
    ] as const) {
      const { stderr } = await user.ends(2, `bulk run ${args} --json`);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code } });
    }
    expect(server.log).toEqual([]);
    expect(await user.read('x/a.confere.csv')).toBe(sized(2, 30));
  });

  it('--max-credits limits the total', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(1), makeCpf(2)] });
    await sharesAccount(user);
    await files(user, 4, 4, 3);
    const { stderr } = await user.ends(
      7,
      'bulk run a.csv b.csv c.csv --max-credits 5 --keep-going',
    );
    // Two of the first four were found: three credits are left, too few for the second, enough for the third.
    expect(stderr).toContain('may cost 4 credits, and 3 of --max-credits 5 are left.');
    expect(sizes(server)).toEqual([4, 3]);
    expect(server.book.charged).toHaveLength(5);
  });

  it('--max-credits counts what may still be charged', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await sharesAccount(user);
    await files(user, 4, 4);
    await user.ends(7, 'bulk run a.csv b.csv --max-credits 6 --deadline 1s --keep-going');
    expect(sizes(server)).toEqual([4]);
  });

  it('the next step of a file is a run of it alone', async ({ server, user }) => {
    await sharesAccount(user);
    await files(user, 2, 3, 4);
    await user.run('bulk run a.csv');
    await user.file('a.csv', sized(2, 50));
    const run = 'bulk run a.csv b.csv c.csv --again --fresh --max-credits 6 --keep-going';
    const { stderr } = await user.ends(7, run);
    const printed = printedCommands(stderr);
    expect(printed).toEqual([
      'confere bulk run a.csv --again --fresh --max-credits 6 --overwrite',
      'confere bulk run c.csv --again --fresh --max-credits 4',
    ]);
    for (const line of printed) await user.ends(0, wordsOf(line));
    // Each was asked for once.
    expect(sizes(server)).toEqual([2, 3, 2, 4]);
  });

  it('each exit code but 0 has a sentence and a command', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await sharesAccount(user);
    await files(user, 2, 3);
    const run = 'bulk run a.csv b.csv -q --deadline 1s';
    const { stderr } = await user.ends(8, run);
    expect(stderr.match(/is still running at the service/g)).toHaveLength(2);
    server.releaseJobs();
    const [first = ''] = printedCommands(stderr);
    expect(first).toBe('confere bulk run a.csv --quiet --deadline 1h');
    await user.ends(0, wordsOf(first));
  });

  it('under --json the error is one line, with the code of the process', async ({
    server,
    user,
  }) => {
    await sharesAccount(user);
    await files(user, 2, 2);
    server.script('POST /cpf/bulk', 'drop_after', 'blocked');
    const { stderr } = await user.ends(10, 'bulk run a.csv b.csv --json --deadline 1s');
    expect(parsed(stderr)).toMatchObject({
      error: { code: 'submission_unconfirmed', exitCode: 10 },
    });
  });

  it('Ctrl-C after a file was sent names the command for the others', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await sharesAccount(user);
    await files(user, 2, 3);
    const running = user.start(['bulk', 'run', 'a.csv', 'b.csv', ...FAST]);
    await server.seen('GET /cpf/bulk/');
    const before = server.count('GET /quota');
    // The first file ends with two, the next begins with one.
    server.script('GET /quota', 'ok', 'ok', 'hold');
    server.releaseJobs();
    await running.says('stderr', 'a.confere.csv');
    await server.seen('GET /quota', before + 3);
    running.kill('SIGINT');
    await running.says('stderr', 'press Ctrl-C again');
    server.releaseAnswers();
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).not.toContain('Nothing was sent');
    expect(stderr).toContain(
      "confere: Stopped. Everything is saved. 3 identifiers were not sent. To continue: 'confere",
    );
    expect(sizes(server)).toEqual([2]);
    await user.ends(0, nextIn(stderr));
    expect(sizes(server)).toEqual([2, 3]);
  });

  it('--dry-run compares the sum of all files with the balance', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 5 });
    await files(user, 3, 3);
    const { stdout } = await user.ends(7, 'bulk run a.csv gone.csv b.csv -n --json');
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 6,
      credits: { estimated: 6, charged: 0 },
      files: [
        { file: 'a.csv', exitCode: 0 },
        { file: 'gone.csv', exitCode: 2 },
        { file: 'b.csv', exitCode: 7, error: 'over_balance' },
      ],
    });
    expect(server.posts).toEqual([]);
  });

  it('a file that a guard stops leaves the budget to the next', async ({ user }) => {
    await files(user, 5, 2);
    for (const flag of [' -n', ''])
      expect(
        await user.json(`bulk run a.csv b.csv --max-credits 3 --keep-going${flag}`),
      ).toMatchObject({ files: [{ exitCode: 7 }, { exitCode: 0 }] });
  });

  it.for([
    ['a.csv gone.csv', 'gone.csv does not exist'],
    ['a.csv none.csv', 'none.csv has no column of CPFs or CNPJs'],
    ['a.csv b.csv', 'b.confere.csv'],
  ] as const)(
    '%s: one that is refused stops all, before anything is sent',
    async ([given, why], { server, user }) => {
      await files(user, 3, 2);
      await user.file('none.csv', 'nothing,here\n1,2\n');
      await user.file('b.confere.csv', 'precious');
      const { stderr } = await user.silent(2, `bulk run ${given}`);
      expect(stderr).toContain(why);
      expect(stderr).toContain('Nothing was sent, because 1 of 2 files was refused.');
      expect(server.posts).toEqual([]);
      expect((await user.run('bulk list')).stdout).toBe('');
      // For a program it is one line, with the code that the process ends with.
      const json = await user.ends(2, `bulk run ${given} --json`);
      expect(JSON.parse(json.stderr)).toMatchObject({ error: { exitCode: 2 } });
      expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ error: 'not_begun' }, {}] });
      const goesOn = printedCommands(stderr).find((line) => line.includes('--keep-going')) ?? '';
      await user.ends(2, wordsOf(goesOn));
      expect(sizes(server)).toEqual([3]);
    },
  );

  it.for([
    ['--max-credits 3', /may cost 4 credits together, more than --max-credits 3/],
    ['--max-credits-per-day 3', /may cost 4 credits, and 3 of today's 3 are left/],
    ['', /these files together may cost 4 credits, and the balance is 3/],
  ] as const)('a total over %s sends nothing', async ([flags, told], { arrange }) => {
    const { server, user } = await arrange({ credits: flags === '' ? 3 : 100 });
    await files(user, 2, 2);
    const run = `bulk run a.csv b.csv ${flags}`.trim();
    for (const how of [undefined, sits('y\n')]) {
      const { stderr } = await user.silent(7, run, how);
      expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(told);
      expect(stderr).not.toContain('[y/N]');
    }
    expect(server.posts).toEqual([]);
    expect(JSON.parse((await user.ends(7, `${run} -n --json`)).stdout)).toMatchObject({
      credits: { estimated: 4 },
    });
    // As much as fits goes with the option for it.
    await user.ends(7, `${run} --fit-balance`);
    expect(server.book.charged).toHaveLength(3);
  });
});

/** The cells of the table that stands before the question. */
function tableOf(stderr: string): string[][] {
  const from = stderr.slice(stderr.indexOf('credits at most') + 'credits at most'.length);
  const rows = from.split('\n').slice(1);
  const end = rows.findIndex((row) => row.trim().startsWith('total'));
  return rows.slice(0, end + 1).map((row) => row.trim().split(/\s{2,}/));
}

describe.concurrent('several files in a terminal', () => {
  it('are one question about all of them, and a yes sends them', async ({ server, user }) => {
    await files(user, 3, 0, 2, 1);
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('copy.csv', sized(3));
    await user.run('bulk run c.csv');
    const { stderr } = await user.ends(
      2,
      'bulk run a.csv b.csv c.csv copy.csv d.csv --keep-going',
      sits('y\n'),
    );
    expect(tableOf(stderr)).toEqual([
      ['a.csv', '3', '3', '3'],
      ['b.csv', '0', '0', '0', 'refused'],
      ['c.csv', '2', '0', '0'],
      ['copy.csv', '0', '0', '0'],
      ['d.csv', '1', '1', '1'],
      ['total', '6', '4', '4'],
    ]);
    expect(stderr.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(stderr).toContain(
      'Send 4 identifiers of 2 files for at most 4 credits, with a balance of 99,998? [y/N] ',
    );
    expect(stderr.indexOf('confere: b.csv')).toBeLessThan(stderr.indexOf('[y/N]'));
    expect(stderr.match(/confere: b\.csv/g)).toHaveLength(1);
    expect(sizes(server)).toEqual([2, 3, 1]);
    const written = (await names(user)).filter((name) => name.includes('.confere.'));
    expect(written).toEqual(['a', 'c', 'copy', 'd'].map((name) => `${name}.confere.csv`));
  });

  it.for([
    ['n', '', 130, 'confere: Nothing was sent.'],
    ['', ' --no-input', 2, 'Nothing was sent. Add --yes to confirm'],
  ] as const)('a no (%j%s) leaves none', async ([answer, more, code, said], { server, user }) => {
    await files(user, 2, 2, 2);
    const run = `bulk run a.csv b.csv c.csv${more}`;
    const { stderr } = await user.ends(code, run, sits(`${answer}\n`));
    expect(stderr.slice(stderr.indexOf('total')).replaceAll(/\s+/g, ' ')).toContain(said);
    expect(await names(user)).toEqual(['a.csv', 'b.csv', 'c.csv']);
    expect((await user.run('bulk list')).stdout).not.toContain('.csv');
    expect(server.posts).toEqual([]);
  });
});
