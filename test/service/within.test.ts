import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { ConfereError } from '../../src/errors.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { CPF, errorOf, fail, ok, quota, record, scripted, type Step } from './support.js';

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
  it('completes a running request when it is stopped', async () => {
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
  it('ends a wait when it is stopped, and rejects with the reason', async () => {
    const { client, server } = await scripted(fail(503));
    const { signal: stop, abort } = asked();
    abort();
    const error = await errorOf(client.within({ stop }).quota());
    expect(error).toBe(stop.reason);
    expect(server.requests).toHaveLength(1);
  });
  it('ends a running request with its signal, with a possible charge for a charging one', async () => {
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
  it('also keeps the bounds of the client that made it', async () => {
    const { signal, abort } = asked();
    const { client, server } = await scripted(ok(quota), { signal });
    abort();
    const bounded = client.within({ signal: asked().signal });
    expect(await errorOf(bounded.quota())).toMatchObject({ code: 'interrupted' });
    expect(server.requests).toHaveLength(0);
  });
  it('shares the rate limit with the client that made it', async () => {
    const { client, clock } = await scripted(ok(record), { rate: 2 });
    for (const one of [client, client.within({}), client.within({})]) await one.cpf(CPF);
    expect(clock.sleeps).toEqual([60_000]);
  });
  it('confirms again what took so long that it may not hold any more, before it sends', async () => {
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
  it('confirms again what it confirmed too long ago when the connection is open', async () => {
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
