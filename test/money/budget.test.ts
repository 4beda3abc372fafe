import { describe, expect, it } from 'vitest';
import { cpfs, csv, mostOften, sumsOf, testWorld } from '../batch/support.js';
import { coveredBy, tightest } from '../../src/money/budget.js';

describe('the budget', () => {
  it('from --max-credits stops a more expensive batch before anything is sent', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(10)));
    const { kind, error } = await world.run(path, { limits: { maxCredits: 9 } });
    expect([kind, error]).toEqual([
      'credits',
      expect.objectContaining({ code: 'over_max_credits' }),
    ]);
    expect(world.service.count('POST')).toBe(0);
    expect((await world.run(path, { limits: { maxCredits: 10 } })).error).toBeUndefined();
  });

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
    const path = await world.file(csv(cpfs(10)));
    const { error } = await world.run(path, { limits: { periods: { maxPerDay: 10 } } });
    expect(error).toMatchObject({ code: 'over_period_budget', facts: { of: 'day', limit: 10 } });
    expect(world.service.book.account.used).toBe(2);
  });

  it('from --max-credits counts what will be sent, not what the ledger answers', async () => {
    const world = await testWorld();
    await world.run(await world.file(csv(cpfs(8))));
    const path = await world.file(csv(cpfs(10)), 'b.csv');
    expect((await world.run(path, { limits: { maxCredits: 2 } })).error).toBeUndefined();
  });

  it('from --max-credits applies even if a bill is accepted', async () => {
    const world = await testWorld({ credits: 5 });
    const path = await world.file(csv(cpfs(10)));
    const { kind } = await world.run(path, { limits: { maxCredits: 9, allowOverage: true } });
    expect(kind).toBe('credits');
    expect(world.service.count('POST')).toBe(0);
  });

  it('is the balance unless an option says otherwise', async () => {
    const world = await testWorld({ credits: 9, overage: true });
    const path = await world.file(csv(cpfs(10)));
    const refused = await world.run(path);
    expect(refused.error).toMatchObject({ kind: 'credits', code: 'over_balance' });
    expect(world.service.count('POST')).toBe(0);
    const { summary } = await world.run(path, { limits: { allowOverage: true } });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
  });

  it('is reported before the first submission', async () => {
    const world = await testWorld({ credits: 100 });
    await world.run(await world.file(csv([...cpfs(10), ...cpfs(2), '1'])));
    const types = world.events.map(({ type }) => type);
    expect(types.indexOf('plan')).toBeLessThan(types.indexOf('submitting'));
    expect(world.events.find(({ type }) => type === 'plan')).toMatchObject({
      numbers: {
        ...{ rows: 13, invalid: 1, duplicates: 2, unique: 10, reused: 0 },
        ...{ toSend: 10, worstCase: 10, balance: 100 },
      },
    });
  });

  it('reserves what another batch may still be charged', async () => {
    const world = await testWorld({ credits: 15, submissions: ['drop_before'] });
    await world.run(await world.file(csv(cpfs(10))));
    const other = await world.file(csv(cpfs(10, 100)), 'b.csv');
    expect((await world.run(other)).error).toMatchObject({ code: 'price_unproved' });
    expect(world.service.count('POST')).toBe(1);
  });
});

describe('--fit-balance', () => {
  const limits = { fitBalance: true };
  const costs = { cpf: 1 };

  it('splits a job and sends the rest when there are credits again', async () => {
    const world = await testWorld({ credits: 15 });
    const path = await world.file(csv(cpfs(40)));
    const first = await world.run(path, { limits, costs, perJob: 10 });
    expect(first.error).toBeUndefined();
    expect(first.summary).toMatchObject({ state: 'incomplete', found: 15, pending: 25 });
    expect(sumsOf(first.summary)).toEqual({ rows: 40, unique: 40 });
    expect(world.service.book.jobs.map(({ ids }) => ids)).toEqual([cpfs(10), cpfs(5, 11)]);
    expect((await world.run(path, { limits, costs })).summary).toEqual(first.summary);
    expect(world.service.count('POST')).toBe(2);
    world.service.book.account.credits = 25;
    const last = await world.run(path, { limits, costs });
    expect(last.summary).toMatchObject({ state: 'complete', found: 40, pending: 0 });
    expect(world.service.book.jobs.map(({ ids }) => ids.length)).toEqual([10, 5, 10, 10, 5]);
    expect(mostOften(world.service.book.submitted)).toBe(1);
    expect(world.service.book.submitted.size).toBe(40);
  });

  it('sends everything if the balance covers it', async () => {
    const world = await testWorld({ credits: 10 });
    const { summary } = await world.run(await world.file(csv(cpfs(10))), { limits, costs });
    expect(summary.jobs).toMatchObject([{ items: 10 }]);
  });
});

describe('how many identifiers may go at once', () => {
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
  ])('%s', (_, left, items, price, expected) => {
    expect(coveredBy(left, items, price)).toBe(expected);
  });
});

it('the limit that binds is the one of which the least is left', () => {
  const day = { limit: { of: 'day', since: 0, limit: 30 }, left: 9 } as const;
  const month = { limit: { of: 'month', since: 0, limit: 100 }, left: 20 } as const;
  expect(tightest([month, day])).toBe(day);
  expect(tightest([])).toBeUndefined();
});
