import { describe, expect, it } from 'vitest';
import { BALANCE_LAG } from '../../src/money/book.js';
import { readBalance } from '../../src/money/balance.js';
import { cpfs, csv, testWorld, type World } from '../batch/support.js';

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
