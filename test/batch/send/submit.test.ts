import { describe, expect, it } from 'vitest';
import type { RefereeOptions } from '../../helpers/referee/index.js';
import { tested } from '../../ledger/support.js';
import { cpfs, csv, mostOften, testWorld, type RunOptions } from '../support.js';
import { ConfereError } from '../../../src/base/errors.js';
import { eventSentence } from '../../../src/commands/bulk/shared/event-lines.js';
import { createNextSteps, noRun } from '../../../src/messages/command-line.js';

const limits = { reuseSince: 0 };

/** The first five are in the first batch, too, whose running job does not show them before its end. */
const SECOND = [...cpfs(5), ...cpfs(5, 11)];

/**
 * A first batch of ten whose job is running or unconfirmed, and a second that shares five identifiers
 * with it.
 */
async function twoBatches(service: RefereeOptions) {
  const world = await testWorld(service);
  const path = await world.file(csv(cpfs(10)));
  const { batch, summary } = await world.run(path, { deadline: world.clock.now() + 1 });
  const second = await world.file(csv(SECOND), 'b.csv');
  return { world, path, batch, state: summary.state, second };
}

describe('identifiers that another batch is looking up', () => {
  it.each([
    ['running', { pollsToEnd: 4 }],
    ['unconfirmed', { submissions: ['drop_after'] }],
  ] as const)(
    'identifiers of a job of another batch are refused while the job is %s, and sent with `fresh`',
    async (state, service) => {
      const { world, batch, second, ...first } = await twoBatches(service);
      await world.agree();
      expect(first.state).toBe(state);
      const refused = await world.run(second, { limits });
      expect(refused.error).toMatchObject({
        kind: 'locked',
        code: 'looked_up_elsewhere',
        facts: { items: 5, batch: batch.id },
      });
      expect(refused.summary).toMatchObject({ state: 'incomplete', pending: 10 });
      expect(world.service.count('POST')).toBe(1);
      const forced = await world.run(second, { limits: { ...limits, fresh: true } });
      expect(forced.summary).toMatchObject({ state: 'complete', found: 10, reused: 0 });
      expect(world.service.book.jobs[1]?.ids).toEqual(SECOND);
    },
  );

  it('identifiers of a job of another batch are answered from the ledger after the job has ended', async () => {
    const { world, path, second } = await twoBatches({ pollsToEnd: 2 });
    expect((await world.run(second, { limits })).kind).toBe('locked');
    expect((await world.run(path)).summary.state).toBe('complete');
    const { summary } = await world.run(second, { limits });
    expect(summary).toMatchObject({ state: 'complete', found: 10, reused: 5 });
    expect(world.service.book.jobs[1]?.ids).toEqual(cpfs(5, 11));
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });
});

async function planned() {
  const world = await testWorld();
  const path = await world.file(csv(cpfs(30)));
  const { batch, release } = await world.open(path, { perJob: 10 });
  await release();
  const pay = async (ids: readonly string[]) => {
    const fetchedAt = world.clock.now();
    const rest = { kind: 'cpf', fetchedAt, single: false } as const;
    for (const id of ids)
      await tested(world.ledger()).keepRecord({ ...rest, id, data: { cpf: id } });
  };
  return { world, path, batch, pay };
}

it('records that were paid for after the plan are not bought again: jobs shrink, and empty ones are removed', async () => {
  const { world, path, pay } = await planned();
  await pay(cpfs(14, 7));
  const { summary, batch } = await world.run(path, { limits });
  expect(world.service.book.jobs.map(({ ids }) => ids)).toEqual([cpfs(6), cpfs(10, 21)]);
  expect(summary).toMatchObject({
    state: 'complete',
    found: 30,
    reused: 14,
    jobs: [{ items: 6 }, { items: 10 }],
    credits: { estimated: 16, charged: 16, saved: 14 },
  });
  expect(await world.ledger().readJobs(batch.num)).toMatchObject([{ seq: 1 }, { seq: 3 }]);
  const plan = world.events.find(({ type }) => type === 'plan');
  expect(plan).toMatchObject({ numbers: { reused: 14, toSend: 16, worstCase: 16 } });
});

it('a run that was suspended and has lost its lease sends nothing', async () => {
  const world = await testWorld();
  const ledger = world.ledger();
  const lost = new ConfereError('batch_lost', { batch: 'b000000001', by: null });
  const frozen = { ...ledger, confirmHold: () => Promise.reject(lost) };
  const { error } = await world.run(3, { ledger: frozen });
  expect(error).toBe(lost);
  expect(world.service.count('POST')).toBe(0);
  // Nothing was sent, so nothing is in doubt.
  const { summary } = await world.run(3);
  expect(summary).toMatchObject({ state: 'complete', found: 3 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it('the lease is confirmed after the wait for a slot, before every attempt', async () => {
  const world = await testWorld({ submissions: [502] });
  const ledger = world.ledger();
  const confirmed: number[] = [];
  const confirmHold = () => {
    confirmed.push(world.service.count('POST'));
    return Promise.resolve();
  };
  await world.run(3, { ledger: { ...ledger, confirmHold } });
  expect(confirmed).toEqual([0, 1]);
});

/** A batch of ten was given up, and a file that shares `shared` of them is run; returns what the plan says. */
async function planAfter(shared: number, how: RunOptions) {
  const world = await testWorld({ submissions: ['drop_after'] });
  const { batch } = await world.run(10);
  await world.decide(batch, { decision: 'abandon' });
  const before = world.events.length;
  const { summary } = await world.run([...cpfs(shared), ...cpfs(5, 11)], how);
  expect(summary).toMatchObject({ state: 'complete', found: shared + 5 });
  const events = world.events.slice(before);
  const plan = events.find(({ type }) => type === 'plan');
  if (plan?.type !== 'plan') throw new Error('No plan was told.');
  expect(events.indexOf(plan)).toBeLessThan(events.findIndex(({ type }) => type === 'submitting'));
  return {
    numbers: plan.numbers,
    told: eventSentence(
      plan,
      createNextSteps(() => noRun),
      0,
    ),
  };
}

it.each([
  [5, '5 identifiers', 'they are'],
  [1, '1 identifier', 'it is'],
])(
  'abandoned identifiers (%i) are sent again, and the plan says so before',
  async (shared, begin, end) => {
    const { numbers, told } = await planAfter(shared, { limits: { reuseSince: 0 } });
    expect(numbers).toMatchObject({ toSend: shared + 5, abandoned: shared });
    const tail = `abandoned earlier may have been charged already; ${end} sent again.`;
    expect(told).toMatch(new RegExp(` ${begin} ${tail}$`));
  },
);

it('the plan of a run with `fresh` says nothing about abandoned identifiers', async () => {
  const { numbers, told } = await planAfter(5, { reuseSince: Infinity, limits: { reuseSince: 0 } });
  expect(numbers).toMatchObject({ toSend: 10, abandoned: 0 });
  expect(told).not.toContain('--abandon');
});
