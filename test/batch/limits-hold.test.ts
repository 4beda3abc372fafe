import { describe, expect, it } from 'vitest';
import type { QuotaRecord } from '../../src/service/index.js';
import { cpfs, csv, mostOften, type RunOptions, testWorld, type World } from './support.js';

/** Runs a new batch of `count` identifiers that nobody asked for before; returns its error and what was charged. */
async function run(world: World, from: number, count: number, how: RunOptions = {}) {
  const before = world.service.book.account.used;
  const path = await world.file(csv(cpfs(count, from)), `${from}.csv`);
  const { error, summary } = await world.run(path, how);
  const { code, facts } = (error ?? {}) as { readonly code?: string; readonly facts?: object };
  return { code, facts, charged: world.service.book.account.used - before, found: summary.found };
}

/** The sizes of the jobs that were sent. */
const sizes = ({ service }: World) => service.book.jobs.map(({ ids }) => ids.length);

/** A client that shows the balance of some time ago (ms). */
function lagging(world: World, by: number) {
  const seen: { readonly at: number; readonly quota: QuotaRecord }[] = [];
  const quota = async () => {
    const at = world.clock.now();
    seen.push({ at, quota: await world.client.quota() });
    return (seen.findLast((one) => one.at <= at - by) ?? seen[0])?.quota as QuotaRecord;
  };
  const client = { ...world.client, quota, within: () => client };
  return client;
}

describe('the first job', () => {
  it('the first job is a tenth of the tightest limit, and the rest is sent when a second reading agrees', async () => {
    const world = await testWorld();
    expect(await run(world, 1, 90, { limits: { maxCredits: 100 } })).toMatchObject({ found: 90 });
    expect(sizes(world)).toEqual([10, 80]);
    await run(world, 1_000, 90, { limits: { maxCredits: 100 } });
    expect(sizes(world)).toEqual([10, 80, 90]);
  });

  it('the first job is small again for another price, but not after a charge by others', async () => {
    const world = await testWorld();
    await run(world, 1, 90, { limits: { maxCredits: 100 } });
    await run(world, 1_000, 20, { limits: { maxCredits: 100 }, terms: { cpf: 2 } });
    expect(sizes(world).slice(2)).toEqual([5, 15]);
    world.service.book.account.used += 1;
    await run(world, 2_000, 20, { limits: { maxCredits: 100 } });
    expect(sizes(world).slice(4)).toEqual([20]);
  });

  it('of two runs at once on one ledger only one sends a first job, and both keep to the budget of the day', async () => {
    const world = await testWorld({ price: 5 });
    const limits = { maxCreditsPerDay: 100 };
    const runs = await Promise.all([1, 500].map((from) => run(world, from, 90, { limits })));
    const codes = runs.map(({ code }) => code);
    expect(codes).toContain('unexpected_charges');
    expect(['unexpected_charges', 'balance_awaited']).toEqual(expect.arrayContaining(codes));
    expect(sizes(world)).toEqual([10]);
  });

  it('the first job has its full size on an account that other programs use', async () => {
    const world = await testWorld();
    await run(world, 1, 90, { limits: { maxCredits: 100 }, terms: { shared: true, cpf: 1 } });
    expect(sizes(world)).toEqual([90]);
  });
});

describe('an account that is charged more than expected', () => {
  it.each([2, 5, 10])(
    'only the first job is sent if the account is charged %i credits for each record',
    async (price) => {
      const world = await testWorld({ price });
      const limits = { maxCredits: 100 };
      const facts = { records: 10, expected: 10, charged: 10 * price, kinds: ['cpf'], price };
      const stopped = { code: 'unexpected_charges', charged: 10 * price, facts };
      expect(await run(world, 1, 90, { limits })).toMatchObject(stopped);
      // The stop binds runs without a limit as well.
      expect(await run(world, 1_000, 5)).toMatchObject({ code: 'unexpected_charges', charged: 0 });
      const told = { limits, terms: { cpf: price } };
      expect(await run(world, 2_000, 100 / price, told)).toMatchObject({ charged: 100 });
    },
  );

  it('a batch that is complete when unexpected charges show keeps its result', async () => {
    const world = await testWorld({ price: 2 });
    const { error, summary } = await world.run(10);
    expect(error).toMatchObject({ code: 'unexpected_charges', facts: { price: 2 } });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
  });

  it('credits that other programs spent count once in the budget of the day', async () => {
    const world = await testWorld();
    await world.agree();
    const onEvent: RunOptions['onEvent'] = ({ type }) => {
      if (type === 'job_ended') world.service.book.account.used += 2;
    };
    const limits = { maxCreditsPerDay: 100 };
    expect(await run(world, 1, 50, { limits, onEvent })).toMatchObject({ found: 50 });
    expect(await run(world, 1_000, 49, { limits })).toMatchObject({
      code: 'over_period_budget',
      facts: { left: 48 },
    });
    expect(await run(world, 2_000, 48, { limits })).toMatchObject({ found: 48 });
  });
});

describe('a late balance', () => {
  it('three runs spend no credit twice while the balance is late', async () => {
    const world = await testWorld({ credits: 100, overage: true });
    await world.agree();
    const client = lagging(world, 100_000);
    const charged = [];
    for (const from of [1, 500, 900])
      charged.push((await run(world, from, 40, { client })).charged);
    expect(charged).toEqual([40, 40, 0]);
    expect(world.service.book.account.credits).toBe(20);
  });

  it.each([1, 2, 5])(
    'no limit is passed while the balance is late, except by the first job: %i credits a record',
    async (price) => {
      const world = await testWorld({ price });
      const client = lagging(world, 3_000);
      const limits = { maxCredits: 100, fitBalance: true };
      const { charged } = await run(world, 1, 200, { limits, client });
      expect(charged).toBe(price === 1 ? 100 : 10 * price);
      expect(mostOften(world.service.book.submitted)).toBe(1);
    },
  );
});

it('a job that the service refuses although the balance covers it is tried again with a tenth', async () => {
  const world = await testWorld({ credits: 60 });
  await world.agree();
  const stale = await world.client.quota();
  world.service.book.account.credits = 20;
  const quota = () =>
    Promise.resolve(world.service.book.jobs.length > 0 ? world.client.quota() : stale);
  const client = { ...world.client, quota, within: () => client };
  const { code, charged } = await run(world, 1, 60, { limits: { fitBalance: true }, client });
  expect([code, charged]).toEqual([undefined, 20]);
});
