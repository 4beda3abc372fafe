import { describe, expect, it } from '../helpers/with-service.js';
import { cpfs, lines, makeCnpj, makeCpf } from '../cli/support.js';
import { failureOf, libraryUser } from '../library/support.js';

describe('single lookups', () => {
  it('lookups that cost more than expected stop after a tenth of the limit, and so does every later command', async ({
    arrange,
  }) => {
    const { server, user } = await arrange({ price: 7 });
    await user.ends(7, ['cpf', ...cpfs(10), '--max-credits-per-day', '30']);
    const { stderr } = await user.ends(7, ['cpf', makeCpf(20)]);
    expect(stderr).toContain('confere config set cost-cpf 7');
    expect(stderr).toContain('confere config set shared true');
    // A tenth of the limit, before the balance is read again.
    expect(server.book.charged).toHaveLength(3);
    await user.ends(0, ['cpf', makeCpf(20), '--max-credits-per-day', '30', '--cost-cpf', '7']);
  });

  it.for([
    ['1', 'cost-cpf 7'],
    ['2', 'shared true, cost-cpf 1'],
    ['', undefined],
  ] as const)(
    'after an unexpected charge a user at a terminal says why with %j',
    async ([typed, set], { arrange }) => {
      const { server, user } = await arrange({ price: 7 });
      const line = `cpf ${cpfs(10).join(' ')} --max-credits-per-day 30`;
      const terminal = { columns: 200, sits: true, stdin: `${typed}\n` };
      const { stderr } = await user.ends(7, line, terminal);
      expect(stderr).toContain('Which is right? 1: a CPF costs 7 credits. 2:');
      expect(/Set: (.*)\. The next/.exec(stderr)?.[1]).toBe(set);
      expect(server.book.charged).toHaveLength(3);
      await user.run(`cpf ${makeCpf(20)}`);
      expect(server.book.charged).toHaveLength(set === undefined ? 3 : 4);
    },
  );

  it('lookups never pass the balance, unless overage is accepted', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 3, plan: 'Micro', overage: true });
    const { stderr } = await user.ends(7, ['cpf', ...cpfs(5)]);
    expect(stderr).toContain('--allow-overage');
    expect(server.book.charged).toHaveLength(3);
    await user.ends(0, ['cpf', ...cpfs(5), '--allow-overage']);
    expect(server.book.charged).toHaveLength(5);
  });

  it('lookups need a readable balance, unless overage is accepted', async ({ arrange }) => {
    const { server, user } = await arrange({ always: { 'GET /quota': 503 } });
    const { stderr } = await user.ends(5, ['cpf', makeCpf(1)]);
    expect(stderr).toContain('--allow-overage');
    expect(server.book.charged).toEqual([]);
    await user.ends(0, ['cpf', makeCpf(1), '--allow-overage']);
    expect(await user.ends(5, `cpf ${makeCpf(2)} --allow-overage --max-credits 5`)).toMatchObject({
      stderr: expect.not.stringContaining('--allow-overage') as string,
    });
  });

  it('a lookup that is repeated after a 500 counts again in its limit', async ({ arrange }) => {
    const { server, user } = await arrange();
    server.script('GET /cpf/', 500);
    await user.ends(10, `cpf ${makeCpf(1)} --max-credits 1`);
    expect(server.count('GET /cpf/')).toBe(1);
    server.script('GET /cpf/', 500);
    await user.ends(0, `cpf ${makeCpf(2)} --max-credits 2 --shared --cost-cpf 1`);
    expect(server.count('GET /cpf/')).toBe(3);
  });
});

it('a limit on a shared account without a price ends with exit 2, which names the setting', async ({
  server,
  user,
}) => {
  await user.ends(0, 'config set shared true');
  await user.file('in.csv', `cnpj\n${makeCnpj(1)}\n`);
  for (const [line, setting] of [
    [`cpf ${makeCpf(1)} --max-credits 5`, 'cost-cpf'],
    ['bulk run in.csv --max-credits-per-day 5', 'cost-cnpj'],
  ] as const)
    expect((await user.ends(2, line)).stderr).toContain(`config set ${setting} <n>`);
  expect(server.book.charged).toEqual([]);
  await user.ends(0, `cpf ${makeCpf(1)}`);
  const env = { CONFERE_COST_CPF: '1' };
  await user.ends(0, `cpf ${makeCpf(2)} --max-credits 5`, { env });
  expect((await user.ends(2, 'config set cost-cpf 0')).stderr).toContain('above zero');
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
  '%s of the library limits lookups and batches',
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
