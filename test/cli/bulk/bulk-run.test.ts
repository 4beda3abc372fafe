import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { INPUT, KEYS, names, parsed } from './bulk-support.js';

const RUN = 'bulk run in.csv';

describe.concurrent('confere bulk run', () => {
  it('writes the result next to the input, every row kept', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    await user.file('in.csv', INPUT);
    const { stderr } = await user.silent(0, RUN);
    expect(stderr).toContain('3 to send, at most 3 of 100,000 credits');
    expect(await names(user)).toEqual(['in.confere.csv', 'in.csv']);
    const rows = (await readFile(join(user.folder, 'in.confere.csv'), 'utf8')).split('\r\n');
    expect(rows).toHaveLength(7);
    for (const [n, row] of INPUT.split('\r\n').entries())
      expect(rows[n]?.startsWith(row)).toBe(true);
    expect(rows[0]).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    const statuses = rows.slice(1, 6).map((row) => /;(found|not_found|invalid);/.exec(row)?.[1]);
    expect(statuses).toEqual(['found', 'found', 'found', 'invalid', 'not_found']);
    expect(server.posts.map(({ ids }) => ids)).toEqual([[makeCpf(1), makeCpf(2), makeCpf(3)]]);
    expect(server.book.charged.toSorted()).toEqual([makeCpf(1), makeCpf(2)].toSorted());
  });

  it('--json prints one object with the keys and sums of the contract', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(3)] });
    await user.file('in.csv', INPUT);
    const { stdout } = await user.ends(0, `${RUN} --json`);
    const summary = parsed(stdout);
    expect(Object.keys(summary).sort()).toEqual(KEYS.toSorted());
    expect(summary).toEqual({
      batch: expect.any(String) as string,
      ...{ kind: 'cpf', file: 'in.csv', state: 'complete' },
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
    expect((await user.run('bulk run -', { stdin: INPUT })).stdout).toBe(stdout);
    expect(server.posts).toHaveLength(1);
  });

  it('invalid rows leave the exit at 0 unless --strict', async ({ user }) => {
    await user.file('in.csv', INPUT);
    await user.ends(0, RUN);
    await user.ends(3, `${RUN} --strict`);
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
    expect(stderr).toContain(`'confere bulk watch ${String(batch)} --deadline 1h'.`);
    server.releaseJobs();
    await user.ends(0, short);
    await user.ends(0, RUN);
    expect(server.posts).toHaveLength(1);
  });
});
