import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalAfter } from '../../../src/batch/watch.js';
import { ConfereError } from '../../../src/errors.js';
import type { ServiceClient } from '../../../src/service/index.js';
import { cpfs, csv, INTERVAL, testWorld } from '../support.js';

const TWO_JOBS = { perJob: 10, costs: { cpf: 1 } };

it('what is due is polled between two submissions, and a poll that fails stops none', async () => {
  const world = await testWorld({ submissions: ['ok', 429] });
  let polls = 0;
  const batchJob: ServiceClient['batchJob'] = async (...values) => {
    if ((polls += 1) === 1) throw new ConfereError('state_busy', { path: 'ledger.db' });
    return world.client.batchJob(...values);
  };
  const { summary } = await world.run(await world.file(csv(cpfs(40))), {
    ...TWO_JOBS,
    client: { ...world.client, batchJob },
  });
  expect(summary).toMatchObject({ state: 'complete', found: 40 });
  // The second one waits for 7 s, in which the first one is due.
  const lines = world.service.log.filter((line) => line !== 'GET /quota');
  expect(lines.map((line) => line.split(' ')[0]).slice(0, 5)).toEqual([
    ...['POST', 'POST', 'POST', 'POST', 'GET'],
  ]);
});

it('jobs that are always due do not keep the next one waiting', async () => {
  const world = await testWorld({ pollsToEnd: 12 });
  const batchJob: ServiceClient['batchJob'] = async (...values) => {
    const answer = await world.client.batchJob(...values);
    world.clock.advance(20_000);
    return answer;
  };
  await world.run(await world.file(csv(cpfs(40))), {
    ...TWO_JOBS,
    client: { ...world.client, batchJob },
    onEvent: ({ type }) => {
      if (type === 'accepted') world.clock.advance(10_000);
    },
  });
  const asked = world.service.log.map((line) => line.slice(0, line.indexOf(' ')));
  const sent = asked.slice(0, asked.lastIndexOf('POST'));
  expect(sent.filter((method) => method === 'GET').length).toBeLessThan(12);
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
