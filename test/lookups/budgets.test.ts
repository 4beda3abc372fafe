import { expect, it } from 'vitest';
import { makeCpf, cpfs } from '../helpers/invented.js';
import { transcripts, types, type Row } from '../helpers/transcript.js';
import { failureOf, libraryUser } from '../library/support.js';

const atTerminal = (typed: string, why: string): Row => [
  `after an unexpected charge a user at a terminal says why: ${why}`,
  { price: 7 },
  ['cpf {1..4} --fields name --max-credits-per-day 30', types(`${typed}\n`, 200)],
  'cpf {20} --fields name',
];

transcripts('budgets of single lookups', [
  [
    'lookups that cost more than expected stop after a tenth of the limit, and so does every later command',
    { price: 7 },
    'cpf {1..5} --fields name --max-credits-per-day 30',
    'cpf {20} --fields name',
  ],
  atTerminal('1', 'a price'),
  atTerminal('2', 'other programs'),
  atTerminal('', 'nothing'),
  [
    'lookups never pass the balance, unless overage is accepted',
    { credits: 3, plan: 'Micro', overage: true },
    'cpf {1..5} --fields name',
    'cpf {1..5} --fields name --allow-overage',
  ],
  [
    'lookups need a readable balance, unless overage is accepted and no limit needs it',
    { always: { 'GET /quota': 503 } },
    'cpf {1}',
    'cpf {1} --fields name --allow-overage',
    'cpf {2} --allow-overage --max-credits 5',
  ],
  [
    'a lookup that is repeated after a 500 counts again in its limit',
    {},
    { service: 'GET /cpf/', does: 500 },
    'cpf {1} --max-credits 1',
    { service: 'GET /cpf/', does: 500 },
    'cpf {2} --fields name --max-credits 2 --shared --cost-cpf 1',
  ],
  [
    'a limit on a shared account without a price ends with exit 2, which names the setting',
    { settings: ['shared true'], files: { 'in.csv': 'cnpj\n111111RT000180\n' } },
    'cpf {1} --max-credits 5',
    'bulk run in.csv --max-credits-per-day 5',
    'cpf {1} --fields name',
    'CONFERE_COST_CPF=1 cpf {2} --fields name --max-credits 5',
    'config set cost-cpf 0',
  ],
  [
    'a budget of the month stops single lookups with exit 7, and what is paid for costs nothing',
    {},
    'cpf {1..4} --fields name --max-credits-per-month 2 --json',
    'cnpj {c1} --max-credits-per-month 2',
    'cpf {1} --fields name --max-credits-per-month 2',
  ],
]);

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
    expect(await failureOf(() => ledger.lookup('cpf', makeCpf(6)))).toMatchObject(refused);
    expect(server.book.charged).toHaveLength(2);
  },
);
