import { expect, it } from 'vitest';
import { beginRun } from '../../src/batch/send/spending.js';
import { settleAndSend } from '../../src/batch/send/submit.js';
import { findJobsToDecide } from '../../src/batch/resolve.js';
import { readBalance } from '../../src/money/balance.js';
import { tested } from '../ledger/support.js';
import { stories, type Teller } from './stories.js';
import { cpfs, NO_LIMITS, testWorld } from './support.js';

const LOST = { submissions: ['drop_after'] } as const;

const [A = '', ...OTHERS] = cpfs(4);
const FOUR = [A, ...OTHERS];

/** A single lookup of the first of four identifiers has no answer; the account was read before it. */
async function doubted({ deps, ledger }: Teller, mode: 'simple' | 'realtime' = 'simple') {
  await readBalance(deps());
  await ledger().endLookup(await tested(ledger()).begunLookup(A, { mode }), { is: 'unknown' });
}

stories('single lookups in doubt', {
  'an identifier whose lookup is in doubt is sent after all others, once the lookup is proved free':
    [
      { isFound: (id) => id === A },
      async (world) => {
        await doubted(world, 'realtime');
        await world.run(FOUR);
      },
    ],
  'an identifier whose lookup is in doubt is left to the user for good if the balance moved': [
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
});

/** A batch of ten whose submission was accepted and charged, and whose answer was lost. */
const doubtful = async ({ arrange }: Teller) => (await arrange(10)).batch;

stories('decisions of the user', {
  'after a job was adopted that names no identifier yet, the right one may be adopted': [
    { ...LOST, pollsToEnd: 2 },
    async (world) => {
      const batch = await doubtful(world);
      const young = { ...(await world.client.batchJob('cpf', world.jobId())), results: [] };
      const client = world.clientWith({ batchJob: () => Promise.resolve(young) });
      const other = { adopt: '00000000-0000-4000-8000-00000000ffff' };
      await world.decide(batch, other, { client });
      // It was done before.
      await world.decide(batch, other);
      await world.decide(batch, { adopt: world.jobId() });
      await world.run(10);
    },
  ],
  'the refusal of a job that ended without naming an identifier differs from that of a running one':
    [
      { ...LOST, jobs: [{ failAfter: 0 }] },
      async (world) => world.decide(await doubtful(world), { adopt: world.jobId() }),
    ],
  'a job that names another or no identifier yet, is unknown, or belongs to a batch is not adopted':
    [
      { ...LOST, pollsToEnd: 3 },
      async (world) => {
        const batch = await doubtful(world);
        const young = await world.client.submitJob('cpf', cpfs(1, 600));
        await world.decide(batch, { adopt: young.jobId });
        await world.client.batchJob('cpf', young.jobId);
        await world.decide(batch, { adopt: young.jobId });
        await world.decide(batch, { adopt: 'nowhere' });
        const other = await world.run(cpfs(10, 300));
        await world.decide(batch, { adopt: other.summary.jobs[0]?.jobId ?? '' });
      },
    ],
});

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
