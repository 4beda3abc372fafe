import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST, INPUT, KEYS, names, parsed, sized } from './bulk-support.js';

describe.concurrent('confere bulk run', () => {
  it('writes the result next to the input, every row kept, and nothing to stdout', async ({
    expect,
  }) => {
    await using server = await startReferee({ missing: [makeCpf(3)] });
    await using user = await newInProcessUser(server);
    const file = await user.file('clientes.csv', INPUT);
    const { code, stdout, stderr } = await user.run(['bulk', 'run', file, ...FAST]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('3 to send, at most 3 of 100,000 credits');
    expect(await names(user)).toEqual(['clientes.confere.csv', 'clientes.csv']);
    const result = await readFile(join(user.folder, 'clientes.confere.csv'), 'utf8');
    const rows = result.split('\r\n');
    expect(rows).toHaveLength(7);
    INPUT.split('\r\n').forEach((row, index) => {
      expect(rows[index]?.startsWith(row)).toBe(true);
    });
    expect(rows[0]).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    const statuses = rows.slice(1, 6).map((row) => /;(found|not_found|invalid);/.exec(row)?.[1]);
    expect(statuses).toEqual(['found', 'found', 'found', 'invalid', 'not_found']);
    expect(server.posts.map(({ ids }) => ids)).toEqual([[makeCpf(1), makeCpf(2), makeCpf(3)]]);
    expect(server.book.charged.toSorted()).toEqual([makeCpf(1), makeCpf(2)].toSorted());
  });

  it('--json prints exactly one object with every key of the contract and right sums', async ({
    expect,
  }) => {
    await using server = await startReferee({ missing: [makeCpf(3)] });
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code, stdout } = await user.run(['bulk', 'run', file, '--json', ...FAST]);
    const summary = parsed(stdout);
    expect(code).toBe(0);
    expect(Object.keys(summary).sort()).toEqual(KEYS.toSorted());
    const { rows, invalid, duplicates, unique } = summary;
    expect(rows).toBe((invalid ?? 0) + (duplicates ?? 0) + (unique ?? 0));
    expect(summary).toEqual({
      batch: expect.any(String) as string,
      kind: 'cpf',
      file: 'in.csv',
      state: 'complete',
      ...{ rows: 5, invalid: 1, duplicates: 1, repaired: 0, unique: 3 },
      ...{ reused: 0, found: 2, notFound: 1, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
      reasons: { check_digit: 1 },
      credits: { estimated: 3, charged: 2, saved: 0, now: 2 },
      jobs: [
        {
          jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          ...{ status: 'done', items: 3, found: 2, notFound: 1, skipped: 0, error: null },
        },
      ],
      output: join(user.folder, 'in.confere.csv'),
    });
  });

  it('sends --name as fileName', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    await user.run(['bulk', 'run', file, '--name', 'Clientes março', ...FAST]);
    expect(server.posts.map(({ fileName }) => fileName)).toEqual(['Clientes março']);
  });

  it('reads standard input and writes standard output', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const { code, stdout } = await user.run(['bulk', 'run', '-', ...FAST], { stdin: INPUT });
    expect(code).toBe(0);
    expect(stdout.split('\r\n')).toHaveLength(7);
    const again = await user.run(['bulk', 'run', '-', ...FAST], { stdin: INPUT });
    expect(again.stdout).toBe(stdout);
    expect(server.posts).toHaveLength(1);
  });

  it('several inputs go to --out-dir; an error in one does not stop the others', async ({
    expect,
  }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    await user.file('a.csv', sized(2));
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('c.csv', `cnpj\n${makeCnpj(1)}\n${makeCnpj(2)}\n`);
    const files = ['a.csv', 'b.csv', 'c.csv'];
    const { code } = await user.run(['bulk', 'run', ...files, '--out-dir', 'out', ...FAST]);
    expect(code).toBe(2);
    const written = (await readdir(join(user.folder, 'out'))).sort();
    expect(written).toEqual(['a.confere.csv', 'c.confere.csv']);
    expect(server.book.charged).toHaveLength(4);
    expect((await user.run(['bulk', 'run', ...files, '-o', 'x.csv'])).code).toBe(2);
  });

  it('invalid rows leave the exit at 0 unless --strict', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const codes = [];
    for (const flags of [[], ['--strict']]) {
      codes.push((await user.run(['bulk', 'run', file, ...flags, ...FAST])).code);
    }
    expect(codes).toEqual([0, 3]);
  });

  it('a job still processing at the deadline exits 8, and another run completes it', async ({
    expect,
  }) => {
    await using server = await startReferee({ holdJobs: true });
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const late = await user.run(['bulk', 'run', file, '--json', '--deadline', '1s', ...FAST]);
    expect(late.code).toBe(8);
    expect(parsed(late.stdout)).toMatchObject({ state: 'running', pending: 3 });
    server.releaseJobs();
    expect((await user.run(['bulk', 'run', file, ...FAST])).code).toBe(0);
    expect(server.posts).toHaveLength(1);
  });

  it('a watch asks before it says that a job is still processed, and the next step waits longer', async ({
    expect,
  }) => {
    await using server = await startReferee({ holdJobs: true });
    await using user = await newInProcessUser(server);
    const id = (
      await user.run(['bulk', 'submit', await user.file('in.csv', INPUT), ...FAST])
    ).stdout.trim();
    const short = ['bulk', 'watch', id, '--deadline', '1ms'];
    const late = await user.run(short);
    expect(late.code).toBe(8);
    expect(late.stderr).toContain(`'confere bulk watch ${id} --deadline 1h' keeps waiting`);
    server.releaseJobs();
    expect((await user.run(short)).code).toBe(0);
  });

  it('an error with --json is one JSON line on stderr, even with notices', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const args = ['bulk', 'run', file, '--max-credits', '1', '--json', '-q', ...FAST];
    const { code, stderr } = await user.run(args);
    expect(code).toBe(7);
    expect(JSON.parse(stderr)).toMatchObject({ error: { exitCode: 7, httpStatus: null } });
  });
});
