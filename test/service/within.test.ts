import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { ConfereError } from '../../src/errors.js';
import { InterruptedError } from '../../src/service/index.js';
import { CPF, errorOf, fail, ok, quota, record, scripted, type Step } from './support.js';

const asked = () => {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new ConfereError('terminated', 'terminated', 'Stopped.'));
  };
  return { signal: controller.signal, abort };
};

/** An answer that comes when the test says so. */
function held(then: Step) {
  let release = () => undefined as unknown;
  const step: Step = (response: ServerResponse, request) => {
    release = () => then(response, request);
  };
  return { step, release: () => release() };
}

describe('a client within bounds', () => {
  it('finishes the request under way when it is asked to stop', async () => {
    const { step, release } = held(ok(record));
    const { client, server } = await scripted(step);
    const { signal: stop, abort } = asked();
    const found = client.within({ stop }).cpf(CPF);
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    release();
    expect(await found).toEqual(record);
  });
  it('waits no more, and rejects with the reason', async () => {
    const { client, server } = await scripted(fail(503));
    const { signal: stop, abort } = asked();
    abort();
    const error = await errorOf(client.within({ stop }).quota());
    expect(error).toBe(stop.reason);
    expect(server.requests).toHaveLength(1);
  });
  it('ends the request with a signal, which leaves a doubt where it may charge', async () => {
    const { client, server } = await scripted(held(ok(record)).step);
    const { signal, abort } = asked();
    const failing = errorOf(client.within({ signal }).cpf(CPF));
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    const error = await failing;
    expect(error).toBeInstanceOf(InterruptedError);
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
  });
  it('keeps to the bounds of the client it came from', async () => {
    const { signal, abort } = asked();
    const { client, server } = await scripted(ok(quota), { signal });
    abort();
    const bounded = client.within({ signal: asked().signal });
    expect(await errorOf(bounded.quota())).toBeInstanceOf(InterruptedError);
    expect(server.requests).toHaveLength(0);
  });
  it('shares the pace with the client it came from', async () => {
    const { client, clock } = await scripted(ok(record), { rate: 2 });
    for (const one of [client, client.within({}), client.within({})]) await one.cpf(CPF);
    expect(clock.sleeps).toEqual([60_000]);
  });
});
