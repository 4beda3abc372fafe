import { describe, expect, it } from '../helpers/with-service.js';
import { cpfs, lines, makeCnpj, makeCpf } from '../cli/support.js';
import { failureOf, libraryUser } from '../library/support.js';

describe('single lookups where nothing shows the price yet', () => {
  it.for([
    [1, 6, 6],
    [5, 6, 1],
    [4, 17, 4],
  ] as const)('of %i credits pass no budget of %i', async ([price, limit, asked], { arrange }) => {
    const { server, user } = await arrange({ price });
    const option = ['--max-credits-per-day', String(limit)];
    await user.ends(7, ['cpf', ...cpfs(10), ...option]);
    expect(server.book.charged).toHaveLength(asked);
    // The next process knows it, too.
    await user.ends(7, ['cpf', makeCpf(20), ...option]);
    expect(server.book.charged).toHaveLength(asked);
  });

  it('read the balance around the first one, and no more while little is spent', async ({
    server,
    user,
  }) => {
    for (const line of [`cpf ${cpfs(2).join(' ')}`, `cpf ${makeCpf(3)}`]) {
      await user.run(`${line} --max-credits-per-day 15`);
      expect(server.count('GET /quota')).toBe(2);
    }
  });
});

it('a budget of the month stops single lookups with exit 7', async ({ server, user }) => {
  const option = ['--max-credits-per-month', '2'];
  const first = await user.ends(7, ['cpf', ...cpfs(4), ...option, '--json']);
  expect(lines(first.stdout).filter(({ status }) => status === 'found')).toHaveLength(2);
  expect(first.stderr).toContain(`"over_period_budget"`);
  const second = await user.ends(7, ['cnpj', makeCnpj(1), ...option]);
  expect(second.stdout + second.stderr).toContain('Raise --max-credits-per-month');
  // What is paid for already costs nothing.
  await user.ends(0, ['cpf', makeCpf(1), ...option]);
  expect(server.book.charged).toEqual(cpfs(2));
});

it.for(['maxCreditsPerDay', 'maxCreditsPerMonth'])(
  '%s of the library binds lookups and batches',
  async (of) => {
    const { server, ledger } = await libraryUser({ [of]: 2 });
    await ledger.lookup('cpf', makeCpf(1));
    const refused = { kind: 'credits', code: 'over_period_budget' };
    expect(await failureOf(() => ledger.run(cpfs(2, 2)))).toMatchObject(refused);
    // Two at once: the budget is held where the lookup begins.
    const both = await Promise.allSettled(cpfs(2, 4).map((id) => ledger.lookup('cpf', id)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const error = await failureOf(() => ledger.lookup('cpf', makeCpf(6)));
    expect(error).toMatchObject(refused);
    expect((error as Error).message).not.toContain('--');
    expect(server.book.charged).toHaveLength(2);
  },
);
