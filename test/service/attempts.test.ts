import { describe, expect, it } from 'vitest';
import { type RequestEvent, type WaitEvent, createMemorySlots } from '../../src/service/index.js';
import { errorOf, fail, ok, record, scripted } from './support.js';
import { createPacer } from '../../src/service/pacer.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';

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

const START = Date.UTC(2026, 0, 5, 12, 0, 10);

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}

describe('createPacer', () => {
  it('asks the shared store for the minute and the limit', async () => {
    const asked: unknown[] = [];
    const memory = createMemorySlots();
    const slots = {
      take: (...asking: Parameters<typeof memory.take>) => {
        asked.push(asking);
        return memory.take(...asking);
      },
    };
    await createPacer({ clock: createFakeClock(START), slots, rate: 2 }).acquire('simple');
    expect(asked).toEqual([['simple', Date.UTC(2026, 0, 5, 12, 0, 0), 2]]);
  });
  it('waits for the minute of a store with a clock of its own', async () => {
    const clock = createFakeClock(START);
    const memory = createMemorySlots();
    const slots = { ...memory, untilNext: () => Promise.resolve(50_001) };
    const pacer = createPacer({ clock, slots, rate: 1 });
    await times(2, () => pacer.acquire('simple'));
    expect(clock.sleeps).toEqual([50_001]);
  });
});
