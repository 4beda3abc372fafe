import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { intervalAfter } from '../../../src/batch/watch.js';
import { ConfereError } from '../../../src/errors.js';
import type { ServiceClient } from '../../../src/service/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import type { RefereeOptions } from '../../helpers/referee/index.js';
import { createHeldClock } from '../../helpers/clocks/held-clock.js';
import { cpfs, csv, INTERVAL, testWorld } from '../support.js';

const TWO_JOBS = { perJob: 10, costs: { cpf: 1 } };
const HOUR = 3_600_000;

/** Three submissions for two jobs: the second is delayed by a retry time of 7 seconds. */
async function pausedWorld(options: RefereeOptions = {}) {
  const clock = createHeldClock();
  const world = await testWorld({ ...options, submissions: ['ok', 429, 'ok'] }, clock);
  return { world, clock, path: await world.file(csv(cpfs(20))) };
}

describe('while a submission has to wait', () => {
  it('due jobs are polled and their results stored', async () => {
    const { world, clock, path } = await pausedWorld();
    const news = new EventEmitter();
    const running = world.run(path, { ...TWO_JOBS, onEvent: ({ type }) => news.emit(type) });
    await clock.asleep();
    const ended = once(news, 'job_ended');
    clock.wake();
    await ended;
    expect(world.service.log.filter((line) => line !== 'GET /quota')).toEqual([
      'POST /cpf/bulk',
      'POST /cpf/bulk',
      `GET /cpf/bulk/${String(world.service.book.jobs[0]?.id)}`,
    ]);
    const jobs = await world.ledger().jobsOf(1);
    expect(jobs.map(({ state, found }) => [state, found])).toEqual([
      ['done', 10],
      ['submitting', 0],
    ]);
    await clock.wakeUntil(running);
    expect((await running).summary).toMatchObject({ state: 'complete', found: 20 });
    expect(world.service.count('POST')).toBe(3);
  });

  it('a poll with a late answer does not extend the wait, and its answer is not lost', async () => {
    const { world, clock, path } = await pausedWorld();
    const posted = new EventEmitter();
    const third = once(posted, '3');
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      await third;
      return world.client.batchJob(...values);
    };
    const running = world.run(path, {
      ...TWO_JOBS,
      client: { ...world.client, batchJob },
      onEvent: () => posted.emit(String(world.service.count('POST'))),
    });
    await clock.wakeUntil(running);
    expect((await running).summary).toMatchObject({ state: 'complete', found: 20 });
    expect(world.service.count('GET /cpf/bulk/')).toBe(2);
  });

  it('a clock that is set back does not extend the wait', async () => {
    const clock = createFakeClock();
    const sleep: typeof clock.sleep = async (...values) => {
      await clock.sleep(...values);
      if (clock.sleeps.length === 1) clock.advance(-HOUR);
    };
    const world = await testWorld({ submissions: [429, 'ok'] }, { ...clock, sleep });
    const { summary } = await world.run(await world.file(csv(cpfs(3))));
    expect(summary).toMatchObject({ state: 'complete', found: 3 });
    expect(clock.sleeps).toEqual([7_000]);
  });

  it('results that cannot be stored end the submission, and the next poll fetches them again', async () => {
    const { world, clock, path } = await pausedWorld({ pollsToEnd: 3 });
    const asked: number[] = [];
    const news = new EventEmitter();
    const failed = once(news, 'failed');
    const fail = () => {
      news.emit('failed');
      return Promise.reject(new ConfereError('state_busy', { path: 'ledger.db' }));
    };
    const batchJob: ServiceClient['batchJob'] = async (kind, id) => {
      asked.push(world.service.count('POST'));
      const answer = await world.client.batchJob(kind, id);
      if (asked.length === 1) vi.spyOn(world.ledger(), 'keepResults').mockImplementationOnce(fail);
      return answer;
    };
    const running = world.run(path, { ...TWO_JOBS, client: { ...world.client, batchJob } });
    await clock.asleep();
    clock.wake();
    await failed;
    await clock.wakeUntil(running);
    const { error, summary } = await running;
    expect(error).toMatchObject({ code: 'state_busy' });
    expect(asked.slice(0, 2)).toEqual([2, 2]);
    expect(summary).toMatchObject({ found: 10, pending: 10, unconfirmed: 0 });
    expect(world.service.count('POST')).toBe(2);
  });
});

describe('polls of many jobs', () => {
  it('the next request is sent while an answer is being stored', async () => {
    const world = await testWorld();
    const order: string[] = [];
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      // The number of turns that a request takes until it is sent.
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
      order.push('asked');
      return world.client.batchJob(...values);
    };
    const { summary } = await world.run(await world.file(csv(cpfs(20))), {
      ...TWO_JOBS,
      client: { ...world.client, batchJob },
      onEvent: ({ type }) => type === 'job_ended' && order.push(type),
    });
    expect(summary).toMatchObject({ state: 'complete', found: 20 });
    expect(order).toEqual(['asked', 'asked', 'job_ended', 'job_ended']);
  });

  it('a stop lets the received answer be stored, and sends no further request', async () => {
    const stop = new AbortController();
    const world = await testWorld();
    let asked = 0;
    const batchJob: ServiceClient['batchJob'] = (...values) => {
      asked += 1;
      stop.abort();
      return world.client.batchJob(...values);
    };
    const path = await world.file(csv(cpfs(20)));
    const client = { ...world.client, batchJob };
    const { kind, summary } = await world.run(path, { ...TWO_JOBS, stop: stop.signal, client });
    expect([kind, summary.found, asked]).toEqual(['interrupted', 10, 1]);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 20 });
  });

  it('end at the deadline, even if one is always due', async () => {
    const world = await testWorld({ pollsToEnd: 30 });
    let asked = 0;
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      asked += 1;
      const answer = await world.client.batchJob(...values);
      world.clock.advance(20_000);
      return answer;
    };
    const { error, summary } = await world.run(await world.file(csv(cpfs(30))), {
      perJob: 10,
      costs: { cpf: 1 },
      deadline: world.clock.now() + 90_000,
      client: { ...world.client, batchJob },
    });
    expect([error, summary.state]).toEqual([undefined, 'running']);
    // Five until the deadline, and each of the three once after it.
    expect(asked).toBe(8);
  });

  it('spread out, within the requested interval and 30 s', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.integer({ min: 1, max: 9 }),
        (jobs, polls) => {
          const pauses = Array.from({ length: jobs }, (_, i) =>
            intervalAfter(polls, INTERVAL, i + 1),
          );
          const longest = Math.max(...pauses);
          expect(Math.min(...pauses)).toBeGreaterThanOrEqual(INTERVAL);
          expect(longest).toBeLessThanOrEqual(30_000);
          const bunched = pauses.filter((ms) => ms > longest * (1 - 0.2 / 4)).length;
          expect(bunched).toBeLessThanOrEqual(Math.ceil(jobs / 3) + 1);
        },
      ),
    );
  });
});
