import { describe, expect, it } from 'vitest';
import { createPacer } from '../../../src/service/pacer.js';
import { createMemorySlots, type WaitEvent } from '../../../src/service/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { CNPJ, CPF, accepted, errorOf, fail, ok, record, scripted } from '../support.js';

const START = Date.UTC(2026, 0, 5, 12, 0, 10);

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}

describe('createPacer', () => {
  it('allows 30 simple and 5 real-time requests per minute, counted separately', async () => {
    const clock = createFakeClock(START);
    const waits: WaitEvent[] = [];
    const pacer = createPacer({ clock, onWait: (event) => waits.push(event) });
    await times(30, () => pacer.acquire('simple'));
    await times(5, () => pacer.acquire('realtime'));
    expect(waits).toEqual([]);
    await pacer.acquire('simple');
    expect(waits).toEqual([{ reason: 'rate_limit', ms: 50_000 }]);
    await times(29, () => pacer.acquire('simple'));
    await times(5, () => pacer.acquire('realtime'));
    expect(clock.sleeps).toEqual([50_000]);
    await pacer.acquire('realtime');
    expect(clock.sleeps).toEqual([50_000, 60_000]);
  });
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
  it('waits for what the service refused to another process', async () => {
    const clock = createFakeClock(START);
    const waits = [20_000, 300];
    const slots = { ...createMemorySlots(), refusedFor: () => Promise.resolve(waits.shift() ?? 0) };
    const pacer = createPacer({ clock, slots, deadline: START + 30_000 });
    expect(await pacer.acquire('pending')).toBe(0);
    expect(clock.sleeps).toEqual([20_000, 300]);
    waits.push(10_000);
    expect(await pacer.acquire('simple')).toBe(10_000);
  });
  it('refuses a wait past the deadline', async () => {
    const clock = createFakeClock(START);
    const pacer = createPacer({ clock, realtimeRate: 1, deadline: START + 49_999 });
    expect(await pacer.acquire('realtime')).toBe(0);
    expect(await pacer.acquire('realtime')).toBe(50_000);
    expect(clock.sleeps).toEqual([]);
  });
});

describe('a client', () => {
  it('counts both single lookups and the CPF submission together, and nothing else', async () => {
    const { client, clock, server } = await scripted((response, request) => {
      ok(request.method === 'POST' ? accepted : record)(response, request);
    });
    await times(14, () => client.cpf(CPF));
    await times(15, () => client.cnpj(CNPJ));
    await client.submitBatch('cpf', [CPF]);
    await client.submitBatch('cnpj', [CNPJ]);
    await client.realtimeCpf(CPF, '01/02/1990');
    expect(clock.sleeps).toEqual([]);
    await client.cpf(CPF);
    expect(clock.sleeps).toEqual([60_000]);
    expect(server.requests).toHaveLength(33);
  });
  it('counts a retry as a request', async () => {
    const { client, clock } = await scripted([fail(503), ok(record)], { rate: 1 });
    await client.cpf(CPF);
    expect(clock.sleeps).toEqual([1000, 59_000]);
  });
  it('rejects as rate limited, without a request, if the next minute starts after the deadline', async () => {
    const deadline = Date.UTC(2026, 0, 5, 12, 0, 30);
    const { client, server } = await scripted(ok(record), { rate: 1, deadline });
    await client.cpf(CPF);
    const error = await errorOf(client.cnpj(CNPJ));
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect(error).toMatchObject({ kind: 'rate_limited', attempts: 0, mayHaveCharged: false });
    expect(server.requests).toHaveLength(1);
  });
});
