import { describe, expect, it } from 'vitest';
import { TransportError } from '../../src/service/index.js';
import type { FakeClock } from '../helpers/clocks/fake-clock.js';
import { CPF, errorOf, ok, record, scripted, type Step } from './support.js';

/** A service that answers one request after `ms` milliseconds. */
async function answeringAfter(ms: number) {
  const held: { clock?: FakeClock } = {};
  const step: Step = (response, request) => {
    held.clock?.advance(ms);
    ok(record)(response, request);
  };
  const { client, clock } = await scripted(step);
  held.clock = clock;
  return client;
}

describe('the default time limit of a lookup', () => {
  it('is 10 s for a simple one', async () => {
    expect(await (await answeringAfter(9_999)).cpf(CPF)).toEqual(record);
    const error = await errorOf((await answeringAfter(10_000)).cpf(CPF));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 });
  });

  it('is 60 s for a real-time one', async () => {
    const slow = await answeringAfter(59_999);
    expect(await slow.realtimeCpf(CPF, '02/03/1980')).toEqual(record);
    const error = await errorOf((await answeringAfter(60_000)).realtimeCpf(CPF, '02/03/1980'));
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 });
  });
});
