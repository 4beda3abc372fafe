import { expect, it } from 'vitest';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { tested } from '../ledger/support.js';
import { cpfAt, cpfs, testWorld } from './support.js';

const FIT = { limits: { fitBalance: true } };
/** CPF, CNPJ, CPF, … */
const both = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? makeCpf(n) : makeCnpj(n)));

it('identifiers in doubt in another batch are refused, and sent with --fresh', async () => {
  const { run, agree, sizes } = await testWorld({ submissions: ['drop_after'] });
  await run(10);
  await agree();
  const shared = [...cpfs(5), ...cpfs(5, 11)];
  const facts = { items: 5, job: 1, state: 'unconfirmed' };
  expect(await run(shared)).toMatchObject({ code: 'looked_up_elsewhere', error: { facts } });
  expect(sizes()).toEqual([10]);
  expect((await run(shared, { limits: { fresh: true } })).summary).toMatchObject({ found: 10 });
});

it('a job that the service refuses although the balance covers it is tried again with a tenth', async () => {
  const { run, agree, client, clientWith, service, sizes } = await testWorld({ credits: 60 });
  await agree();
  const stale = await client.quota();
  service.book.account.credits = 20;
  const quota = () => (service.book.jobs.length > 0 ? client.quota() : Promise.resolve(stale));
  const { summary } = await run(60, { ...FIT, client: clientWith({ quota }) });
  expect([summary.found, summary.pending, sizes()]).toEqual([20, 40, [6, 14]]);
});

it('skipped identifiers wait until the user resumes, and then those without a record are sent', async () => {
  const { run, service, ledger, clock, sizes } = await testWorld({ jobs: [{ skipLast: 4 }] });
  const skipped = { state: 'incomplete', found: 6, skipped: 4 };
  expect((await run(10)).summary).toMatchObject(skipped);
  service.book.account.credits = 3;
  const facts = { of: 'batch', worstCase: 4, balance: 3 };
  const refused = { code: 'over_balance', error: { facts }, summary: skipped };
  expect(await run(10, { resumes: true })).toMatchObject(refused);
  // A guard changes nothing (contract, "Money" 4): what a run left before, it leaves now.
  expect(await run(10)).toMatchObject({ code: undefined, summary: skipped });
  await tested(ledger()).keepPaid(cpfAt(10), clock.now());
  // Records that were found since the reading count.
  service.book.account.credits = 4;
  const { summary } = await run(10, { resumes: true, limits: { reuseSince: 0 } });
  expect(summary).toMatchObject({ state: 'complete', reused: 1, found: 10 });
  expect(sizes()).toEqual([10, 3]);
});

it('--fit-balance spends no credits that arrive after the user confirmed', async () => {
  const ids = cpfs(40);
  const isFound = (id: string) => ids.indexOf(id) % 2 === 0;
  const { run, service } = await testWorld({ credits: 10, isFound });
  const confirm = ({ worstCase }: { readonly worstCase: number }) => {
    service.book.account.credits += 100;
    return Promise.resolve(worstCase === 10);
  };
  const { summary } = await run(ids, { limits: { fitBalance: true, confirm } });
  expect(summary).toMatchObject({ found: 10, notFound: 9, pending: 21 });
  expect(service.book.charged).toHaveLength(10);
});

it('identifiers of the kind that a limit covers are sent, although the limit covers none of the other kind', async () => {
  const { run, agree, sizes } = await testWorld();
  await agree('cnpj 1');
  const limits = { maxCredits: 2, fitBalance: true };
  const { summary } = await run(both(7), { limits, terms: { cpf: 3, cnpj: 1 } });
  expect([summary.found, summary.pending, sizes()]).toEqual([2, 5, [2]]);
});
