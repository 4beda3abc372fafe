import { describe, expect, it } from 'vitest';
import { cpfs, INTERVAL, mostOften, sumsOf, testWorld } from './support.js';

describe('a batch of several jobs', () => {
  it('sends each identifier once and accounts for every row', async () => {
    const world = await testWorld({ isFound: (id) => Number(id.slice(0, 9)) % 10 !== 0 });
    const unique = cpfs(25_000);
    const repeated = [unique[0], unique[9_999], unique[10_000], unique[24_999]].map(String);
    const rows = [...unique.slice(0, 12_000), '11111111111', ...repeated, ...unique.slice(12_000)];
    const { summary, error } = await world.run([...rows, '12345678901', '', ...repeated]);
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({
      ...{ state: 'complete', rows: 25_011, invalid: 3, duplicates: 8, unique: 25_000 },
      ...{ found: 22_500, notFound: 2_500, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
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

  it('sends its label', async () => {
    const world = await testWorld();
    await world.run(3, { label: 'clientes' });
    expect(world.service.book.jobs.map(({ fileName }) => fileName)).toEqual(['clientes']);
  });
});

describe('reuse', () => {
  it('answers paid identifiers from the ledger, and requests only the rest', async () => {
    const world = await testWorld({ isFound: (id) => id !== cpfs(1)[0] });
    await world.run(10);
    const { summary } = await world.run(15);
    expect(summary).toMatchObject({
      ...{ unique: 15, reused: 9, found: 14, notFound: 1 },
      credits: { estimated: 6, charged: 5, saved: 9 },
    });
    expect(sumsOf(summary)).toEqual({ rows: 15, unique: 15 });
    // The identifier that was not found is requested again, because it was free.
    expect(world.service.book.jobs[1]?.ids).toEqual([cpfs(1)[0], ...cpfs(5, 11)]);
  });

  it('uses no record older than `reuseSince`', async () => {
    const world = await testWorld();
    await world.run(2);
    const since = world.clock.now() + 1;
    world.clock.advance(10_000);
    const { summary } = await world.run(3, {
      reuseSince: since,
    });
    expect(summary).toMatchObject({ reused: 0, found: 3 });
    const third = await world.run(4, { reuseSince: since });
    expect(third.summary).toMatchObject({ reused: 3, found: 4 });
  });

  it('is disabled by `fresh`, which continues only its own batch', async () => {
    const world = await testWorld();
    const old = await world.run(3);
    const fresh = await world.run(3, { reuseSince: Infinity });
    expect(fresh.batch.id).not.toBe(old.batch.id);
    expect(fresh.summary).toMatchObject({ reused: 0, found: 3 });
    expect((await world.run(3, { reuseSince: Infinity })).batch.id).toBe(fresh.batch.id);
    expect(world.service.count('POST')).toBe(2);
  });
});

it('what failed is not sent again where the wait before it would pass the deadline', async () => {
  const world = await testWorld({ jobs: [{ failAfter: 3 }] });
  const deadline = world.clock.now() + 2 * INTERVAL + 1_000;
  const { summary } = await world.run(10, { deadline });
  expect(summary).toMatchObject({ state: 'incomplete', found: 3, failed: 7 });
  expect(world.clock.now()).toBe(deadline + 1);
  expect(world.service.count('POST')).toBe(1);
  expect((await world.run(10)).summary).toMatchObject({ found: 10, failed: 0 });
});
