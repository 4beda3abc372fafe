import { describe, expect, it } from 'vitest';
import { free } from '../../src/batch/balance.js';
import { cpfs, csv, testWorld } from './support.js';

/** A job of ten, accepted and seen to have processed five, or none, before we went away. */
async function tenOnTheirWay(seen: 0 | 5) {
  const world = await testWorld({ pollsToEnd: 3 });
  const deadline = world.clock.now() + (seen === 0 ? 1 : 6_000);
  const { summary } = await world.run(await world.file(csv(cpfs(10))), { deadline });
  expect(summary).toMatchObject({ state: 'running', found: seen });
  return (remainingCredits: number, usedCredits: number) =>
    free(world.ledger(), { plan: 'Micro', remainingCredits, usedCredits });
}

describe('the free balance', () => {
  it('is all that remains where nothing is on its way', async () => {
    const world = await testWorld();
    const quota = { plan: 'Micro', remainingCredits: 100, usedCredits: 7 };
    expect(free(world.ledger(), quota)).toBe(100);
    await world.run(await world.file(csv(cpfs(10))));
    expect(free(world.ledger(), quota)).toBe(100);
  });

  it.each([
    ['none is charged yet', 0, 100, 0, 90],
    ['four are charged, unseen', 0, 96, 4, 90],
    ['all are charged, unseen', 0, 90, 10, 90],
    ['five are charged and seen', 5, 95, 5, 90],
    ['five more are charged, unseen', 5, 90, 10, 90],
    ['they need more than remains', 0, 3, 0, 0],
    ['usedCredits began anew', 5, 100, 0, 95],
  ] as const)('reserves ten on their way once: %s', async (_, seen, remaining, used, expected) => {
    const balance = await tenOnTheirWay(seen);
    expect(balance(remaining, used)).toBe(expected);
  });
});

describe('single lookups meanwhile', () => {
  it('are told from the charges of the jobs on their way', async () => {
    const world = await testWorld({ pollsToEnd: 3 });
    await world.run(await world.file(csv(cpfs(10))), { deadline: world.clock.now() + 1 });
    const ledger = world.ledger();
    for (const id of cpfs(10, 500)) ledger.records.add('cpf', id, {}, world.clock.now(), true);
    const quota = { plan: 'Micro', remainingCredits: 90, usedCredits: 10 };
    expect(free(ledger, quota)).toBe(80);
  });
});

describe('a second run that spends the balance between plan and submission', () => {
  it.each([
    ['is done and shows in the balance', 1, Infinity],
    ['is still running, unseen in an older balance', 1_000, 1],
  ] as const)('%s: the job is refused and stays planned', async (_, pollsToEnd, patience) => {
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
      await world.run(other, { deadline: world.clock.now() + patience });
      return patience === 1 ? before : world.client.quota();
    };
    const { error, summary } = await world.run(mine, { client: { ...world.client, quota } });
    expect(error).toMatchObject({ kind: 'credits', code: 'over_balance' });
    expect(summary).toMatchObject({ state: 'incomplete', pending: 10, unconfirmed: 0 });
    expect(summary.jobs).toMatchObject([{ status: 'planned' }]);
    expect(world.service.jobs.map(({ ids }) => ids)).toEqual([cpfs(10, 100)]);
  });
});
