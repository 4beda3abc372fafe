import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { INPUT, KEYS, names, parsed } from './bulk-support.js';

describe.concurrent('confere bulk run', () => {
  it('writes the result next to the input, every row kept', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    const file = await user.file('clientes.csv', INPUT);
    const { stderr } = await user.silent(0, `bulk run ${file}`);
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

  it('--json prints one object with the keys and sums of the contract', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(3)] });
    const file = await user.file('in.csv', INPUT);
    const { stdout } = await user.ends(0, `bulk run ${file} --json`);
    const summary = parsed(stdout);
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

  it('reads standard input and writes standard output', async ({ server, user }) => {
    const { stdout } = await user.ends(0, 'bulk run -', { stdin: INPUT });
    expect(stdout.split('\r\n')).toHaveLength(7);
    const again = await user.run('bulk run -', { stdin: INPUT });
    expect(again.stdout).toBe(stdout);
    expect(server.posts).toHaveLength(1);
  });

  it('invalid rows leave the exit at 0 unless --strict', async ({ user }) => {
    const file = await user.file('in.csv', INPUT);
    const codes = [];
    for (const flags of [[], ['--strict']]) {
      codes.push((await user.run(['bulk', 'run', file, ...flags])).code);
    }
    expect(codes).toEqual([0, 3]);
  });

  it('a job that runs at the deadline exits 8; another run completes it', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', INPUT);
    const late = await user.ends(8, `bulk run ${file} --json --deadline 1s`);
    expect(parsed(late.stdout)).toMatchObject({ state: 'running', pending: 3 });
    server.releaseJobs();
    await user.ends(0, `bulk run ${file}`);
    expect(server.posts).toHaveLength(1);
  });

  it('a watch asks first; the next step that it prints waits longer', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const id = (await user.run(['bulk', 'submit', await user.file('in.csv', INPUT)])).stdout.trim();
    const short = ['bulk', 'watch', id, '--deadline', '1ms'];
    const late = await user.ends(8, short);
    expect(late.stderr).toContain(`To keep waiting, run 'confere bulk watch ${id} --deadline 1h'.`);
    server.releaseJobs();
    await user.ends(0, short);
  });
});
