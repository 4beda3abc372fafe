import { describe, expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World, mostOften, SETTLE, type RunOptions } from './support.js';
import { summarize } from '../../src/batch/summary.js';

/** What a run says it may cost, and what it sends. */
async function planOf(world: World, path: string, run = {}) {
  world.events.length = 0;
  const outcome = await world.run(path, run);
  const plan = world.events.find((event) => event.type === 'plan');
  return { ...outcome, numbers: plan?.numbers };
}

/** Two batches whose charges prove the price. */
async function priced(options = {}) {
  const world = await testWorld({ price: 2, credits: 1_000, ...options });
  for (const from of [1_000, 2_000]) {
    const path = await world.file(csv(cpfs(10, from)), `${from}.csv`);
    expect((await world.run(path)).summary.state).toBe('complete');
  }
  return world;
}

it('a plan where a record costs two credits is believed from the history: the worst case is told at its price', async () => {
  const world = await priced();
  const path = await world.file(csv(cpfs(30)), 'b.csv');
  const { numbers } = await planOf(world, path);
  expect(numbers).toMatchObject({ toSend: 30, worstCase: 60, expected: 60, balance: 960 });
});

describe('a price that the user set and the balance contradicts', () => {
  /** What is told of it, after so many batches were charged. */
  async function toldOf(costs: { readonly cpf: number }, batches = 2) {
    const world = await testWorld({ price: 2, credits: 1_000 });
    for (const from of [1_000, 2_000].slice(0, batches)) await world.run(cpfs(10, from));
    await planOf(world, await world.file(csv(cpfs(5)), 'b.csv'), { costs });
    return world.events.filter(({ type }) => type === 'price_differs');
  }

  it.each([1, 3])('is told: set to %d', async (set) => {
    const told = [{ type: 'price_differs', kind: 'cpf', set, shown: 2 }];
    expect(await toldOf({ cpf: set })).toEqual(told);
  });

  it('is not told where it agrees, or where nothing was read', async () => {
    expect(await toldOf({ cpf: 2 })).toEqual([]);
    expect(await toldOf({ cpf: 3 }, 0)).toEqual([]);
  });
});

it('a first batch has nothing to expect from', async () => {
  const world = await testWorld();
  const { numbers } = await planOf(world, await world.file(csv(cpfs(20))));
  // Nothing shows the price yet, so the worst case says what it assumes.
  expect(numbers).toMatchObject({
    worstCase: 20,
    expected: null,
    expectedFrom: 0,
    assumed: { cpf: 1 },
  });
});

const ids = cpfs(10);
/** The sizes of the jobs that were sent. */
const sizes = ({ service }: World) => service.book.jobs.map(({ ids: sent }) => sent.length);

async function run(world: World, how: Parameters<World['run']>[1], among = ids) {
  return world.run(among, how);
}

it.each([
  [1, undefined, [1, 9]],
  [2, 'over_max_credits', [1]],
  [5, 'over_max_credits', [1]],
])('a record that costs %i credits passes no --max-credits', async (price, code, jobs) => {
  const world = await testWorld({ price });
  const { error, summary } = await run(world, { limits: { maxCredits: 10 } });
  expect(error).toEqual(code && expect.objectContaining({ code }));
  expect(sizes(world)).toEqual(jobs);
  const found = price === 1 ? 10 : 1;
  expect(summary).toMatchObject({
    found,
    pending: 10 - found,
    credits: { charged: price * found },
  });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it.each([2, 5, 10])(
  'what runs already when a run goes on may cost %i credits a record: what is left counts that',
  async (price) => {
    const world = await testWorld({ price, pollsToEnd: 3 });
    const many = cpfs(160);
    const stopped = { deadline: world.clock.now() + 1, limits: { maxCredits: 1_000 } };
    await run(world, stopped, many);
    expect(sizes(world)).toEqual([100]);
    // As the first run ends: a credit for each of the hundred is assumed.
    const limits = { maxCredits: 900, fitBalance: true };
    await run(world, { limits }, many);
    expect(world.service.book.account.used).toBe(Math.min(160 * price, 1_000));
  },
);

it('what was not found shows no price, so the next ones are as few', async () => {
  const world = await testWorld({ isFound: (id) => ids.indexOf(id) > 4, price: 2 });
  await run(world, { limits: { maxCredits: 10 } });
  expect(sizes(world)).toEqual([1, 1, 1, 1, 1, 1, 4]);
  expect(world.service.book.account.used).toBe(10);
});

it.each([{ maxCreditsPerDay: 30 }, { maxCredits: 30 }])(
  'a run waits for the first part of an earlier one before it sends another: %o',
  async (limits) => {
    const world = await testWorld({ price: 5, pollsToEnd: 3 });
    for (let n = 0; n < 2; n += 1)
      await run(world, { limits, deadline: world.clock.now() + 1 }, cpfs(30));
    expect(sizes(world)).toEqual([3]);
    const { kind, summary } = await run(world, { limits }, cpfs(30));
    expect({ kind, summary }).toMatchObject({
      kind: 'credits',
      summary: { found: 3, pending: 27 },
    });
    expect(world.service.book.account.used).toBe(15);
  },
);

it.each([
  ['the used credits begin again', 0, 5],
  ['they tell of a price that is beyond belief', 200, 7],
])('--max-credits holds where %s before they can show the price', async (_, used, price) => {
  const world = await testWorld({ price });
  world.service.book.account.used = 100;
  const onEvent: RunOptions['onEvent'] = ({ type }) => {
    if (type === 'job_ended') world.service.book.account.used = used;
  };
  const { kind } = await run(world, { limits: { maxCredits: 30 }, onEvent }, cpfs(20));
  expect({ kind, sizes: sizes(world) }).toEqual({ kind: 'credits', sizes: [3] });
});

it.each([
  ['a limit that covers the dearest price', { maxCredits: 100 }, {}],
  ['a price that the user set', { maxCredits: 10 }, { costs: { cpf: 1 } }],
  ['--allow-overage', { allowOverage: true }, {}],
])('%s sends everything at once', async (_, limits, how) => {
  const world = await testWorld({ credits: 'maxCredits' in limits ? 1_000 : 12 });
  await run(world, { ...how, limits });
  expect(sizes(world)).toEqual([10]);
});

it('a summary counts with the price that the last job shows', async () => {
  const world = await testWorld({ price: 2 });
  const { batch } = await run(world, {});
  expect(await summarize(world.ledger(), batch.num)).toMatchObject({ credits: { charged: 20 } });
  // A batch that has ended is not asked for again.
  const asked = world.service.log.length;
  await run(world, {});
  expect(world.service.log).toHaveLength(asked);
});

it('what was proved free goes before anything else is charged, whose price could not prove it any more', async () => {
  const world = await testWorld({ price: 2, submissions: ['drop_before'] });
  const how = { perJob: 4, limits: { maxCredits: 20 } } as const;
  await run(world, { ...how, costs: { cpf: 2 } });
  world.clock.advance(SETTLE);
  const { summary } = await run(world, { ...how, costs: { cpf: 2 } });
  expect(sizes(world).slice(0, 2)).toEqual([4, 4]);
  expect(summary).toMatchObject({ unconfirmed: 0 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it.each([30, 90])(
  'two runs of %i identifiers at once keep to the limit of the day together',
  async (count) => {
    const world = await testWorld({ price: 5, credits: 10_000 });
    const paths = [
      await world.file(csv(cpfs(count)), 'a.csv'),
      await world.file(csv(cpfs(count, 500)), 'b.csv'),
    ];
    const limits = { maxCreditsPerDay: 100 };
    const runs = await Promise.all(paths.map((path) => world.run(path, { limits })));
    expect(runs.map(({ kind }) => kind)).toEqual(['credits', 'credits']);
    // The second one may still try one, whose charge shows the price; if the first is fast, that is known already.
    const [first, ...tried] = sizes(world);
    expect(first).toBe(10);
    expect([[], [1]]).toContainEqual(tried);
    expect(world.service.book.account.used).toBeLessThanOrEqual(105);
  },
);
