import { describe, expect, it } from 'vitest';
import { INTERVAL, sumsOf, testWorld } from '../support.js';
import { summarize } from '../../../src/batch/summary.js';
import { computeInterval, createWatcher } from '../../../src/batch/watch.js';
import type { ServiceClient } from '../../../src/service/index.js';
import { ConfereError } from '../../../src/base/errors.js';

const HOUR = 3_600_000;

describe('polling', () => {
  it.each([
    ['a small job is polled after 1, 2 and 4 s', 200, [1_000, 2_000, 4_000]],
    ['a large job is polled after 5 s', 201, [5_000, 7_500, 11_250]],
  ])('%s, and then less often', async (_, items, first) => {
    const world = await testWorld({ pollsToEnd: 6 });
    expect((await world.run(items, { interval: 5_000 })).summary.state).toBe('complete');
    expect(world.clock.sleeps).toEqual([...first, 16_875, 25_312.5, 30_000]);
  });

  it('polling keeps a longer interval that the user requested', () => {
    expect([0, 1, 5].map((polls) => computeInterval(polls, 45_000))).toEqual([
      45_000, 45_000, 45_000,
    ]);
    expect([0, 1, 9].map((polls) => computeInterval(polls, 1_000))).toEqual([1_000, 1_500, 30_000]);
  });

  it('a job is polled at once if the clock was set back between two runs', async () => {
    const world = await testWorld({ pollsToEnd: 3 });
    const deadline = world.clock.now() + INTERVAL + 1_000;
    expect((await world.run(3, { deadline })).summary.state).toBe('running');
    world.clock.advance(-2 * HOUR);
    const { summary } = await world.run(3, { deadline: world.clock.now() + 60_000 });
    expect(summary.state).toBe('complete');
  });

  it('a job ends although its last answer omits identifiers that an earlier answer named', async () => {
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

  it('a run polls at its deadline, however short, and the next run polls at once', async () => {
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

describe('404 for a job', () => {
  it('a job is unconfirmed after the second 404, and never sent again', async () => {
    const world = await testWorld({ jobs: [{}, { hiddenFor: Infinity }] });
    const { summary } = await world.run(20, { perJob: 10 });
    expect(summary).toMatchObject({ state: 'unconfirmed', found: 10, unconfirmed: 10 });
    expect(sumsOf(summary)).toEqual({ rows: 20, unique: 20 });
    expect(world.service.book.jobs.map(({ asked }) => asked)).toEqual([1, 2]);
    world.clock.advance(1_000_000);
    expect((await world.run(20)).summary).toEqual(summary);
    expect(world.service.count('POST')).toBe(2);
  });

  it('a job that was not found is polled again by the next run, and its results are stored', async () => {
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

  it('a job stays accepted after one 404 if the deadline left no time for a second request', async () => {
    const world = await testWorld({ jobs: [{ hiddenFor: 1 }] });
    const deadline = world.clock.now() + INTERVAL + 500;
    const client = world.clientUntil(deadline);
    const { summary, error } = await world.run(3, { deadline, client });
    expect(summary).toMatchObject({ state: 'running', pending: 3, unconfirmed: 0 });
    // No answer says that it is being processed.
    expect(error).toMatchObject({ kind: 'service', httpStatus: 404 });
    expect((await world.run(3)).summary).toMatchObject({ state: 'complete', found: 3 });
  });
});

const TWO_JOBS = { perJob: 10 };

it('jobs that are due are polled between two submissions, and a failed poll stops no submission', async () => {
  const world = await testWorld({ submissions: ['ok', 429] });
  await world.agree();
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

it('jobs that are always due do not keep the next submission waiting', async () => {
  const world = await testWorld({ pollsToEnd: 12 });
  await world.agree();
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

describe('polling many jobs', () => {
  it('after a stop the received answer is stored, and no further request is sent', async () => {
    const stop = new AbortController();
    const world = await testWorld();
    await world.agree();
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

  it('polling ends at the deadline, even if a job is always due', async () => {
    const world = await testWorld({ pollsToEnd: 30 });
    await world.agree();
    let asked = 0;
    const batchJob: ServiceClient['batchJob'] = async (...values) => {
      asked += 1;
      const answer = await world.client.batchJob(...values);
      world.clock.advance(20_000);
      return answer;
    };
    const { error, summary } = await world.run(30, {
      perJob: 10,
      deadline: world.clock.now() + 90_000,
      client: { ...world.client, batchJob },
    });
    expect([error, summary.state]).toEqual([undefined, 'running']);
    // Five until the deadline, and each of the three once after it.
    expect(asked).toBe(8);
  });
});
