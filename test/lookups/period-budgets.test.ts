import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfereError, openLedger, type LedgerOptions } from '../../src/index.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

const ids = (...numbers: readonly number[]) => numbers.map(makeCpf);
const found = (stdout: string) => stdout.split('\n').filter((line) => line.includes('"found"'));

it('a budget of the month stops single lookups of the command with exit 7', async () => {
  await using server = await startReferee();
  await using user = await newInProcessUser(server);
  const option = ['--max-credits-per-month', '2'];
  const first = await user.run(['cpf', ...ids(1, 2, 3, 4), ...option, '--json']);
  expect([first.code, found(first.stdout)]).toMatchObject([7, { length: 2 }]);
  expect(first.stderr).toContain(`"over_period_budget"`);
  const second = await user.run(['cnpj', makeCnpj(1), ...option]);
  expect(second.code).toBe(7);
  expect(second.stdout + second.stderr).toContain('Raise --max-credits-per-month');
  // What is paid for already costs nothing.
  expect((await user.run(['cpf', makeCpf(1), ...option])).code).toBe(0);
  expect(server.book.charged).toEqual(ids(1, 2));
});

async function opened(limits: Partial<LedgerOptions>) {
  const server = await startReferee();
  const folder = await mkdtemp(join(tmpdir(), 'confere-periods-'));
  const ledger = await openLedger({ baseUrl: server.url, apiKey: server.key, folder, ...limits });
  onTestFinished(async () => {
    await ledger.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { server, ledger };
}

it.each(['maxCreditsPerDay', 'maxCreditsPerMonth'])(
  'a budget of the day or the month of the library %s binds lookups and batches',
  async (of) => {
    const { server, ledger } = await opened({ [of]: 2 });
    await ledger.lookup('cpf', makeCpf(1));
    const bytes = async function* () {
      yield await Promise.resolve(`cpf\n${ids(2, 3).join('\n')}\n`);
    };
    const refused = { kind: 'credits', code: 'over_period_budget' };
    await expect(ledger.run(bytes(), { name: 'in.csv' })).rejects.toMatchObject(refused);
    // Two at once: the budget is held where the lookup begins.
    const both = await Promise.allSettled(ids(4, 5).map((id) => ledger.lookup('cpf', id)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const error: unknown = await ledger
      .lookup('cpf', makeCpf(6))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfereError);
    expect(error).toMatchObject(refused);
    expect((error as Error).message).not.toContain('--');
    expect(server.book.charged).toHaveLength(2);
  },
);
