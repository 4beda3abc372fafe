import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import { sized } from '../bulk/bulk-support.js';

interface Spent {
  readonly groups: readonly Readonly<Record<string, unknown>>[];
  readonly total: Readonly<Record<string, number>>;
  readonly assumedPrices: readonly unknown[];
}

async function spend(user: User, ...args: readonly string[]): Promise<Spent> {
  return await user.json<Spent>(['spend', ...args]);
}

const PORTUGUESE = { env: { LC_ALL: 'pt_BR.UTF-8' } };

/** What `confere spend` says of what is not proved. */
describe.concurrent('confere spend marks', { timeout: 90_000 }, () => {
  it('a price that nothing proves', async ({ arrange }) => {
    const { user } = await arrange({ plan: 'Básico' });
    await user.run(['cpf', makeCpf(1), makeCpf(2)]);
    expect(await spend(user)).toMatchObject({
      groups: [{ charged: 2, assumed: 2 }],
      total: { charged: 2, assumed: 2 },
      assumedPrices: [{ kind: 'cpf', price: 1 }],
    });
    const { stdout } = await user.run('spend');
    expect(stdout).toMatch(/ ~2 /);
    expect(stdout).toContain(
      '~ assumes 1 credit per CPF found, until the balance shows the price. To set it:',
    );
    const portuguese = await user.run('spend', PORTUGUESE);
    expect(portuguese.stdout).toContain(
      '~ supõe 1 crédito por CPF encontrado, até o saldo mostrar o preço.',
    );
    await user.file('a.csv', sized(30, 50));
    await user.run('bulk run a.csv');
    await user.run('quota');
    expect(await spend(user)).toMatchObject({ total: { assumed: 0 }, assumedPrices: [] });
    expect((await user.run('spend')).stdout).not.toContain('~');
  });

  it('what was sent again as possibly charged', async ({ arrange }) => {
    const { server, user } = await arrange({ plan: 'Básico' });
    await user.file('a.csv', sized(5));
    server.script('POST /cpf/bulk', 'drop_after');
    const { stdout: id } = await user.run('bulk submit a.csv');
    expect((await spend(user)).total).toMatchObject({ atRisk: 5, possiblyCharged: 0 });
    await user.run(['bulk', 'resolve', id.trim(), '--resubmit', '-y']);
    await user.run('bulk watch');
    const decided = { charged: 5, atRisk: 0, possiblyCharged: 5 };
    const { groups } = await spend(user);
    expect(groups).toMatchObject([decided]);
    await user.run(['bulk', 'delete', id.trim(), '-y']);
    expect((await spend(user)).groups).toEqual(groups);
    const { stdout } = await user.run('spend');
    expect(stdout).toContain('possibly charged');
    expect(stdout).toContain('Possibly charged: identifiers that you sent again or abandoned');
    expect(stdout).not.toContain('Unconfirmed:');
  });

  it('a lookup that was made anew as possibly charged', async ({ arrange }) => {
    const { server, user } = await arrange({ plan: 'Básico' });
    server.script('GET /cpf', 'drop_after');
    await user.ends(10, ['cpf', makeCpf(1)]);
    expect((await spend(user)).total).toMatchObject({ atRisk: 1, possiblyCharged: 0 });
    await user.run(['cpf', makeCpf(1), '--fresh', '-y']);
    const total = { charged: 1, atRisk: 0, possiblyCharged: 1 };
    expect((await spend(user)).total).toMatchObject(total);
  });
});
