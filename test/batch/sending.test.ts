import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QuotaRecord } from '../../src/service/index.js';
import { ConfereError } from '../../src/base/errors.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import type { What } from '../helpers/referee/index.js';
import { runs } from '../helpers/runs.js';
import { tested } from '../ledger/support.js';
import { stories, type Story, type Teller } from './stories.js';
import {
  cpfAt,
  cpfs,
  createWorld,
  INTERVAL,
  mostOften,
  sumsOf,
  type RunOptions,
} from './support.js';

const HUNDRED = { limits: { maxCredits: 100 } };
const FIT = { limits: { fitBalance: true } };
const REUSES = { limits: { reuseSince: 0 } };
const FRESH = { reuseSince: Infinity };
const ids = cpfs(40);
const isEven = (id: string) => ids.indexOf(id) % 2 === 0;
/** CPF, CNPJ, CPF, … */
const both = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? makeCpf(n) : makeCnpj(n)));

/** A client that shows the balance of some time ago (ms). */
function lagging({ client, clientWith, clock }: Teller, by: number) {
  const seen: { readonly at: number; readonly quota: QuotaRecord }[] = [];
  const quota = async () => {
    const at = clock.now();
    seen.push({ at, quota: await client.quota() });
    return (seen.findLast((one) => one.at <= at - by) ?? seen[0])?.quota as QuotaRecord;
  };
  return clientWith({ quota });
}

stories('several jobs', [
  [
    'a batch of several jobs sends each identifier once and accounts for every row',
    { isFound: (id) => Number(id.slice(0, 9)) % 10 !== 0 },
    ({ run }) => {
      const unique = cpfs(10_010);
      const repeated = [0, 9_999, 10_000, 10_009].map((n) => String(unique[n]));
      const rows = [...unique.slice(0, 5_000), '11111111111', ...repeated];
      return run([...rows, ...unique.slice(5_000), '12345678901', '', ...repeated]);
    },
  ],
  [
    'paid identifiers are answered from the ledger, and the others and those not found are sent',
    { isFound: (id) => id !== ids[0] },
    async ({ run }) => [await run(10), await run(15)],
  ],
  [
    'a run with `fresh` reuses no records, and continues only a batch made with `fresh`',
    {},
    async ({ run }) => [await run(3), await run(3, FRESH), await run(3, FRESH)],
  ],
  [
    'a later run of a fresh batch reuses no records either',
    { submissions: ['ok', 'blocked'] },
    async ({ run }) => {
      await run(10);
      await run(10, { ...FRESH, again: true, limits: FRESH });
      await run(10, { ...FRESH, ...REUSES });
    },
  ],
  [
    'a refusal for credits charges nothing and leaves the job planned',
    { credits: 5 },
    async ({ run, service }) => {
      await run(10, { limits: { allowOverage: true } });
      service.book.account.credits = 100;
      await run(10, { limits: { allowOverage: true } });
    },
  ],
  [
    'a job that the balance does not cover has this as its error until it is sent',
    { credits: 4 },
    async ({ run, service }) => {
      await run(6, FIT);
      service.book.account.credits = 9;
      await run(6);
    },
  ],
  ...([1, 3] as const).map((perJob): Story => [
    `an identifier that the service rejects in a job of ${perJob} is invalid, and the others are sent`,
    { rejects: (id) => id === cpfAt(1) },
    async ({ run, exported, note }) => {
      const { batch } = await run(11, { perJob });
      await run(11);
      note((await exported(batch)).toString().split('\n')[1] ?? '');
    },
  ]),
]);

/** A first batch of ten, and a second that shares five identifiers with it. */
const twoBatches = async ({ run, clock, agree }: Teller) => {
  await run(10, { deadline: clock.now() + 1 });
  await agree();
  const second = (limits: RunOptions['limits'] = {}) =>
    run([...cpfs(5), ...cpfs(5, 11)], { limits: { reuseSince: 0, ...limits } });
  await second();
  return second;
};

/** The lease is looked at by this. */
const leased = ({ ledger }: Teller, confirmHold: () => Promise<void>) => ({
  ledger: { ...ledger(), confirmHold },
});

const givenUpBefore = (shared: number, how: RunOptions) => async (world: Teller) => {
  const { batch } = await world.run(10);
  await world.decide(batch, 'abandon');
  await world.run([...cpfs(shared), ...cpfs(5, 11)], how);
};

stories('identifiers that are asked for elsewhere', [
  ...(
    [
      ['running', { pollsToEnd: 4 }],
      ['unconfirmed', { submissions: ['drop_after'] }],
    ] as const
  ).map(([state, service]): Story => [
    `identifiers of a job of another batch are refused while it is ${state}, and sent with \`fresh\``,
    service,
    async (world) => {
      const second = await twoBatches(world);
      await second({ fresh: true });
    },
  ]),
  [
    'identifiers of a job of another batch are answered from the ledger after the job has ended',
    { pollsToEnd: 2 },
    async (world) => {
      const second = await twoBatches(world);
      await world.run(10);
      await second();
    },
  ],
  [
    'records that were paid for after the plan are not bought again: jobs shrink, and empty ones are removed',
    {},
    async ({ run, open, ledger, clock, service, note }) => {
      await (await open(30, { perJob: 10 })).release();
      for (const id of cpfs(14, 7)) {
        const record = { kind: 'cpf', id, data: { cpf: id }, single: false } as const;
        await tested(ledger()).keepRecord({ ...record, fetchedAt: clock.now() });
      }
      await run(30, REUSES);
      note(service.book.jobs.map((job) => `${job.ids[0]} to ${job.ids.at(-1)}`).join('; '));
    },
  ],
  [
    'a run that was suspended and has lost its lease sends nothing',
    {},
    async (world) => {
      const lost = new ConfereError('batch_lost', { batch: 'b000000001', by: null });
      await world.run(
        3,
        leased(world, () => Promise.reject(lost)),
      );
      await world.run(3);
    },
  ],
  [
    'the lease is confirmed after the wait for a slot, before every attempt',
    { submissions: [502] },
    async (world) => {
      const confirm = () => {
        world.note(`confirmed after ${world.service.count('POST')} requests`);
        return Promise.resolve();
      };
      await world.run(3, leased(world, confirm));
    },
  ],
  [
    'abandoned identifiers are sent again, and the plan says so before',
    { submissions: ['drop_after'] },
    givenUpBefore(5, REUSES),
  ],
  [
    'the plan of a run with `fresh` says nothing about abandoned identifiers',
    { submissions: ['drop_after'] },
    givenUpBefore(5, { ...FRESH, ...REUSES }),
  ],
]);

const skipsThenResumes = async ({ run, service }: Teller) => {
  await run(10);
  await run(10);
  service.book.account.credits = 3;
  await run(10, { resumes: true });
  await run(10, { resumes: true, limits: { maxCredits: 3, allowOverage: true } });
  // A guard changes nothing (contract, "Money" 4): what a run left before, it leaves now.
  await run(10);
  service.book.account.credits = 4;
  await run(10, { resumes: true });
};

stories('identifiers that are planned again', [
  [
    'the unanswered identifiers of a failed job are sent again, and the found ones are not',
    { jobs: [{ failAfter: 3 }] },
    ({ run }) => run(10),
  ],
  [
    'the rest of a failed job is sent again at most twice, in this run or a later one',
    { jobs: Array(9).fill({ failAfter: 1 }) },
    async ({ run, restart }) => [await run(10), await restart(), await run(10)],
  ],
  [
    'the rest of a failed job is sent when the user resumes, even after too many failures',
    { jobs: Array(3).fill({ failAfter: 1 }) },
    async ({ run }) => [await run(10), await run(10, { resumes: true })],
  ],
  [
    'the rest of a failed job is not sent again if the wait before it would pass the deadline',
    { jobs: [{ failAfter: 3 }] },
    async ({ run, clock }) => {
      await run(10, { deadline: clock.now() + 2 * INTERVAL + 1_000 });
      await run(10);
    },
  ],
  [
    'the rest of a failed job is sent again within --max-credits',
    { jobs: [{ failAfter: 5 }] },
    async ({ run, agree }) => [await agree(), await run(10, { limits: { maxCredits: 10 } })],
  ],
  [
    'consent covers sending failed identifiers again, but not those left pending for lack of credits',
    { credits: 10, jobs: [{ failAfter: 5 }] },
    async ({ run, agree, service }) => {
      await agree();
      const onEvent: RunOptions['onEvent'] = ({ type }) => {
        if (type === 'planned_again') service.book.account.credits = 1_000;
      };
      await run(20, { ...FIT, onEvent });
    },
  ],
  [
    'skipped identifiers wait until the user resumes, and then exactly they are sent',
    { jobs: [{ skipLast: 4 }] },
    skipsThenResumes,
  ],
  [
    'skipped identifiers are planned again in jobs of at most 10,000',
    { jobs: [{ skipLast: 10_000 }, { skipLast: 2 }] },
    async ({ run }) => [await run(10_002), await run(10_002, { resumes: true })],
  ],
]);

const lateBalance = (price: number): Story => [
  `no limit is passed while the balance is late, except by the first job: ${price} credits a record`,
  { price },
  (world) =>
    world.run(200, {
      limits: { maxCredits: 100, fitBalance: true },
      client: lagging(world, 3_000),
    }),
];

stories('limits of a batch', [
  [
    'the first job is a tenth of the tightest limit, and the rest is sent when a second reading agrees',
    {},
    async ({ run }) => [await run(90, HUNDRED), await run(cpfs(90, 1_000), HUNDRED)],
  ],
  [
    'the first job is small again for another price, but not after a charge by others',
    {},
    async ({ run, service }) => {
      await run(90, HUNDRED);
      await run(cpfs(20, 1_000), { ...HUNDRED, terms: { cpf: 2 } });
      service.book.account.used += 1;
      await run(cpfs(20, 2_000), HUNDRED);
    },
  ],
  [
    'the first job has its full size on an account that other programs use',
    {},
    ({ run }) => run(90, { ...HUNDRED, terms: { shared: true, cpf: 1 } }),
  ],
  [
    'only the first job is sent if the account is charged more for each record, until the price is told',
    { price: 2 },
    async ({ run }) => {
      await run(90, HUNDRED);
      // The stop binds runs without a limit as well.
      await run(cpfs(5, 1_000));
      await run(cpfs(50, 2_000), { ...HUNDRED, terms: { cpf: 2 } });
    },
  ],
  [
    'a batch that is complete when unexpected charges show keeps its result',
    { price: 2 },
    ({ run }) => run(10),
  ],
  [
    'credits that other programs spent count once in the budget of the day',
    {},
    async ({ run, agree, service }) => {
      await agree();
      const limits = { maxCreditsPerDay: 100 };
      const onEvent: RunOptions['onEvent'] = ({ type }) => {
        if (type === 'job_ended') service.book.account.used += 2;
      };
      await run(cpfs(50), { limits, onEvent });
      await run(cpfs(49, 1_000), { limits });
      await run(cpfs(48, 2_000), { limits });
    },
  ],
  [
    'the budget of a day or month counts what the ledger spent in it, and the next one starts at zero',
    {},
    async ({ run, clock }) => {
      const limits = { maxCreditsPerDay: 15, maxCreditsPerMonth: 25 };
      await run(cpfs(10, 100), { limits });
      await run(cpfs(6, 200), { limits });
      await run(cpfs(5, 300), { limits });
      clock.advance(86_400_000);
      await run(cpfs(11, 400), { limits });
      await run(cpfs(10, 500), { limits });
      clock.advance(31 * 86_400_000);
      await run(cpfs(11, 400), { limits });
    },
  ],
  [
    'three runs spend no credit twice while the balance is late',
    { credits: 100, overage: true },
    async (world) => {
      await world.agree();
      const client = lagging(world, 100_000);
      for (const from of [1, 500, 900]) await world.run(cpfs(40, from), { client });
    },
  ],
  lateBalance(1),
  lateBalance(5),
  [
    'a job that the service refuses although the balance covers it is tried again with a tenth',
    { credits: 60 },
    async ({ run, agree, client, clientWith, service }) => {
      await agree();
      const stale = await client.quota();
      service.book.account.credits = 20;
      const quota = () => (service.book.jobs.length > 0 ? client.quota() : Promise.resolve(stale));
      await run(60, { ...FIT, client: clientWith({ quota }) });
    },
  ],
  ...(
    [
      ['is under way and an older balance does not show it', 1_000, 1],
      ['is done and an older balance does not show it', 1, Infinity],
    ] as const
  ).map(([how, pollsToEnd, patience]): Story => [
    `a job is refused if another run, which ${how}, spent the balance since the plan`,
    { credits: 15, pollsToEnd },
    async ({ run, agree, client, clientWith, clock }) => {
      await agree();
      let asked = 0;
      const quota = async () => {
        const before = await client.quota();
        asked += 1;
        if (asked !== 2) return before;
        await run(cpfs(10, 100), { deadline: clock.now() + patience });
        return before;
      };
      await run(10, { client: clientWith({ quota }) });
    },
  ]),
]);

stories('what --fit-balance spends', [
  [
    '--fit-balance spends --max-credits to the last credit, with each job as large as what is left',
    { isFound: isEven },
    async ({ run, agree }) => {
      await agree();
      await run(ids, { limits: { maxCredits: 10, fitBalance: true } });
    },
  ],
  [
    '--fit-balance spends no credits that arrive after the user confirmed',
    { credits: 10, isFound: isEven },
    async ({ run, service, note }) => {
      const confirm = ({ worstCase }: { readonly worstCase: number }) => {
        note(`the user confirms ${worstCase} credits`);
        service.book.account.credits += 100;
        return Promise.resolve(true);
      };
      await run(ids, { limits: { fitBalance: true, confirm } });
    },
  ],
  ...(
    [
      ['the budget of the day', { maxCreditsPerDay: 20 }, 100],
      ['the balance', {}, 20],
    ] as const
  ).map(([of, more, credits]): Story => [
    `--fit-balance spends only what another run has left of ${of} since the user confirmed`,
    { credits, isFound: (id) => !ids.includes(id) || isEven(id) },
    async ({ run, agree }) => {
      await agree();
      const limits = { fitBalance: true, ...more };
      const confirm = async () => {
        await run(cpfs(9, 100), { limits });
        return true;
      };
      await run(ids, { limits: { ...limits, confirm } });
    },
  ]),
  [
    '--fit-balance is refused like a run without it if the budget covers no record',
    { price: 2 },
    ({ run }) => run(ids, { limits: { maxCredits: 1.5, fitBalance: true }, terms: { cpf: 2 } }),
  ],
]);

const doubtInBoth: Story = [
  'a job is adopted through the endpoint of its kind',
  { submissions: ['ok', 'drop_after'] },
  async ({ run, decide, jobId }) => {
    const { batch } = await run(both(8));
    await decide(batch, { adopt: jobId(2) });
    await run(both(8));
  },
];

stories('batches of both kinds', [
  [
    'a column of CPFs and CNPJs is one batch with jobs of one kind each, which is not sent again',
    { isFound: (id) => !id.endsWith('4') },
    async ({ run }) => [await run(both(10)), await run(both(10))],
  ],
  [
    'a batch of both kinds is exported as one file, in the order of the input, with the columns of both',
    {
      record: (id) => (id.length === 11 ? { name: `N${id}` } : { razao_social: `R${id}` }),
    },
    async ({ run, exported, note }) => {
      const { batch } = await run(both(4));
      const [head = '', ...rows] = (await exported(batch)).toString().trim().split('\n');
      const names = head.split(',');
      for (const row of rows)
        note(
          names
            .flatMap((name, n) => {
              const cell = row.split(',')[n] ?? '';
              return cell === '' || name === 'lookup_fetched_at' ? [] : `${name}=${cell}`;
            })
            .join(' '),
        );
    },
  ],
  [
    'a batch of both kinds has one budget, and its plan has the numbers of each kind',
    { credits: 6 },
    async ({ run, service }) => {
      await run(both(7));
      await run(both(7), FIT);
      service.book.account.credits = 100;
      await run(both(7));
    },
  ],
  [
    'identifiers of the kind that a limit covers are sent, although the limit covers none of the other kind',
    {},
    async ({ run, agree }) => {
      await agree('cnpj 1');
      const limits = { maxCredits: 2, fitBalance: true };
      await run(both(7), { limits, terms: { cpf: 3, cnpj: 1 } });
    },
  ],
  doubtInBoth,
  [
    'a job is not adopted for a job of the other kind',
    { submissions: ['drop_after', 'drop_after'] },
    async ({ run, decide, jobId }) => {
      const { batch } = await run(both(8));
      await decide(batch, 'abandon');
      await run(both(8));
      // Then the CNPJs were sent, and their answer was lost too.
      await decide(batch, { adopt: jobId(1) }, undefined, { seq: 2 });
      await decide(batch, { adopt: jobId(2) });
      await run(both(8));
    },
  ],
]);

it('for any file and any failures, each identifier is sent once and each row has its own result', async () => {
  const cell = fc.oneof(
    fc.nat(30).map(makeCpf),
    fc.nat(30).map(makeCnpj),
    fc.constantFrom('', 'x', '11111111111'),
  );
  const step = fc.constantFrom<What>('ok', 'drop_before', 'drop_after', 429, 502);
  await fc.assert(
    fc.asyncProperty(fc.array(cell), fc.array(step), async (cells, submissions) => {
      await using world = await createWorld({ submissions });
      const input = { column: '2', kind: 'both', header: true } as const;
      // Until nothing changes any more; unconfirmed jobs stay unconfirmed.
      for (let run = 0; run < submissions.length + 1; run += 1) {
        const { summary } = await world.run([makeCpf(1), ...cells], { input });
        expect(sumsOf(summary)).toEqual({ rows: cells.length + 1, unique: summary.unique });
      }
      expect(mostOften(world.service.book.submitted)).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(10) },
  );
});
