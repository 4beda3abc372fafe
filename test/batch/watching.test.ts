import { describe, expect, it } from 'vitest';
import { computeInterval, createWatcher } from '../../src/batch/watch.js';
import { ConfereError } from '../../src/base/errors.js';
import type { ServiceClient } from '../../src/service/index.js';
import type { Referee } from '../helpers/referee/index.js';
import { INTERVAL, testWorld } from './support.js';

const pollsAt = (service: Referee) => service.count('GET /cpf/bulk/');

describe('answers about jobs', () => {
  it('a charged result that is missing in the answer is never sent again, and is stored when the service names it', async () => {
    const { run, service } = await testWorld({
      told: ({ cpfs, ...data }, asked) => ({
        ...data,
        cpfs: (cpfs as readonly object[]).slice(asked > 4 ? 0 : 1),
      }),
    });
    const summary = { found: 9, unconfirmed: 1 };
    for (const [polls, resumes] of [
      [2, false],
      [4, true],
    ] as const) {
      expect((await run(10, { resumes })).summary).toMatchObject(summary);
      expect(pollsAt(service)).toBe(polls);
    }
    expect((await run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(service.posts).toHaveLength(1);
  });

  it('a job that the service calls failed is polled again after the interval, and is not failed while its numbers change', async () => {
    const { run, service, clock } = await testWorld({
      pollsToEnd: 3,
      told: (data, asked) => (asked > 2 ? data : { ...data, status: 'failed', processed: asked }),
    });
    expect((await run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect([pollsAt(service), service.posts.length]).toEqual([3, 1]);
    expect(clock.sleeps).toEqual([INTERVAL, 9_000, 13_500]);
  });

  it('a job that was not found is polled again by the next run, and its results are stored', async () => {
    const { run, restart, open, deps } = await testWorld({ jobs: [{ hiddenFor: 2 }] });
    expect((await run(3)).summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 3 });
    await restart();
    const { batch, release } = await open(3);
    expect(await createWatcher({ ...deps(), batch }, INTERVAL).pollUntilEnded()).toBe(true);
    await release();
    expect((await run(3)).summary).toMatchObject({ state: 'complete', found: 3 });
  });
});

const HALF = { state: 'running', found: 1, pending: 2 };
const WHOLE = { state: 'complete', found: 3 };

describe('the times of polls', () => {
  it('a job is polled at once if the clock was set back between two runs', async () => {
    const { run, clock, service } = await testWorld({ pollsToEnd: 3 });
    const first = await run(3, { deadline: clock.now() + INTERVAL + 1_000 });
    expect([first.summary, pollsAt(service)]).toMatchObject([HALF, 2]);
    clock.advance(-7_200_000);
    const slept = clock.sleeps.length;
    const second = await run(3, { deadline: clock.now() + 60_000 });
    expect([second.summary, clock.sleeps.length]).toMatchObject([WHOLE, slept]);
  });

  it('a run polls at its deadline, however short, and the next run polls at once', async () => {
    const { run, clock, service } = await testWorld({ pollsToEnd: 2 });
    const first = await run(3, { deadline: clock.now() + 100 });
    expect([first.summary, pollsAt(service)]).toMatchObject([HALF, 1]);
    const slept = clock.sleeps.length;
    expect([(await run(3)).summary, clock.sleeps.length]).toMatchObject([WHOLE, slept]);
  });

  it('jobs that are due are polled between two submissions, and a failed poll stops no submission', async () => {
    const world = await testWorld({ submissions: ['ok', 429] });
    await world.agree();
    let polls = 0;
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      if ((polls += 1) === 1) throw new ConfereError('state_busy', { path: 'ledger.db' });
      return world.client.batchJob(...values);
    };
    const { summary } = await world.run(40, { perJob: 10, client: world.clientWith({ batchJob }) });
    expect(summary).toMatchObject({ state: 'complete', found: 40 });
    // The second submission waits for 7 s, in which the first job is due.
    const methods = world.service.log.map((line) => line.replace(/^(?!.*quota)(\S+).*/, '$1'));
    expect(methods.filter((one) => !one.includes('quota')).join(' ')).toBe(
      'POST POST POST POST GET POST GET GET GET',
    );
  });

  it('polling ends at the deadline, even if a job is always due', async () => {
    const { run, agree, client, clientWith, clock } = await testWorld({ pollsToEnd: 30 });
    await agree();
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      const answer = await client.batchJob(...values);
      clock.advance(20_000);
      return answer;
    };
    const deadline = clock.now() + 90_000;
    const { summary } = await run(30, { perJob: 10, deadline, client: clientWith({ batchJob }) });
    expect(summary).toMatchObject({ state: 'running', found: 15, pending: 15 });
    expect(clock.now()).toBeLessThan(deadline + 90_000);
  });

  it.each([
    ['a small job is polled after 1, 2 and 4 s', 200, [1_000, 2_000, 4_000, 5_000, 7_500, 11_250]],
    ['a large job is polled after 5 s', 201, [5_000, 7_500, 11_250, 16_875, 25_312.5, 30_000]],
  ])('%s, and then less often', async (_, items, waits) => {
    const world = await testWorld({ pollsToEnd: 6 });
    expect((await world.run(items, { interval: 5_000 })).summary.state).toBe('complete');
    expect(world.clock.sleeps).toEqual(waits);
  });

  it('polling keeps a longer interval that the user requested', () => {
    const after = (interval: number) => [0, 1, 9].map((polls) => computeInterval(polls, interval));
    expect(after(45_000)).toEqual([45_000, 45_000, 45_000]);
    expect(after(1_000)).toEqual([1_000, 1_500, 30_000]);
  });
});
