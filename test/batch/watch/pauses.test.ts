import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import type { ServiceClient } from '../../../src/service/index.js';
import { testWorld } from '../support.js';

const TWO_JOBS = { perJob: 10, costs: { cpf: 1 } };

it('what is due is polled between two submissions, and a poll that fails stops none', async () => {
  const world = await testWorld({ submissions: ['ok', 429] });
  let polls = 0;
  const batchJob: ServiceClient['batchJob'] = async (...values) => {
    if ((polls += 1) === 1) throw new ConfereError('state_busy', { path: 'ledger.db' });
    return world.client.batchJob(...values);
  };
  const { summary } = await world.run(40, {
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
  await world.run(40, {
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
  it('a stop lets the received answer be stored, and sends no further request', async () => {
    const stop = new AbortController();
    const world = await testWorld();
    let asked = 0;
    const batchJob: ServiceClient['batchJob'] = (...values) => {
      asked += 1;
      stop.abort();
      return world.client.batchJob(...values);
    };
    const client = { ...world.client, batchJob };
    const { kind, summary } = await world.run(20, { ...TWO_JOBS, stop: stop.signal, client });
    expect([kind, summary.found, asked]).toEqual(['interrupted', 10, 1]);
    expect((await world.run(20)).summary).toMatchObject({ state: 'complete', found: 20 });
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
    const { error, summary } = await world.run(30, {
      perJob: 10,
      costs: { cpf: 1 },
      deadline: world.clock.now() + 90_000,
      client: { ...world.client, batchJob },
    });
    expect([error, summary.state]).toEqual([undefined, 'running']);
    // Five until the deadline, and each of the three once after it.
    expect(asked).toBe(8);
  });
});
