import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/ledger/index.js';
import type { ServiceClient } from '../../src/service/index.js';
import { mostOften, SETTLE, sumsOf, testWorld, type World } from './support.js';

async function jobs(world: World): Promise<Job[]> {
  const [batch] = await world.ledger().findBatches({ most: 1 });
  return batch === undefined ? [] : world.ledger().jobsOf(batch.num);
}

/** A process that is killed, before its submission reaches the service or before the answer reaches it. */
function killed(client: ServiceClient, when: 'before' | 'after'): ServiceClient {
  return {
    ...client,
    within: (bounds) => killed(client.within(bounds), when),
    async submitBatch(...values) {
      if (when === 'after') await client.submitBatch(...values);
      throw new Error('killed');
    },
  };
}

describe('a lost answer', () => {
  it.each(['drop_after', 'garbage'] as const)(
    'is never sent again after %s, because the balance changed',
    async (step) => {
      const world = await testWorld({ submissions: [step] });
      const first = await world.run(10);
      expect(first.kind).toBe('unconfirmed');
      expect(first.summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 10, pending: 0 });
      expect(sumsOf(first.summary)).toEqual({ rows: 10, unique: 10 });
      for (const wait of [0, SETTLE, 10 * SETTLE]) {
        world.clock.advance(wait);
        await world.restart();
        const again = await world.run(10);
        expect(again.kind).toBe('unconfirmed');
        expect(again.summary).toEqual(first.summary);
      }
      expect(world.service.count('POST')).toBe(1);
      expect(world.events).toContainEqual({ type: 'settled', seq: 1, decision: 'ask' });
    },
  );

  it.each(['drop_before', 500] as const)(
    'is sent again after %s, but only after the settle time',
    async (step) => {
      const world = await testWorld({ submissions: [step] });
      const first = await world.run(10);
      expect(first.kind).toBe('unconfirmed');
      expect(world.service.count('POST')).toBe(1);
      const began = (await jobs(world))[0]?.submittedAt ?? 0;
      world.clock.advance(20_000);
      const second = await world.run(10);
      expect(second.error).toBeUndefined();
      expect(second.summary).toMatchObject({ state: 'complete', found: 10 });
      expect(world.events).toContainEqual({ type: 'settling', seq: 1, ms: SETTLE - 20_000 });
      expect((await jobs(world))[0]?.submittedAt).toBeGreaterThanOrEqual(began + SETTLE);
      expect(world.service.count('POST')).toBe(2);
      expect(mostOften(world.service.book.submitted)).toBe(1);
    },
  );

  it('leaves accepted jobs to be watched and the later ones unsent', async () => {
    const world = await testWorld({ submissions: ['ok', 'drop_after'] });
    const { kind, summary } = await world.run(30, { perJob: 10 });
    expect(kind).toBe('unconfirmed');
    expect(summary).toMatchObject({ found: 10, unconfirmed: 10, pending: 10 });
    expect(sumsOf(summary)).toEqual({ rows: 30, unique: 30 });
    expect(world.service.count('POST')).toBe(2);
  });

  it('is decided by the user alone if nothing proves the price of our own charges', async () => {
    const world = await testWorld({ submissions: ['ok', 'drop_before'] });
    await world.run(20, { perJob: 10, limits: { allowOverage: true } });
    expect((await world.run(20)).kind).toBe('unconfirmed');
    expect(await jobs(world)).toMatchObject([{}, { verdict: 'price_unknown' }]);
    expect(world.service.count('POST')).toBe(2);
    // The price of another kind changes nothing, however often it is told.
    const decisions = async () => world.ledger().decisionsOf(1);
    const before = await decisions();
    for (let n = 0; n < 2; n += 1)
      expect((await world.run(20, { costs: { cnpj: 1 } })).kind).toBe('unconfirmed');
    expect(await decisions()).toEqual(before);
    // Only the user's word about the price changes that.
    const { summary } = await world.run(20, { costs: { cpf: 1 } });
    expect(summary).toMatchObject({ state: 'complete', found: 20 });
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });
});

describe('a process that was killed while it submitted', () => {
  it('does not send again what had reached the service', async () => {
    const world = await testWorld();
    const crashed = await world.run(10, { client: killed(world.client, 'after') });
    expect(crashed.error).toMatchObject({ message: 'killed' });
    expect(await jobs(world)).toMatchObject([{ state: 'submitting', jobId: null }]);
    expect(crashed.summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 10 });
    await world.restart();
    world.clock.advance(10 * SETTLE);
    expect((await world.run(10)).kind).toBe('unconfirmed');
    expect(await jobs(world)).toMatchObject([{ state: 'unconfirmed' }]);
    expect(world.service.count('POST')).toBe(1);
  });

  it('sends the rest after the balance stayed unchanged for the settle time', async () => {
    const world = await testWorld();
    await world.run(10, { client: killed(world.client, 'before') });
    expect(await jobs(world)).toMatchObject([{ state: 'submitting' }]);
    await world.restart();
    const { summary } = await world.run(10);
    expect(world.clock.sleeps).toContain(SETTLE);
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });
});

it('a refusal for credits charges nothing and leaves the job planned', async () => {
  const world = await testWorld({ credits: 5 });
  const limits = { allowOverage: true };
  const refused = await world.run(10, { limits });
  expect(refused.kind).toBe('credits');
  expect(refused.summary).toMatchObject({ state: 'incomplete', pending: 10, unconfirmed: 0 });
  expect(world.service.book.submitted.size).toBe(0);
  expect(await jobs(world)).toMatchObject([{ state: 'planned' }]);
  world.service.book.account.credits = 100;
  expect((await world.run(10, { limits })).summary).toMatchObject({ found: 10 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});
