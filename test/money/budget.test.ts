import { describe, expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World } from '../batch/support.js';
import { coveredBy, tightest } from '../../src/money/budget.js';
import { BALANCE_LAG } from '../../src/money/book.js';
import { readBalance } from '../../src/money/balance.js';

describe('the budget', () => {
  it('of a day or a month counts what this ledger spent in it, and begins anew with the next', async () => {
    const world = await testWorld();
    const limits = { maxCreditsPerDay: 15, maxCreditsPerMonth: 25 };
    const run = async (from: number, count: number) => {
      const path = await world.file(csv(cpfs(count, from)), `${from}.csv`);
      return world.run(path, { limits });
    };
    expect((await run(100, 10)).error).toBeUndefined();
    const over = await run(200, 6);
    expect([over.kind, over.error]).toMatchObject([
      'credits',
      { code: 'over_period_budget', facts: { of: 'day', cost: 6, left: 5, limit: 15 } },
    ]);
    expect((await run(300, 5)).error).toBeUndefined();
    world.clock.advance(86_400_000);
    expect((await run(400, 10)).error).toBeUndefined();
    expect((await run(500, 1)).error).toMatchObject({ facts: { of: 'month', left: 0 } });
    expect(world.service.book.charges.size).toBe(25);
  });

  it('of the day refuses the rest of a run, not the limit that nobody set', async () => {
    const world = await testWorld({ price: 2 });
    const { error } = await world.run(10, { limits: { maxCreditsPerDay: 10 } });
    expect(error).toMatchObject({ code: 'over_period_budget', facts: { of: 'day', limit: 10 } });
    expect(world.service.book.account.used).toBe(2);
  });

  it('reserves what another batch may still be charged', async () => {
    const world = await testWorld({ credits: 15, submissions: ['drop_before'] });
    await world.run(10);
    expect((await world.run(cpfs(10, 100))).error).toMatchObject({ code: 'price_unproved' });
    expect(world.service.count('POST')).toBe(1);
  });
});

const proved = (limit: number) => ({
  ...{ limit, alone: limit, isProved: true, settling: limit, seen: undefined },
});
const open = { limit: 1, alone: 1, isProved: false, settling: undefined, seen: undefined };

it.each([
  ['all, if they are covered', 30, 10, proved(3), 10],
  [
    'a limit of exactly the cost is enough, whatever adding fractions leaves',
    3.3,
    3,
    proved(1.1),
    3,
  ],
  ['as many as are covered', 29, 10, proved(3), 9],
  ['none', 2, 10, proved(3), 0],
  ['while nothing shows the price, a tenth of what is left', 99, 50, open, 9],
  ['but at least one', 1, 50, open, 1],
  ['if the default is covered', 0.5, 50, open, 0],
  ['none of what is overdrawn', -5, 50, open, 0],
  ['no more than there are', 1_000, 50, open, 50],
])('how many identifiers may go at once %s', (_, left, items, price, expected) => {
  expect(coveredBy(left, items, price)).toBe(expected);
});

it('the limit that binds is the one of which the least is left', () => {
  const day = { limit: { of: 'day', since: 0, limit: 30 }, left: 9 } as const;
  const month = { limit: { of: 'month', since: 0, limit: 100 }, left: 20 } as const;
  expect(tightest([month, day])).toBe(day);
  expect(tightest([])).toBeUndefined();
});

/** A job of ten, accepted, of which results come with each look; the process ended after the first one. */
async function tenOnTheirWay() {
  const world = await testWorld({ pollsToEnd: 3 });
  const deadline = world.clock.now() + 1;
  const { summary } = await world.run(10, { deadline });
  expect(summary.state).toBe('running');
  return world;
}

/** Credits of a balance that is read now that are left, at one credit for each record. */
async function left(world: World): Promise<number | undefined> {
  const { limit } = await readBalance(world.deps());
  const [balance] = await world.ledger().leftOf([limit], { cpf: 1, cnpj: 1, realtime: 1 });
  return balance?.left;
}

describe('what a balance leaves', () => {
  it('lacks all ten identifiers of a running job, however many are known', async () => {
    const world = await tenOnTheirWay();
    expect(await left(world)).toBe(world.service.book.account.credits - 10);
  });

  it('lacks for a moment what has just been charged, because it may lag', async () => {
    const world = await testWorld({ credits: 100 });
    await world.run(10);
    expect(await left(world)).toBe(80);
    world.clock.advance(BALANCE_LAG + 1);
    expect(await left(world)).toBe(90);
  });
});

it('what has just been charged refuses nothing that the balance covers: it is read once more', async () => {
  const world = await testWorld({ credits: 20, overage: true });
  const costs = { cpf: 1 };
  await world.run(10, { costs });
  const { error } = await world.run(cpfs(10, 100), { costs });
  expect(error).toBeUndefined();
  expect(world.service.book.account.credits).toBe(0);
});

describe('a second run that spends the balance between plan and submission', () => {
  it.each([
    ['is done and shows in the balance', 1, Infinity, 'new'],
    ['is still running, unseen in an older balance', 1_000, 1, 'old'],
    ['is done since, unseen in an older balance', 1, Infinity, 'old'],
  ] as const)(
    '%s: the second job is refused and stays planned',
    async (_, pollsToEnd, patience, told) => {
      const world = await testWorld({ credits: 15, pollsToEnd });
      const [mine, other] = [
        await world.file(csv(cpfs(10))),
        await world.file(csv(cpfs(10, 100)), 'b.csv'),
      ];
      let asked = 0;
      const quota = async () => {
        const before = await world.client.quota();
        asked += 1;
        if (asked !== 2) return before;
        await world.run(other, { deadline: world.clock.now() + patience, costs: { cpf: 1 } });
        return told === 'old' ? before : world.client.quota();
      };
      const { error, summary } = await world.run(mine, {
        client: { ...world.client, quota },
        costs: { cpf: 1 },
      });
      expect(error).toMatchObject({ kind: 'credits', code: 'over_balance' });
      expect(summary).toMatchObject({ state: 'incomplete', pending: 10, unconfirmed: 0 });
      expect(summary.jobs).toMatchObject([{ status: 'planned' }]);
      expect(world.service.book.jobs.map(({ ids }) => ids)).toEqual([cpfs(10, 100)]);
    },
  );
});
