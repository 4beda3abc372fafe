import { describe, expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World } from './support.js';

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

it('a price that the user set beats the history', async () => {
  const world = await testWorld({ credits: 1_000 });
  const path = await world.file(csv(cpfs(10)));
  const { numbers } = await planOf(world, path, { costs: { cpf: 3 } });
  expect(numbers).toMatchObject({ worstCase: 30, assumed: {} });
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
