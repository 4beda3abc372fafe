import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { createMemorySlots } from '../../src/service/index.js';
import { createPacer } from '../../src/service/pacer.js';
import { eventually } from '../helpers/clocks/eventually.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { worded } from '../helpers/sentence.js';
import { CPF, errorOf, fail, job, JOB, ok, record, scripted, type Step } from './support.js';

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
  const step: Step = (response, request) => {
    release = () => then(response, request);
  };
  return { step, release: () => release() };
}

describe('a client within bounds', () => {
  it('completes a running request when it is stopped, and ends a wait with the reason', async () => {
    const { step, release } = held(ok(record));
    const { client, server } = await scripted([step, fail(503)]);
    const { signal: stop, abort } = asked();
    const found = client.withBounds({ stop }).cpf(CPF);
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    release();
    expect(await found).toEqual(record);
    expect(await errorOf(client.withBounds({ stop }).quota())).toBe(stop.reason);
    expect(server.requests).toHaveLength(2);
  });

  it('ends a running request with its signal, with a possible charge for a charging one', async () => {
    const { client, server } = await scripted(held(ok(record)).step);
    const { signal, abort } = asked();
    const failing = errorOf(client.withBounds({ signal }).cpf(CPF));
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    abort();
    const expected = { code: 'interrupted', kind: 'unconfirmed', mayHaveCharged: true };
    expect(await failing).toMatchObject(expected);
  });

  it('keeps the bounds and the rate of the client that made it', async () => {
    const { signal, abort } = asked();
    const { client, clock, server } = await scripted(ok(record), { signal, rate: 2 });
    for (const one of [client, client.withBounds({}), client.withBounds({})]) await one.cpf(CPF);
    expect(clock.sleeps).toEqual([60_000]);
    abort();
    const bounded = client.withBounds({ signal: asked().signal });
    expect(await errorOf(bounded.quota())).toMatchObject({ code: 'interrupted' });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['took so long that it may not hold any more', true],
    ['was long ago when the connection is open', false],
  ])('confirms again what %s, before it sends', async (_, isSlow) => {
    const own = createFakeClock();
    let looks = 0;
    // Began, confirmed, and the connection is open.
    const late = () => ({ ...own.uptime(), ms: (looks += 1) < 3 ? 0 : 16_000 });
    const clock = isSlow ? own : { ...own, uptime: late };
    const { client, server } = await scripted(ok(record), { clock });
    const sent: number[] = [];
    const beforeSend = () => {
      sent.push(server.requests.length);
      if (isSlow && sent.length === 1) own.advance(16_000);
      return Promise.resolve();
    };
    expect(await client.withBounds({ beforeSend }).cpf(CPF)).toEqual(record);
    expect([sent, server.requests.length]).toEqual([[0, 0], 1]);
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

  it('may take longer than 60 s, as long as they move', async () => {
    const { client, server } = await inParts(40_000, false);
    expect(await client.batchJob('cpf', JOB)).toMatchObject({ id: JOB, status: 'done' });
    expect(server.requests).toHaveLength(1);
  });

  it('that stand still are asked for again, and the sentence names the option', async () => {
    const { client, server } = await inParts(60_000, true);
    const error = await errorOf(client.batchJob('cpf', JOB));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false, attempts: 4 });
    expect(worded(error)).toMatch(/in time.*--timeout 5m/);
    expect(server.requests).toHaveLength(4);
  });

  it('have the time of any request when the deadline has passed', async () => {
    const { client } = await inParts(40_000, false, -1);
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject({ code: 'network' });
  });
});

describe('a wait', () => {
  it('for repeated 429s ends at the longest one, here half an hour', async () => {
    const tooMany = fail(429, 'Limite excedido.', { 'retry-after': '60' });
    const { client, clock } = await scripted(tooMany, { longestWait: 30 * 60_000 });
    expect(await errorOf(client.quota())).toMatchObject({ code: 'rate_limited' });
    expect(clock.sleeps).toEqual(Array(30).fill(60_000));
  });

  it('past the deadline rejects with the failure itself, not as rate limited', async () => {
    const deadline = Date.UTC(2026, 0, 5, 12, 0, 2);
    const { client, clock } = await scripted(fail(503), { deadline });
    expect(await errorOf(client.quota())).toMatchObject({ kind: 'service', attempts: 2 });
    expect(clock.sleeps).toEqual([1000]);
  });

  it('for the minute of a store goes by the clock of the store', async () => {
    const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 10));
    const slots = { ...createMemorySlots(), msUntilNextMinute: () => Promise.resolve(50_001) };
    const takeSlot = createPacer({ clock, rate: 1 }, slots);
    for (let n = 0; n < 2; n += 1) await takeSlot('simple');
    expect(clock.sleeps).toEqual([50_001]);
  });
});
