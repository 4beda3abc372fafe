import { describe, expect, it } from 'vitest';
import { computeInterval, createWatcher } from '../../src/batch/watch.js';
import { ConfereError } from '../../src/base/errors.js';
import type { ServiceClient } from '../../src/service/index.js';
import { stories } from './stories.js';
import { INTERVAL, testWorld } from './support.js';

stories('answers about jobs', {
  'a charged result that is missing in the answer is never sent again, and is stored when the service names it':
    [
      {
        told: ({ cpfs, ...data }, asked) => ({
          ...data,
          cpfs: (cpfs as readonly object[]).slice(asked > 4 ? 0 : 1),
        }),
      },
      async ({ run }) => [await run(10), await run(10, { resumes: true }), await run(10)],
    ],
  'a job that the service calls failed is polled again after the interval, and is not failed while its numbers change':
    [
      {
        pollsToEnd: 3,
        told: (data, asked) => (asked > 2 ? data : { ...data, status: 'failed', processed: asked }),
      },
      ({ run }) => run(10),
    ],
  'a job that was not found is polled again by the next run, and its results are stored': [
    { jobs: [{ hiddenFor: 2 }] },
    async ({ run, restart, open, deps, note }) => {
      await run(3);
      await restart();
      const { batch, release } = await open(3);
      note(String(await createWatcher({ ...deps(), batch }, INTERVAL).pollUntilEnded()));
      await release();
      await run(3);
    },
  ],
});

stories('the times of polls', {
  'a job is polled at once if the clock was set back between two runs': [
    { pollsToEnd: 3 },
    async ({ run, clock }) => {
      await run(3, { deadline: clock.now() + INTERVAL + 1_000 });
      clock.advance(-7_200_000);
      await run(3, { deadline: clock.now() + 60_000 });
    },
  ],
  'a run polls at its deadline, however short, and the next run polls at once': [
    { pollsToEnd: 2 },
    async ({ run, clock }) => [await run(3, { deadline: clock.now() + 100 }), await run(3)],
  ],
  'jobs that are due are polled between two submissions, and a failed poll stops no submission': [
    { submissions: ['ok', 429] },
    async ({ run, agree, client, clientWith, service, note }) => {
      await agree();
      let polls = 0;
      const batchJob: ServiceClient['batchJob'] = async (...values) => {
        if ((polls += 1) === 1) throw new ConfereError('state_busy', { path: 'ledger.db' });
        return client.batchJob(...values);
      };
      await run(40, { perJob: 10, client: clientWith({ batchJob }) });
      // The second submission waits for 7 s, in which the first job is due.
      const lines = service.log.filter((line) => line !== 'GET /quota');
      note(lines.map((line) => line.split(' ')[0]).join(' '));
    },
  ],
  'polling ends at the deadline, even if a job is always due': [
    { pollsToEnd: 30 },
    async ({ run, agree, client, clientWith, clock }) => {
      await agree();
      const batchJob: ServiceClient['batchJob'] = async (...values) => {
        const answer = await client.batchJob(...values);
        clock.advance(20_000);
        return answer;
      };
      await run(30, {
        perJob: 10,
        deadline: clock.now() + 90_000,
        client: clientWith({ batchJob }),
      });
    },
  ],
});

describe('polling', () => {
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
