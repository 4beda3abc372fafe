import { describe, expect, it } from 'vitest';
import { cpfs, INTERVAL, mostOften, sumsOf, testWorld, SETTLE, type World } from './support.js';
import { computeSettleTime, type Job } from '../../src/ledger/index.js';

describe('several jobs', () => {
  it('a batch of several jobs sends each identifier once and accounts for every row', async () => {
    const world = await testWorld({ isFound: (id) => Number(id.slice(0, 9)) % 10 !== 0 });
    const unique = cpfs(25_000);
    const repeated = [unique[0], unique[9_999], unique[10_000], unique[24_999]].map(String);
    const rows = [...unique.slice(0, 12_000), '11111111111', ...repeated, ...unique.slice(12_000)];
    const { summary, error } = await world.run([...rows, '12345678901', '', ...repeated]);
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({
      state: 'complete',
      rows: 25_011,
      invalid: 3,
      duplicates: 8,
      unique: 25_000,
      found: 22_500,
      notFound: 2_500,
      skipped: 0,
      failed: 0,
      pending: 0,
      unconfirmed: 0,
      reasons: { repeated: 1, check_digit: 1, empty: 1 },
      credits: { estimated: 25_000, charged: 22_500, saved: 0 },
    });
    expect(sumsOf(summary)).toEqual({ rows: 25_011, unique: 25_000 });
    expect(world.service.book.jobs.map(({ ids }) => ids.length)).toEqual([10_000, 10_000, 5_000]);
    expect(summary.jobs.map(({ items }) => items)).toEqual([10_000, 10_000, 5_000]);
    expect(world.service.book.submitted.size).toBe(25_000);
    expect(mostOften(world.service.book.submitted)).toBe(1);
    expect(world.service.book.account.used).toBe(22_500);
  });

  it('a batch sends its label with each job', async () => {
    const world = await testWorld();
    await world.run(3, { label: 'clientes' });
    expect(world.service.book.jobs.map(({ fileName }) => fileName)).toEqual(['clientes']);
  });
});

describe('reuse', () => {
  it('paid identifiers are answered from the ledger, and only the others are sent', async () => {
    const world = await testWorld({ isFound: (id) => id !== cpfs(1)[0] });
    await world.run(10);
    const { summary } = await world.run(15);
    expect(summary).toMatchObject({
      unique: 15,
      reused: 9,
      found: 14,
      notFound: 1,
      credits: { estimated: 6, charged: 5, saved: 9 },
    });
    expect(sumsOf(summary)).toEqual({ rows: 15, unique: 15 });
    // The identifier that was not found is requested again, because it was free.
    expect(world.service.book.jobs[1]?.ids).toEqual([cpfs(1)[0], ...cpfs(5, 11)]);
  });

  it('a run with `fresh` reuses no records, and continues only a batch made with `fresh`', async () => {
    const world = await testWorld();
    const old = await world.run(3);
    const fresh = await world.run(3, { reuseSince: Infinity });
    expect(fresh.batch.id).not.toBe(old.batch.id);
    expect(fresh.summary).toMatchObject({ reused: 0, found: 3 });
    expect((await world.run(3, { reuseSince: Infinity })).batch.id).toBe(fresh.batch.id);
    expect(world.service.count('POST')).toBe(2);
  });
});

it('the rest of a failed job is not sent again if the wait before it would pass the deadline', async () => {
  const world = await testWorld({ jobs: [{ failAfter: 3 }] });
  const deadline = world.clock.now() + 2 * INTERVAL + 1_000;
  const { summary } = await world.run(10, { deadline });
  expect(summary).toMatchObject({ state: 'incomplete', found: 3, failed: 7 });
  expect(world.clock.now()).toBe(deadline + 1);
  expect(world.service.count('POST')).toBe(1);
  expect((await world.run(10)).summary).toMatchObject({ found: 10, failed: 0 });
});

async function jobs(world: World): Promise<Job[]> {
  const [batch] = await world.ledger().findBatches({ most: 1 });
  return batch === undefined ? [] : world.ledger().readJobs(batch.num);
}

describe('lost answers', () => {
  it.each(['drop_after', 'garbage'] as const)(
    'a submission whose answer is lost (%s) is never sent again if the balance changed',
    async (step) => {
      const world = await testWorld({ submissions: [step] });
      const first = await world.run(10);
      expect(first.kind).toBe('unconfirmed');
      expect(first.summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 10, pending: 0 });
      expect(sumsOf(first.summary)).toEqual({ rows: 10, unique: 10 });
      for (const wait of [0, SETTLE, 10 * SETTLE]) {
        world.clock.advance(wait);
        await world.restart();
        const again = await world.run(10);
        expect(again.kind).toBe('unconfirmed');
        expect(again.summary).toEqual(first.summary);
      }
      expect(world.service.count('POST')).toBe(1);
      expect(world.events).toContainEqual({ type: 'settled', seq: 1, decision: 'ask' });
    },
  );

  it.each(['drop_before', 500] as const)(
    'a submission that never arrived (%s) is sent again, but only after the settle time',
    async (step) => {
      const world = await testWorld({ submissions: [step] });
      const first = await world.run(10);
      expect(first.kind).toBe('unconfirmed');
      expect(world.service.count('POST')).toBe(1);
      const began = (await jobs(world))[0]?.submittedAt ?? 0;
      world.clock.advance(20_000);
      const second = await world.run(10);
      expect(second.error).toBeUndefined();
      expect(second.summary).toMatchObject({ state: 'complete', found: 10 });
      expect(world.events).toContainEqual({
        type: 'settling',
        seq: 1,
        ms: computeSettleTime(10, SETTLE) - 20_000,
      });
      expect((await jobs(world))[0]?.submittedAt).toBeGreaterThanOrEqual(began + SETTLE);
      expect(world.service.count('POST')).toBe(2);
      expect(mostOften(world.service.book.submitted)).toBe(1);
    },
  );

  it('after a lost answer, accepted jobs are polled and later ones stay unsent', async () => {
    const world = await testWorld({ submissions: ['ok', 'drop_after'] });
    const { kind, summary } = await world.run(30, { perJob: 10 });
    expect(kind).toBe('unconfirmed');
    expect(summary).toMatchObject({ found: 10, unconfirmed: 10, pending: 10 });
    expect(sumsOf(summary)).toEqual({ rows: 30, unique: 30 });
    expect(world.service.count('POST')).toBe(2);
  });
});

it('a refusal for credits charges nothing and leaves the job planned', async () => {
  const world = await testWorld({ credits: 5 });
  const limits = { allowOverage: true };
  const refused = await world.run(10, { limits });
  expect(refused.kind).toBe('credits');
  expect(refused.summary).toMatchObject({ state: 'incomplete', pending: 10, unconfirmed: 0 });
  expect(world.service.book.submitted.size).toBe(0);
  expect(await jobs(world)).toMatchObject([{ state: 'planned' }]);
  world.service.book.account.credits = 100;
  expect((await world.run(10, { limits })).summary).toMatchObject({ found: 10 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});
