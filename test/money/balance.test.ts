import { describe, expect, it } from 'vitest';
import { balanceFor } from '../../src/money/balance.js';
import { unclaimed, type Ledger } from '../../src/ledger/index.js';
import { cpfs, csv, testWorld } from '../batch/support.js';
import { SEEN } from '../ledger/support.js';

/** A job of ten, accepted; a poll has stored five results, or none, before the process ended. */
async function tenOnTheirWay(seen: 0 | 5) {
  const world = await testWorld({ pollsToEnd: 3 });
  const deadline = world.clock.now() + (seen === 0 ? 1 : 6_000);
  const { summary } = await world.run(await world.file(csv(cpfs(10))), { deadline });
  expect(summary).toMatchObject({ state: 'running', found: seen });
  return world;
}

async function free(ledger: Ledger, remaining: number, taken = 0): Promise<number> {
  const { outstanding } = await ledger.claims();
  return unclaimed(remaining, outstanding, taken);
}

describe('the free balance', () => {
  it('is all remaining credits if no job is running', async () => {
    const world = await testWorld();
    expect(await free(world.ledger(), 100)).toBe(100);
    await world.run(await world.file(csv(cpfs(10))));
    expect(await free(world.ledger(), 100)).toBe(100);
  });

  it.each([
    ['none is known to be charged', 0, 100, 0, 90],
    ['four are known to be charged', 0, 96, 4, 90],
    ['five are seen', 5, 95, 0, 90],
    ['five are seen, three more are known to be charged', 5, 92, 3, 90],
    ['they need more than remains', 0, 3, 0, 0],
    ['more is said to be charged than they are', 5, 90, 50, 90],
  ] as const)(
    'reserves the ten identifiers of a running job once: %s',
    async (_, seen, remaining, taken, expected) => {
      const world = await tenOnTheirWay(seen);
      expect(await free(world.ledger(), remaining, taken)).toBe(expected);
    },
  );
});

describe('the balance for a submission', () => {
  it('does not ask the running jobs if the balance is high enough anyway', async () => {
    const world = await tenOnTheirWay(0);
    const asked = world.service.count('GET /cpf/bulk');
    expect(await balanceFor(world.deps(), () => 10)).toMatchObject({ taken: 0 });
    expect(world.service.count('GET /cpf/bulk')).toBe(asked);
  });

  it('asks the running jobs what they were charged if it matters, and attributes no charge of others to them', async () => {
    const world = await tenOnTheirWay(0);
    world.service.account.credits = 10;
    const { taken } = await balanceFor(world.deps(), () => 10);
    expect(taken).toBe(5);
    await balanceFor(world.deps(), () => 10);
    expect(await balanceFor(world.deps(), () => 10)).toMatchObject({ taken: 10 });
  });
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
      expect(world.service.jobs.map(({ ids }) => ids)).toEqual([cpfs(10, 100)]);
    },
  );
});

describe('other runs that store results continuously', () => {
  it('do not block a submission for ever: the job is refused and stays planned', async () => {
    const world = await testWorld();
    const [mine, other] = [
      await world.file(csv(cpfs(10))),
      await world.file(csv(cpfs(10, 100)), 'b.csv'),
    ];
    const { num } = (await world.run(other, { deadline: world.clock.now() + 1 })).batch;
    let asked = 0;
    const quota = async () => {
      const before = await world.client.quota();
      const nothing = { totalRecords: 0, found: 0, notFound: 0, skipped: 0, error: null };
      asked += 1;
      if (asked < 100) {
        const answer = { ...nothing, results: [] };
        const results = { batch: num, job: 1, answer, end: null, ...SEEN, at: 1 };
        await world.ledger().keepResults(results);
      }
      return before;
    };
    const { error, summary } = await world.run(mine, { client: { ...world.client, quota } });
    expect(error).toMatchObject({ kind: 'locked', code: 'balance_unsteady' });
    expect(asked).toBeLessThan(20);
    expect(summary).toMatchObject({ pending: 10, unconfirmed: 0, jobs: [{ status: 'planned' }] });
    expect((await world.run(mine)).summary).toMatchObject({ state: 'complete', found: 10 });
  });
});
