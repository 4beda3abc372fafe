import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { ConfereError } from '../../src/base/errors.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { CPF, errorOf, fail, ok, quota, record, scripted, type Step, job, JOB } from './support.js';
import { worded } from '../helpers/sentence.js';
import { type RequestEvent, type WaitEvent, createMemorySlots } from '../../src/service/index.js';
import { createPacer } from '../../src/service/pacer.js';

const asked = () => {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new ConfereError('terminated', { during: 'batch' }));
  };
  return { signal: controller.signal, abort };
};

/** A server whose answer waits until the test releases it. */
function held(then: Step) {
  let release = () => undefined as unknown;
  const step: Step = (response: ServerResponse, request) => {
    release = () => then(response, request);
  };
  return { step, release: () => release() };
}

describe('a client within bounds', () => {
  it('a stopped client completes its running request', async () => {
    const { step, release } = held(ok(record));
    const { client, server } = await scripted(step);
    const { signal: stop, abort } = asked();
    const found = client.within({ stop }).cpf(CPF);
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    release();
    expect(await found).toEqual(record);
  });
  it('a stopped client ends its wait, and rejects with the reason', async () => {
    const { client, server } = await scripted(fail(503));
    const { signal: stop, abort } = asked();
    abort();
    const error = await errorOf(client.within({ stop }).quota());
    expect(error).toBe(stop.reason);
    expect(server.requests).toHaveLength(1);
  });
  it('the signal of a client ends a running request, which may have been charged', async () => {
    const { client, server } = await scripted(held(ok(record)).step);
    const { signal, abort } = asked();
    const failing = errorOf(client.within({ signal }).cpf(CPF));
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    const error = await failing;
    expect(error).toMatchObject({ code: 'interrupted' });
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
  });
  it('a client within bounds also keeps those of the client that made it', async () => {
    const { signal, abort } = asked();
    const { client, server } = await scripted(ok(quota), { signal });
    abort();
    const bounded = client.within({ signal: asked().signal });
    expect(await errorOf(bounded.quota())).toMatchObject({ code: 'interrupted' });
    expect(server.requests).toHaveLength(0);
  });
  it('a client within bounds shares the rate limit with the client that made it', async () => {
    const { client, clock } = await scripted(ok(record), { rate: 2 });
    for (const one of [client, client.within({}), client.within({})]) await one.cpf(CPF);
    expect(clock.sleeps).toEqual([60_000]);
  });
  it('a client confirms again if the confirmation took too long', async () => {
    const { client, server, clock } = await scripted(ok(record));
    const asked: number[] = [];
    const beforeSend = () => {
      asked.push(server.requests.length);
      if (asked.length === 1) clock.advance(16_000);
      return Promise.resolve();
    };
    expect(await client.within({ beforeSend }).cpf(CPF)).toEqual(record);
    expect(asked).toEqual([0, 0]);
    expect(server.requests).toHaveLength(1);
  });
  it('a client confirms again if the confirmation is too old once the connection is open', async () => {
    const clock = createFakeClock();
    let looks = 0;
    // Began, confirmed, and the connection is open.
    const uptime = () => ({ ...clock.uptime(), ms: (looks += 1) < 3 ? 0 : 16_000 });
    const { client, server } = await scripted(ok(record), { clock: { ...clock, uptime } });
    const asked: number[] = [];
    const beforeSend = () => {
      asked.push(server.requests.length);
      return Promise.resolve();
    };
    expect(await client.within({ beforeSend }).cpf(CPF)).toEqual(record);
    expect(asked).toEqual([0, 0]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the results of a job', () => {
  /** Sends them in parts, each `ms` after the client took the one before it; only the first if `isCut`. */
  async function inParts(ms: number, isCut: boolean, deadline?: number) {
    const own = createFakeClock();
    let begun = 0;
    const clock = { ...own, timeout: (limit: number) => ((begun += 1), own.timeout(limit)) };
    const text = JSON.stringify({ success: true, data: { ...job, cpfs: [] } });
    const answer: Step = async (response) => {
      for (const part of text.match(/.{1,60}/gs) ?? []) {
        const before = begun;
        response.write(part);
        if (deadline === undefined) {
          await eventually(() => {
            expect(begun).toBeGreaterThan(before);
          });
        }
        own.advance(ms);
        if (isCut) return;
      }
      response.end();
    };
    const until = deadline === undefined ? undefined : own.now() + deadline;
    return scripted(answer, { clock, deadline: until });
  }

  it('the results of a job may take longer than 60 s while they arrive', async () => {
    const { client, server } = await inParts(40_000, false);
    expect(await client.batchJob('cpf', JOB)).toMatchObject({ id: JOB, status: 'done' });
    expect(server.requests).toHaveLength(1);
  });

  it('results of a job that no longer arrive are asked for again, and the sentence names the option', async () => {
    const { client, server } = await inParts(60_000, true);
    const error = await errorOf(client.batchJob('cpf', JOB));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false, attempts: 4 });
    expect(worded(error)).toMatch(/in time.*--timeout 5m/);
    expect(server.requests).toHaveLength(4);
  });

  it('the results of a job have the time limit of any request after the deadline', async () => {
    const { client } = await inParts(40_000, false, -1);
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject({ code: 'network' });
  });
});

it('send waits for repeated 429s up to the longest wait, here half an hour', async () => {
  const tooMany = fail(429, 'Limite excedido.', { 'retry-after': '60' });
  const { client, clock } = await scripted(tooMany, { longestWait: 30 * 60_000 });
  const error = await errorOf(client.quota());
  expect(error).toMatchObject({ code: 'rate_limited' });
  expect(clock.sleeps).toEqual(Array(30).fill(60_000));
});

it('a backoff past the deadline rejects with the failure itself, not as rate limited', async () => {
  const deadline = Date.UTC(2026, 0, 5, 12, 0, 2);
  const { client, clock } = await scripted(fail(503), { deadline });
  expect(await errorOf(client.quota())).toMatchObject({ kind: 'service', attempts: 2 });
  expect(clock.sleeps).toEqual([1000]);
});

it('events report every request and wait, without a full CPF', async () => {
  const requests: RequestEvent[] = [];
  const waits: WaitEvent[] = [];
  const { client } = await scripted([fail(503), ok(record)], {
    onRequest: (event) => requests.push(event),
    onWait: (event) => waits.push(event),
  });
  await client.cpf('529.982.247-25');
  const seen = { method: 'GET', path: '/cpf/***.982.247-**', ms: 0 };
  expect(requests).toEqual([
    { ...seen, status: 503, attempt: 1 },
    { ...seen, status: 200, attempt: 2 },
  ]);
  expect(waits).toEqual([{ reason: 'backoff', ms: 1000, status: 503 }]);
});

it('a pacer waits for the minute of a store with a clock of its own', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 10));
  const slots = { ...createMemorySlots(), untilNext: () => Promise.resolve(50_001) };
  const takeSlot = createPacer({ clock, rate: 1 }, slots);
  for (let n = 0; n < 2; n += 1) await takeSlot('simple');
  expect(clock.sleeps).toEqual([50_001]);
});
