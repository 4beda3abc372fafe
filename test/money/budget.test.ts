import { describe, expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World } from '../batch/support.js';
import type { LimitLeft, SpendingLimit } from '../../src/ledger/index.js';
import {
  budgetsAt,
  costWithin,
  coveredBy,
  passedLimit,
  refusal,
  tightest,
  type Refused,
} from '../../src/money/budget.js';
import { BALANCE_LAG, GIVEN_UP_GOES_ON, TOLERANCE } from '../../src/money/book.js';
import { readBalance } from '../../src/money/balance.js';
import { lowestLimit } from '../../src/money/period-limits.js';

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
});

const proved = (limit: number) => ({
  ...{ limit, alone: limit, isProved: true, settling: limit, seen: undefined, isYoung: false },
});
const open = {
  limit: 1,
  alone: 1,
  isProved: false,
  settling: undefined,
  seen: undefined,
  isYoung: false,
};

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

/** So many credits are left of a limit. */
const left = (of: SpendingLimit['of'], credits: number, limit = 10) =>
  ({ limit: { of, limit }, left: credits }) as LimitLeft;

it('the limit that binds is the one of which the least is left', () => {
  const day = left('day', 9, 30);
  expect(tightest([left('month', 20, 100), day])).toBe(day);
  expect(tightest([])).toBeUndefined();
});

const [DAY, MONTH] = [
  { of: 'day', since: Date.UTC(2026, 1, 28), limit: 5 } as const,
  { of: 'month', since: Date.UTC(2026, 1), limit: 90 } as const,
];
it.each([
  ['both', { maxCreditsPerDay: 5, maxCreditsPerMonth: 90 }, [DAY, MONTH], 5],
  ['of the day', { maxCreditsPerDay: 5 }, [DAY], 5],
  ['of the month', { maxCreditsPerMonth: 90 }, [MONTH], 90],
  ['none', {}, [], Infinity],
])('the budgets of the UTC day and month, and the lowest: %s', (_, limits, expected, lowest) => {
  expect(budgetsAt(Date.UTC(2026, 1, 28, 23, 59), limits)).toEqual(expected);
  expect(lowestLimit(limits)).toBe(lowest);
});

it.each([
  ['a proved price at that', 'cpf', [DAY], { most: 3, alone: 3, price: 3 }],
  ['one that nothing shows at the dearest', 'cnpj', [DAY], { most: 10, alone: 1, price: null }],
  ['by no limit at the default, for good', 'cnpj', [], { most: 10, alone: 1, price: 1 }],
] as const)('a limit counts %s', (_, kind, limits, expected) => {
  const known = { cpf: proved(3), cnpj: open, realtime: proved(2) };
  const unpriced = { cpf: 3, cnpj: 10, realtime: 2 };
  expect(costWithin(limits, known, kind)).toEqual({ ...expected, unpriced, limits });
});

const whole: Refused = { part: 'batch', fits: false, cost: 9, least: 2 };
const fits = true;
it.each([
  ['what is covered to a millionth', left('run', 3), { ...whole, cost: 3 + TOLERANCE }],
  ['that of which a part fits', left('run', 2), { ...whole, fits }],
  ['what is cheaper than one usually is', left('run', 1), { ...whole, fits, cost: 1 }],
])('the check before a submission lets %s pass', (_, limit, refused) => {
  expect(refusal([left('day', 9), limit], refused, refused.least)).toBeUndefined();
});

const [PERIOD, RUN] = ['over_period_budget', 'over_max_credits'] as const;
/** The facts of what may cost 9 credits where 2 of 10 are left. */
const FACTS = {
  [PERIOD]: { cost: 9, left: 2, limit: 10, fits: false },
  [RUN]: { worstCase: 9, maxCredits: 2 },
  over_balance: { worstCase: 9, balance: 2 },
};
const isPartSent = true;
it.each<[SpendingLimit['of'], number, Partial<Refused>, keyof typeof FACTS, object]>([
  ['day', 2, {}, PERIOD, { of: 'day', isPartSent }],
  ['month', 1, { fits }, PERIOD, { of: 'month', left: 1, fits }],
  ['day', -5, { cost: 1.1 * 3 }, PERIOD, { of: 'day', cost: 3.3, left: 0 }],
  ['session', 0, { cost: 1 }, RUN, { of: 'lookup', worstCase: 1, maxCredits: 0, limit: 10 }],
  ['run', 2, { least: 2 + TOLERANCE }, RUN, { of: 'batch', isPartSent }],
  ['files', 10, { cost: 11, least: 11 }, RUN, { of: 'batch', worstCase: 11, maxCredits: 10 }],
  ['files', 1, {}, RUN, { of: 'batch', maxCredits: 1, limit: 10 }],
  ['files', 2, { part: 'rest' }, RUN, { of: 'rest' }],
  [
    'balance',
    2,
    { plan: 'Free' },
    'over_balance',
    { of: 'batch', isPartSent, withoutOverage: 'Free' },
  ],
  ['balance', 2, { part: 'rest', plan: 'Micro' }, 'over_balance', { of: 'next_job' }],
  ['balance', 2, { part: 'resubmission' }, 'over_balance', { of: 'resubmission' }],
])('a limit of the %s of which %d are left refuses %o with %s', (of, rest, given, code, facts) => {
  const refused = { ...whole, ...given };
  const error = refusal([left('run', 99), left(of, rest), left('run', 0)], refused, refused.least);
  expect([error?.code, error?.facts]).toEqual([code, { ...FACTS[code], ...facts }]);
});

it.each<[string, LimitLeft[], object?]>([
  ['none', [left('run', 0), left('day', -TOLERANCE)]],
  ['the day', [left('run', 1), left('day', -2.2)], { of: 'day', limit: 10, spent: 12.2 }],
  ['the run', [left('run', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['that of several batches', [left('files', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['that of a list', [left('session', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['the balance, which the service knows itself', [left('balance', -1)]],
])('the limit that a rise passed: %s', (_, all, expected) => {
  const error = passedLimit(all);
  expect(error && [error.code, error.facts]).toEqual(expected && ['limit_passed', expected]);
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
async function leftOf(world: World): Promise<number | undefined> {
  const { limit } = await readBalance(world.deps());
  const [balance] = await world.ledger().leftOf([limit], { cpf: 1, cnpj: 1, realtime: 1 });
  return balance?.left;
}

describe('what a balance leaves', () => {
  it('lacks all ten identifiers of a running job, however many are known', async () => {
    const world = await tenOnTheirWay();
    expect(await leftOf(world)).toBe(world.service.book.account.credits - 10);
  });

  it('lacks for a moment what has just been charged, because it may lag', async () => {
    const world = await testWorld({ credits: 100 });
    await world.run(10);
    expect(await leftOf(world)).toBe(80);
    world.clock.advance(BALANCE_LAG + 1);
    expect(await leftOf(world)).toBe(90);
  });

  it('lacks what a job given up may still take, for eleven minutes', async () => {
    const world = await testWorld({ credits: 100, submissions: ['drop_before'] });
    const { batch } = await world.run(10);
    await world.ledger().abandon(batch.num, [1], world.clock.now());
    world.clock.advance(GIVEN_UP_GOES_ON - 1);
    expect(await leftOf(world)).toBe(90);
    world.clock.advance(1);
    expect(await leftOf(world)).toBe(100);
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
