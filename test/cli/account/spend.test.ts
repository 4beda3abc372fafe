import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import { type Referee } from '../../helpers/referee/index.js';
import { sized } from '../bulk/bulk-support.js';

interface Spent {
  readonly groups: readonly Readonly<Record<string, unknown>>[];
  readonly total: Readonly<Record<string, number>>;
}

async function spend(user: User, ...args: readonly string[]): Promise<Spent> {
  const { stdout, stderr, code } = await user.run(['spend', '--json', ...args]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Spent;
}

/** Another program with another key of the account, which the ledger knows nothing of. */
async function spendElsewhere(server: Referee, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers)
    await fetch(`${server.url}/cpf/${makeCpf(number)}`, { headers: { 'x-api-key': server.key } });
}

describe.concurrent('confere spend', { timeout: 90_000 }, () => {
  it('agrees with what the service charged', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)], plan: 'Básico' });
    // What others spend meanwhile looks like a price.
    await user.run('config set cost-cpf 1');
    await user.file('a.csv', sized(5));
    await user.file('b.csv', sized(8));
    await user.run(['cpf', makeCpf(1)]);
    // Without a ledger the balance is read, and not written down.
    await user.run('quota');
    await user.run(['cpf', makeCpf(1)]);
    await user.run('bulk run a.csv');
    await spendElsewhere(server, 900, 901);
    await user.run('bulk run b.csv');
    await user.run('quota');
    const { total, groups } = await spend(user, '--by', 'batch');
    const ours = server.book.charged.length - 2;
    // a.csv finds one in the ledger, b.csv the four that were found.
    expect(total).toMatchObject({ found: ours, charged: ours, saved: 6, atRisk: 0 });
    expect(groups).toMatchObject([
      { source: 'batch', file: 'a.csv', charged: 3, saved: 1 },
      { source: 'batch', file: 'b.csv', charged: 3, saved: 4 },
      { source: 'lookups', batch: null, charged: 1, saved: 1 },
    ]);
  });

  it('keeps the charges of a deleted batch, and sends nothing', async ({ arrange }) => {
    const { server, user } = await arrange({ plan: 'Básico' });
    await user.file('a.csv', sized(5));
    const { stdout: id } = await user.run('bulk submit a.csv');
    await user.run('bulk watch');
    await user.run('quota');
    const before = await spend(user, '--by', 'batch');
    await user.run(['bulk', 'delete', id.trim(), '--yes']);
    const asked = server.log.length;
    const after = await spend(user, '--by', 'batch');
    expect(after).toEqual({
      ...before,
      groups: [expect.objectContaining({ source: 'deleted', charged: 5 })],
    });
    expect(server.log).toHaveLength(asked);
  });

  it('needs neither key nor ledger, and makes none', async ({ fresh: user }) => {
    const { code, stdout, stderr } = await user.run('spend', {
      env: { CONFERE_BASE_URL: 'https://service.example' },
    });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe('Nothing was charged or saved in this period.\n');
    await user.ends(2, 'spend');
  });

  it('takes days, months and days ago, and refuses what is none', async ({ user }) => {
    await user.run(['cpf', makeCpf(1)]);
    expect((await spend(user, '--since', '1d')).total['charged']).toBe(1);
    expect((await spend(user, '--until', '1d')).total['charged']).toBe(0);
    expect((await spend(user, '--until', '2020-01', '--since', '31/12/2019')).total).toMatchObject({
      charged: 0,
    });
    for (const wrong of ['2026-13', '2026-02-30', '30/02/2026', 'soon', '2026-1']) {
      const { stderr } = await user.ends(2, ['spend', '--since', wrong]);
      expect(stderr).toContain('Use a day or a month');
    }
    const json = await spend(user, '--since', '2026-01', '--until', '2026-02');
    expect(json).toMatchObject({ by: 'month', since: '2026-01-01', until: '2026-02-28' });
  });

  it('has a line for each profile, and for each kind', async ({ server, fresh: user }) => {
    const work = ['--profile', 'work'];
    for (const profile of [[], work]) {
      await user.run(['config', 'set', 'base-url', server.url, ...profile]);
      await user.run(['auth', 'login', '--with-key', ...profile], { stdin: server.key });
    }
    await user.run(['cpf', makeCpf(1)]);
    await user.run(['cpf', makeCpf(1), makeCpf(2), ...work]);
    const { groups, total } = await spend(user, '--by', 'profile');
    expect(groups).toMatchObject([
      { profile: 'default', baseUrl: server.url, charged: 1 },
      { profile: 'work', baseUrl: server.url, charged: 2 },
    ]);
    expect(total['charged']).toBe(3);
    const csv = await user.run(['spend', '--by', 'kind', '--format', 'csv', ...work]);
    expect(csv.stdout).toBe(
      'kind,found,charged,assumed,saved,atRisk,possiblyCharged\ncpf,2,2,2,0,0,0\n',
    );
    const lines = await user.run('spend --format jsonl');
    expect(JSON.parse(lines.stdout)).toMatchObject({ charged: 1 });
  });
});
