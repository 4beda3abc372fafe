import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/batch/summary.js';
import { intervalAfter, createWatcher } from '../../../src/batch/watch.js';
import type { ServiceClient } from '../../../src/service/index.js';
import { INTERVAL, sumsOf, testWorld } from '../support.js';

const HOUR = 3_600_000;

describe('polling', () => {
  it('begins at 5 s and grows to 30 s', async () => {
    const world = await testWorld({ pollsToEnd: 8 });
    const began = world.clock.now();
    const { summary } = await world.run(10);
    expect(summary.state).toBe('complete');
    expect(world.clock.sleeps).toEqual([
      ...[5_000, 7_500, 11_250, 16_875, 25_312.5, 30_000, 30_000, 30_000],
    ]);
    expect(world.service.count('GET /cpf/bulk/')).toBe(8);
    expect(world.clock.now() - began).toBe(155_937.5);
  });

  it('keeps a longer interval that the user requested', () => {
    expect([0, 1, 5].map((polls) => intervalAfter(polls, 45_000))).toEqual([
      45_000, 45_000, 45_000,
    ]);
    expect([0, 1, 9].map((polls) => intervalAfter(polls, 1_000))).toEqual([1_000, 1_500, 30_000]);
  });

  it('continues immediately if the clock was set back between two runs', async () => {
    const world = await testWorld({ pollsToEnd: 3 });
    const deadline = world.clock.now() + 6_000;
    expect((await world.run(3, { deadline })).summary.state).toBe('running');
    world.clock.advance(-2 * HOUR);
    const { summary } = await world.run(3, { deadline: world.clock.now() + 60_000 });
    expect(summary.state).toBe('complete');
  });

  it('ends a job whose last answer omits only what an earlier one named', async () => {
    const world = await testWorld();
    const batchJob: ServiceClient['batchJob'] = async (kind, id) => {
      const whole = await world.client.batchJob(kind, id);
      const polls = world.service.count('GET /cpf/bulk/');
      return polls === 1
        ? { ...whole, status: 'processing' }
        : { ...whole, results: whole.results.slice(1) };
    };
    const client = { ...world.client, batchJob };
    const { summary } = await world.run(3, { client });
    expect(summary).toMatchObject({ state: 'complete', found: 3, jobs: [{ status: 'done' }] });
  });

  it('asks at its deadline, however short, and at once when it begins again', async () => {
    const world = await testWorld({ pollsToEnd: 2 });
    const first = await world.run(3, { deadline: world.clock.now() + 100 });
    expect(first.summary.state).toBe('running');
    expect(world.service.count('GET /cpf/bulk/')).toBe(1);
    const began = world.clock.now();
    expect((await world.run(3)).summary).toMatchObject({ state: 'complete', found: 3 });
    expect(world.clock.now()).toBe(began);
    expect(world.service.count('GET /cpf/bulk/')).toBe(2);
  });
});

describe('a job that is not found', () => {
  it('is unconfirmed after the second 404, and never sent again', async () => {
    const world = await testWorld({ jobs: ['done', { hiddenFor: Infinity }] });
    const { summary } = await world.run(20, { perJob: 10 });
    expect(summary).toMatchObject({ state: 'unconfirmed', found: 10, unconfirmed: 10 });
    expect(sumsOf(summary)).toEqual({ rows: 20, unique: 20 });
    expect(world.service.book.jobs.map(({ asked }) => asked)).toEqual([1, 2]);
    world.clock.advance(1_000_000);
    expect((await world.run(20)).summary).toEqual(summary);
    expect(world.service.count('POST')).toBe(2);
  });

  it('is requested again by the next watch, and its results are stored', async () => {
    const world = await testWorld({ jobs: [{ hiddenFor: 2 }] });
    const lost = await world.run(3);
    expect(lost.summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 3 });
    await world.restart();
    const { batch, release } = await world.open(3);
    expect(await createWatcher({ ...world.deps(), batch }, INTERVAL)(true)).toBe(true);
    await release();
    const summary = await summarize(world.ledger(), batch.num);
    expect(summary).toMatchObject({ state: 'complete', found: 3, unconfirmed: 0 });
    expect(summary.jobs).toMatchObject([{ status: 'done', error: null }]);
    expect((await world.exported(batch)).toString().match(/,found,/g)).toHaveLength(3);
    expect(world.service.count('GET /cpf/bulk/')).toBe(3);
    expect(world.service.count('POST')).toBe(1);
  });

  it('stays accepted if the deadline left no time for the second request', async () => {
    const world = await testWorld({ jobs: [{ hiddenFor: 1 }] });
    const deadline = world.clock.now() + INTERVAL + 500;
    const { summary } = await world.run(3, { deadline, client: world.clientUntil(deadline) });
    expect(summary).toMatchObject({ state: 'running', pending: 3, unconfirmed: 0 });
    expect((await world.run(3)).summary).toMatchObject({ state: 'complete', found: 3 });
  });
});
