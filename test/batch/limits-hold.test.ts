import { describe, expect, it } from 'vitest';
import { costWithin } from '../../src/money/budget.js';
import { knownPrices } from '../../src/money/price.js';
import { BALANCE_LAG } from '../../src/money/book.js';
import type { QuotaRecord } from '../../src/service/index.js';
import { tested } from '../ledger/support.js';
import { cpfs, csv, type RunOptions, testWorld, type World } from './support.js';

/** Runs a new batch of `count` identifiers that nobody asked for before; returns its error and what was charged. */
async function run(world: World, from: number, count: number, how: RunOptions = {}) {
  const before = world.service.book.account.used;
  const path = await world.file(csv(cpfs(count, from)), `${from}.csv`);
  const { error, summary } = await world.run(path, how);
  const code = (error as { readonly code?: string } | undefined)?.code;
  return { code, charged: world.service.book.account.used - before, found: summary.found };
}

/** A world whose balance has shown that a record costs one credit. */
async function priced(options: Parameters<typeof testWorld>[0] = {}): Promise<World> {
  const world = await testWorld({ credits: 100_000, ...options });
  for (const from of [1_000, 2_000]) expect((await run(world, from, 20)).code).toBeUndefined();
  return world;
}

describe('a price that rises', () => {
  it.each([
    ['on the same plan', 'Micro'],
    ['with the plan', 'Avançado'],
  ])('passes a limit once, says so, and never again: %s', async (_, plan) => {
    const world = await priced();
    Object.assign(world.service.book.account, { price: 2, plan: 'Micro' });
    const limits = { maxCredits: 100 };
    // The plan is seen to change by the reading before the next batch.
    world.service.book.account.plan = plan;
    const first = await run(world, 3_000, 100, { limits });
    const under = plan === 'Micro';
    expect(first).toMatchObject(
      under ? { code: 'limit_passed', charged: 200 } : { code: 'over_max_credits', charged: 20 },
    );
    for (const from of [4_000, 5_000])
      expect(await run(world, from, 100, { limits })).toMatchObject({
        ...{ code: 'over_max_credits', charged: 0 },
      });
    expect(await run(world, 6_000, 50, { limits })).toMatchObject({ charged: 100 });
  });

  it('within a job is not taken for the mean of before and after', async () => {
    const world = await priced();
    const { account } = world.service.book;
    // Half of a job was looked up at 1, half at 3.
    account.price = 2;
    await run(world, 3_000, 40);
    account.price = 3;
    for (const from of [4_000, 5_000, 6_000]) {
      const limits = { maxCredits: 60, fitBalance: true };
      expect((await run(world, from, 60, { limits })).charged).toBeLessThanOrEqual(60);
    }
  });

  it('is counted in the budget of the day, whose rest is then what the account shows', async () => {
    const world = await priced();
    const limits = { maxCreditsPerDay: 190 };
    world.service.book.account.price = 2;
    expect(await run(world, 3_000, 50, { limits })).toMatchObject({ charged: 100 });
    // 40 before, and 100: fifty are left.
    expect(await run(world, 4_000, 26, { limits })).toMatchObject({ code: 'over_period_budget' });
    expect(await run(world, 5_000, 25, { limits })).toMatchObject({ code: undefined, charged: 50 });
  });
});

it.each([
  [120_000, 20],
  [120_001, 0],
])(
  'a run that stands still for %i ms before it sends rests on the balance of then: %i are sent',
  async (ms, found) => {
    const world = await priced({ overage: true });
    let hasStood = false;
    const onEvent: RunOptions['onEvent'] = ({ type }) => {
      if (type !== 'submitting' || hasStood) return;
      hasStood = true;
      world.clock.advance(ms);
      // Others spend all but five credits, and more is billed.
      world.service.book.account.credits = 5;
    };
    expect((await run(world, 3_000, 20, { onEvent })).found).toBe(found);
  },
);

it('a refund shows no price below the default, so the limit holds', async () => {
  const world = await priced();
  const onEvent: RunOptions['onEvent'] = ({ type }) => {
    if (type === 'job_ended') world.service.book.account.used -= 10;
  };
  // Each is an observation of its own, and the newest three count.
  for (const from of [3_000, 3_500, 4_000]) {
    await run(world, from, 20, { onEvent });
    world.clock.advance(BALANCE_LAG);
  }
  const limits = { maxCredits: 60 };
  expect(await run(world, 5_000, 100, { limits })).toMatchObject({
    ...{ code: 'over_max_credits', charged: 0 },
  });
});

describe('a balance that lags', () => {
  /** A client that shows the balance of some time ago (ms). */
  function lagging(world: World, by = 3_000) {
    const seen: { readonly at: number; readonly quota: QuotaRecord }[] = [];
    const look = async () => {
      const at = world.clock.now();
      seen.push({ at, quota: await world.client.quota() });
      return (seen.findLast((one) => one.at <= at - by) ?? seen[0])?.quota as QuotaRecord;
    };
    return { client: { ...world.client, quota: look }, look };
  }

  it('by twenty seconds does not give the same credits to two runs', async () => {
    const world = await priced({ plan: 'Micro', overage: true });
    Object.assign(world.service.book.account, { credits: 100 });
    const { client } = lagging(world, 20_000);
    // What is late is told by a price that was seen before.
    world.clock.advance(3_600_000);
    expect(await run(world, 3_000, 90, { client })).toMatchObject({ charged: 90 });
    world.clock.advance(BALANCE_LAG + 1_000);
    expect(await run(world, 4_000, 90, { client })).toMatchObject({
      ...{ code: 'over_balance', charged: 0 },
    });
  });

  it.each([1, 2, 5])('lets no limit be passed at %i credits a record', async (price) => {
    const world = await testWorld({ price, credits: 100_000 });
    const { client, look } = lagging(world);
    const onEvent: RunOptions['onEvent'] = () => void look();
    for (const from of [1_000, 2_000])
      await run(world, from, 12, { client, onEvent, interval: 1_000 });
    for (const maxCredits of [1, 30, 100]) {
      const limits = { maxCredits, fitBalance: true };
      const { charged } = await run(world, 10_000 * maxCredits, 200, {
        limits,
        client,
        onEvent,
        interval: 1_000,
      });
      // One identifier may go alone while nothing shows the price.
      expect(charged).toBeLessThanOrEqual(Math.max(maxCredits, price));
    }
    world.clock.advance(BALANCE_LAG);
    const limits = { maxCredits: 100, fitBalance: true };
    const after = await run(world, 9_000_000, 200, { limits, client, onEvent, interval: 1_000 });
    expect(after.charged).toBe(100);
  });
});

describe('while nothing shows the price', () => {
  it('what was asked for without a limit counts as dear as the first reading shows', async () => {
    const world = await testWorld({ price: 5, credits: 100_000 });
    const ledger = world.ledger();
    const cost = costWithin([], knownPrices({ readings: [], requests: [] }), 'cpf');
    for (const id of cpfs(50, 9_000)) {
      const at = world.clock.now();
      const num = await tested(ledger).begunLookup(id, { cost, at });
      await ledger.endLookup(num, { is: 'found', at, record: null });
      world.service.book.account.used += 5;
    }
    const limits = { maxCreditsPerDay: 300, fitBalance: true };
    // A tenth of what seems to be left goes first, and stops the run.
    expect(await run(world, 1_000, 60, { limits })).toMatchObject({
      ...{ code: 'limit_passed', charged: 125 },
    });
    expect(await run(world, 2_000, 60, { limits })).toMatchObject({ charged: 0 });
  });

  it('a balance that never moves stops the run, which says why', async () => {
    const world = await testWorld({ credits: 100_000 });
    const still = await world.client.quota();
    const client = { ...world.client, quota: () => Promise.resolve(still) };
    expect(await run(world, 1_000, 30, { client, limits: { maxCredits: 30 } })).toMatchObject({
      ...{ code: 'price_unproved', charged: 3 },
    });
  });

  it.each([3, 5, 7, 10])(
    'the balance holds without --allow-overage, at %i credits',
    async (price) => {
      const world = await testWorld({ price, credits: 100, overage: true });
      await run(world, 1_000, 90);
      expect(world.service.book.account.used).toBeLessThanOrEqual(100);
      await run(world, 2_000, 90, { limits: { fitBalance: true } });
      expect(world.service.book.account.used).toBeLessThanOrEqual(100);
    },
  );

  it('--fit-balance fits at the price that is shown, and repeats no refusal', async () => {
    const world = await testWorld({ price: 3, credits: 60 });
    const limits = { fitBalance: true };
    expect(await run(world, 1_000, 30, { limits })).toMatchObject({ found: 20, charged: 60 });
    expect(world.service.count('POST')).toBeLessThanOrEqual(3);
  });

  it('what the service refuses at a risen price is tried with a tenth', async () => {
    const world = await priced({ credits: 100 });
    world.service.book.account.price = 3;
    const limits = { fitBalance: true };
    const before = world.service.count('POST');
    const { charged, code } = await run(world, 3_000, 60, { limits });
    expect({ code, charged }).toEqual({ code: undefined, charged: 60 });
    // The refused one, its tenth, what shows that the price rose no further, and the rest.
    expect(world.service.count('POST') - before).toBe(4);
  });
});
