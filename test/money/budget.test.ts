import { describe, expect, it } from 'vitest';
import { cpfs, csv, testWorld } from '../batch/support.js';
import { coveredBy, tightest } from '../../src/money/budget.js';

describe('the budget', () => {
  it('of a day or a month counts what this ledger spent in it, and begins anew with the next', async () => {
    const world = await testWorld();
    const periods = { maxPerDay: 15, maxPerMonth: 25 };
    const run = async (from: number, count: number) => {
      const path = await world.file(csv(cpfs(count, from)), `${from}.csv`);
      return world.run(path, { limits: { periods } });
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
    const { error } = await world.run(10, { limits: { periods: { maxPerDay: 10 } } });
    expect(error).toMatchObject({ code: 'over_period_budget', facts: { of: 'day', limit: 10 } });
    expect(world.service.book.account.used).toBe(2);
  });

  it('is the balance unless an option says otherwise', async () => {
    const world = await testWorld({ credits: 9, overage: true });
    const refused = await world.run(10);
    expect(refused.error).toMatchObject({ kind: 'credits', code: 'over_balance' });
    expect(world.service.count('POST')).toBe(0);
    const { summary } = await world.run(10, { limits: { allowOverage: true } });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
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
