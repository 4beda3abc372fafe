import { expect, it } from 'vitest';
import { beginRun } from '../../src/batch/send/spending.js';
import { settleAndSend } from '../../src/batch/send/submit.js';
import { findJobsToDecide } from '../../src/batch/resolve.js';
import { readBalance } from '../../src/money/balance.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { tested } from '../ledger/support.js';
import { stories, type Story, type Teller } from './stories.js';
import { cpfs, NO_LIMITS, SETTLE, testWorld, type RunOptions } from './support.js';

const LOST = { submissions: ['drop_after'] } as const;

/** A client that shows so many used credits. */
const showing = ({ client, clientWith }: Teller, used: () => number) =>
  clientWith({ quota: async () => ({ ...(await client.quota()), usedCredits: used() }) });

stories('lost answers', [
  [
    'a submission whose answer is lost is never sent again if the balance changed',
    LOST,
    async ({ run, clock, restart }) => {
      await run(10);
      for (const wait of [0, 10 * SETTLE]) {
        clock.advance(wait);
        await restart();
        await run(10);
      }
    },
  ],
  [
    'a submission that the service did not accept (500) is sent again, but only after the settle time',
    { submissions: [500] },
    async ({ run, clock }) => {
      await run(10);
      clock.advance(20_000);
      await run(10);
    },
  ],
  [
    'after a lost answer, accepted jobs are polled and later ones stay unsent',
    { submissions: ['ok', 'drop_after'] },
    ({ run }) => run(30, { perJob: 10 }),
  ],
  [
    'a clock that was set back does not let an older charge hide a newer one',
    { submissions: ['ok', 'drop_after'] },
    async ({ run, clock }) => {
      await run(10);
      clock.advance(-120 * SETTLE);
      for (const wait of [0, 0, 2 * SETTLE]) {
        clock.advance(wait);
        await run(cpfs(10, 100));
      }
    },
  ],
  [
    'after the clock was set forward, the settle time counts how long the machine has been running',
    { submissions: ['drop_before'] },
    async ({ run, clock, restart, service }) => {
      service.book.account.used = 50;
      await run(10);
      clock.set(10 * 3_600_000);
      await restart();
      clock.advance(SETTLE - 5_000);
      await run(10);
    },
  ],
  [
    'a proved job stays unconfirmed if the user says no',
    LOST,
    async (world) => {
      let used = 0;
      const client = showing(world, () => used);
      await world.run(10, { client });
      const confirm = () => Promise.resolve(false);
      await world.run(10, { client, limits: { confirm } });
      used = 10;
      world.clock.advance(3_600_000);
      await world.run(10, { client });
    },
  ],
  [
    'a proof is made again after the user has confirmed',
    LOST,
    async (world) => {
      let used = 0;
      const client = showing(world, () => used);
      await world.run(10, { client });
      const confirm = () => {
        used = 10;
        return Promise.resolve(true);
      };
      await world.run(10, { client, limits: { confirm } });
    },
  ],
]);

const [A = '', ...OTHERS] = cpfs(4);
const FOUR = [A, ...OTHERS];

/** A single lookup of the first of four identifiers has no answer; the account was read before it. */
async function doubted({ deps, ledger }: Teller, mode: 'simple' | 'realtime' = 'simple') {
  await readBalance(deps());
  await ledger().endLookup(await tested(ledger()).begunLookup(A, { mode }), { is: 'unknown' });
}

stories('single lookups in doubt', [
  [
    'an identifier whose lookup is in doubt is sent after all others, once the lookup is proved free',
    { isFound: (id) => id === A },
    async (world) => {
      await doubted(world, 'realtime');
      await world.run(FOUR);
    },
  ],
  [
    'an identifier whose lookup is in doubt is left to the user for good if the balance moved',
    {},
    async (world) => {
      await doubted(world);
      world.service.book.account.used += 1;
      await world.run(FOUR);
      world.service.book.account.used -= 1;
      const { batch } = await world.run(FOUR);
      const rows = (await world.exported(batch, { partial: true })).toString().split('\n');
      world.note(rows[1]?.slice(0, 40) ?? '');
      const { release } = await world.open(FOUR);
      await world.decide(batch, 'resubmit');
      await release();
      await world.run(FOUR);
    },
  ],
  [
    'an identifier whose lookup is in doubt is answered from a record that was found since',
    {},
    async (world) => {
      await doubted(world);
      world.service.book.account.used += 1;
      await world.run(FOUR);
      await tested(world.ledger()).keepPaid(A, world.clock.now());
      await world.run(FOUR, { limits: { reuseSince: 0 } });
    },
  ],
]);

/** A batch of ten whose submission was accepted and charged, and whose answer was lost. */
const doubtful = async ({ arrange }: Teller) => (await arrange(10)).batch;

const adoption = (how: string, service: RefereeOptions): Story => [
  `adopting a job that ${how} fetches the paid results`,
  { ...LOST, ...service },
  async (world) => {
    await world.decide(await doubtful(world), { adopt: world.jobId() });
    await world.run(10);
  },
];

const refusedAdoption = (what: string, ids: readonly string[]): Story => [
  `a job of ${what} is not adopted`,
  LOST,
  async (world) => {
    const batch = await doubtful(world);
    const { jobId } = await world.client.submitJob('cpf', ids);
    await world.decide(batch, { adopt: jobId });
  },
];

const refusedResubmission = (by: string, limits: RunOptions['limits']): Story => [
  `a resubmission that ${by} refuses changes nothing: the lost job can still be adopted`,
  { submissions: ['drop_after', 'blocked'] },
  async (world) => {
    const batch = await doubtful(world);
    await world.decide(batch, 'resubmit', { ...NO_LIMITS, ...limits });
    await world.decide(batch, { adopt: world.jobId() });
    await world.run(10);
  },
];

stories('decisions of the user', [
  adoption('has ended', {}),
  adoption('is still processing and names some identifiers', { pollsToEnd: 3 }),
  [
    'after the wrong job was adopted, the right one may be adopted, and the results of both are kept',
    LOST,
    async (world) => {
      const batch = await doubtful(world);
      const wrong = await world.client.submitJob('cpf', cpfs(3));
      await world.decide(batch, { adopt: wrong.jobId });
      await world.run(10);
      await world.decide(batch, { adopt: world.jobId() });
      await world.run(10);
    },
  ],
  [
    'after a job was adopted that names no identifier yet, the right one may be adopted',
    { ...LOST, pollsToEnd: 2 },
    async (world) => {
      const batch = await doubtful(world);
      const young = { ...(await world.client.batchJob('cpf', world.jobId())), results: [] };
      const client = world.clientWith({ batchJob: () => Promise.resolve(young) });
      const other = { adopt: '00000000-0000-4000-8000-00000000ffff' };
      await world.decide(batch, other, NO_LIMITS, { client });
      // It was done before.
      await world.decide(batch, other);
      await world.decide(batch, { adopt: world.jobId() });
      await world.run(10);
    },
  ],
  [
    'an abandoned job may be adopted when its id turns up',
    LOST,
    async (world) => {
      const batch = await doubtful(world);
      await world.decide(batch, 'abandon');
      await world.decide(batch, { adopt: world.jobId() });
      await world.run(10);
      await world.decide(batch, { adopt: 'another' });
    },
  ],
  refusedAdoption('more identifiers', cpfs(11)),
  refusedAdoption('one other identifier', [...cpfs(9), ...cpfs(1, 700)]),
  [
    'the refusal of a job that ended without naming an identifier differs from that of a running one',
    { ...LOST, jobs: [{ failAfter: 0 }] },
    async (world) => world.decide(await doubtful(world), { adopt: world.jobId() }),
  ],
  [
    'a job that names no identifier yet, is unknown, or belongs to a batch is not adopted',
    { ...LOST, pollsToEnd: 3 },
    async (world) => {
      const batch = await doubtful(world);
      const young = await world.client.submitJob('cpf', cpfs(1, 600));
      await world.decide(batch, { adopt: young.jobId });
      await world.decide(batch, { adopt: 'nowhere' });
      const other = await world.run(cpfs(10, 300));
      await world.decide(batch, { adopt: other.summary.jobs[0]?.jobId ?? '' });
    },
  ],
  [
    'resubmit sends exactly the identifiers of the job, in a new job',
    LOST,
    async (world) => {
      await world.decide(await doubtful(world), 'resubmit');
      await world.run(10);
    },
  ],
  refusedResubmission('a budget', { maxCredits: 1 }),
  refusedResubmission('the service', {}),
  [
    'a resubmission whose answer is lost is settled before it is sent again, and a verdict lets the user decide anew',
    { submissions: ['drop_after', 'drop_after'] },
    async (world) => {
      const batch = await doubtful(world);
      await world.decide(batch, 'resubmit');
      // The same command again: the balance shows a charge, so nothing is sent by itself.
      await world.decide(batch, 'resubmit');
      await world.decide(batch, 'resubmit');
    },
  ],
  [
    'a resubmission whose answer is lost is sent again by itself if the balance proves it free',
    { submissions: ['drop_after', 'drop_before'] },
    async (world) => {
      const batch = await doubtful(world);
      await world.decide(batch, 'resubmit');
      await world.decide(batch, 'resubmit');
      await world.run(10);
    },
  ],
]);

it('abandon ends no running job while a single lookup keeps an identifier in doubt', async () => {
  const world = await testWorld({ pollsToEnd: 3 });
  const at = world.clock.now();
  const ledger = tested(world.ledger());
  await ledger.endLookup(await ledger.begunLookup(A, { at }), { is: 'unknown' });
  const { batch, release } = await world.open(FOUR);
  const deps = { ...world.deps(), batch };
  const run = await beginRun(deps, batch, NO_LIMITS);
  const pollUntilEnded = () => Promise.resolve(true);
  expect(await settleAndSend({ ...deps, run, pollUntilEnded })).toEqual({ jobs: 1 });
  const toAbandon = () => findJobsToDecide(deps, { decision: 'abandon' });
  expect(await toAbandon()).toEqual([]);
  await ledger.keepPaid(A, at);
  expect(await toAbandon()).toMatchObject([{ state: 'accepted' }]);
  await release();
});
