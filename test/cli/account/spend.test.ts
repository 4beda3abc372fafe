import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf, parsed, sized, type User } from '../support.js';

interface Spent {
  readonly groups: readonly Readonly<Record<string, unknown>>[];
  readonly total: Readonly<Record<string, number>>;
}

const spend = async (user: User, flags = '') =>
  parsed((await user.ends(0, `spend --json${flags}`)).stdout) as unknown as Spent;

describe.concurrent('confere spend', { timeout: 90_000 }, () => {
  it('needs neither key nor ledger, and makes none', async ({ fresh: user }) => {
    const env = { CONFERE_BASE_URL: 'https://service.example' };
    const { stderr } = await user.silent(0, 'spend', { env });
    expect(stderr).toBe('Nothing was charged or saved in this period.\n');
    await user.ends(2, 'spend');
  });

  it('takes days, months and days ago, and refuses what is none', async ({ user }) => {
    await user.run(`cpf ${makeCpf(1)}`);
    for (const [flags, charged] of [
      [' --since 1d', 1],
      [' --until 1d', 0],
      [' --until 2020-01 --since 31/12/2019', 0],
    ] as const)
      expect((await spend(user, flags)).total).toMatchObject({ charged });
    for (const wrong of ['2026-13', '2026-02-30', '30/02/2026', 'soon', '2026-1'])
      expect((await user.ends(2, `spend --since ${wrong}`)).stderr).toContain(
        'Use a day or a month',
      );
    expect(await spend(user, ' --since 2026-01 --until 02/2026')).toMatchObject({
      by: 'month',
      since: '2026-01-01',
      until: '2026-02-28',
    });
  });

  it('has a line for each profile, and for each kind', async ({ server, fresh: user }) => {
    for (const profile of ['', ' --profile work'])
      await user.run(`auth login --with-key --base-url ${server.url}${profile}`, {
        stdin: server.key,
      });
    await user.run(`cpf ${makeCpf(1)}`);
    await user.run(`cpf ${makeCpf(1)} ${makeCpf(2)} --profile work`);
    const all = await spend(user, ' --by profile');
    const { groups, total } = all;
    expect(groups).toMatchObject([
      { profile: 'default', baseUrl: server.url, charged: 1 },
      { profile: 'work', baseUrl: server.url, charged: 2 },
    ]);
    expect(total['charged']).toBe(3);
    const csv = await user.run('spend --by kind --format csv --profile work');
    expect(csv.stdout).toBe(
      'kind,found,charged,otherCharges,saved,atRisk,possiblyCharged\ncpf,2,2,0,0,0,0\n',
    );
    const lines = await user.run('spend --format jsonl');
    expect(parsed(lines.stdout)).toMatchObject({ charged: 1 });
    // Also of a profile that is gone.
    await user.ends(0, 'auth logout --profile work');
    await user.ends(0, 'config unset base-url --profile work');
    expect(await spend(user, ' --by profile')).toEqual(all);
  });

  it('marks what was sent again, also when its batch is gone', async ({ arrange }) => {
    const { server, user } = await arrange({ plan: 'Básico' });
    await user.file('a.csv', sized(5));
    server.script('POST /cpf/bulk', 'drop_after');
    const id = (await user.ends(10, 'bulk submit a.csv')).stdout.trim();
    const open = { found: 0, charged: 0, saved: 0, atRisk: 5, possiblyCharged: 0 };
    expect((await spend(user)).total).toMatchObject(open);
    await user.run(`bulk resolve ${id} --resubmit -y`);
    await user.run('bulk watch');
    const { groups } = await spend(user);
    expect(groups).toMatchObject([{ charged: 5, atRisk: 0, possiblyCharged: 5 }]);
    await user.run(`bulk delete ${id} -y`);
    expect((await spend(user)).groups).toEqual(groups);
    const { stdout } = await user.run('spend');
    expect(stdout).toContain('Possibly charged: identifiers that you sent again or abandoned');
    expect(stdout).not.toContain('Unconfirmed:');
  });
});
