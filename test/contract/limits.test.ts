import { describe, expect, test } from 'vitest';
import { createMemorySlots } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { scripted, type Step } from '../service/support.js';
import { allCalls, calls, type CallName } from './calls.js';
import { answer, forms, success } from './support.js';

/** 20 s after the start of a clock minute. */
const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const MINUTE_END = 40_000;

/** The limit that each endpoint counts toward (spec, "Limits"). */
const counts: Readonly<Record<CallName, 'simple' | 'realtime' | 'none'>> = {
  quota: 'none',
  cpf: 'simple',
  cnpj: 'simple',
  realtimeCpf: 'realtime',
  submitCpfBatch: 'simple',
  // For this endpoint the spec only limits the pending batches.
  submitCnpjBatch: 'none',
  cpfBatchJob: 'none',
  cnpjBatchJob: 'none',
};
const DEFAULTS = { simple: 30, realtime: 5 } as const;

/** Answers every request with its golden success. */
const anything: Step = (response, request) => {
  const line = `${request.method} ${request.path}`;
  const name = allCalls.find((each) => calls[each].line === line) ?? 'quota';
  success(name)(response, request);
};

const start = (options = {}) => {
  const clock = createFakeClock(NOW);
  return scripted(anything, { clock, ...options });
};

describe('spec, "Limits": requests per minute', () => {
  test.each(allCalls)('%s', async (name) => {
    const group = counts[name];
    const limit = group === 'none' ? 40 : DEFAULTS[group];
    const { client, clock } = await start();
    for (let at = 0; at < limit; at += 1) await calls[name].run(client);
    expect(clock.sleeps).toEqual([]);
    await calls[name].run(client);
    expect(clock.sleeps).toEqual(group === 'none' ? [] : [MINUTE_END]);
  });
  test('simple lookups and submissions of CPFs share one count', async () => {
    const { client, clock } = await start({ rate: 2 });
    for (const name of ['cpf', 'cnpj', 'submitCpfBatch'] as const) await calls[name].run(client);
    expect(clock.sleeps).toEqual([MINUTE_END]);
  });
  test('the two lookup types are counted separately', async () => {
    const { client, clock } = await start({ rate: 1, realtimeRate: 1 });
    for (const name of ['cpf', 'realtimeCpf'] as const) await calls[name].run(client);
    expect(clock.sleeps).toEqual([]);
  });
  test('"Rate limit rules" 1: two clients of one key share the count through the store', async () => {
    const slots = createMemorySlots();
    const first = await start({ rate: 1, slots });
    const second = await start({ rate: 1, slots });
    await calls.cpf.run(first.client);
    await calls.cnpj.run(second.client);
    expect([...first.clock.sleeps, ...second.clock.sleeps]).toEqual([MINUTE_END]);
  });
  test.each([404, 400, 422, 500])('"Rate limit rules" 2: a %i counts', async (status) => {
    const refusal = answer(status, forms.object('Motivo.'));
    const clock = createFakeClock(NOW);
    const { client } = await scripted([refusal, success('cpf')], { clock, rate: 1 });
    await calls.cpf.run(client).catch(() => undefined);
    // The retry after a 500 counts too.
    if (status !== 500) await calls.cpf.run(client);
    expect(clock.sleeps).toEqual(status === 500 ? [1000, MINUTE_END - 1000] : [MINUTE_END]);
  });
  test('"Rate limit rules" 3: the count resets with the clock minute', async () => {
    const { client, clock } = await start({ rate: 2 });
    await calls.cpf.run(client);
    clock.advance(MINUTE_END - 1);
    await calls.cpf.run(client);
    clock.advance(1);
    await calls.cpf.run(client);
    await calls.cpf.run(client);
    expect(clock.sleeps).toEqual([]);
    await calls.cpf.run(client);
    expect(clock.sleeps).toEqual([60_000]);
  });
  test('no request is sent if the minute is used up and the next one starts after the deadline', async () => {
    const { client, server } = await start({ rate: 1, deadline: NOW + MINUTE_END - 1 });
    await calls.cpf.run(client);
    await expect(calls.cnpj.run(client)).rejects.toMatchObject({
      ...{ kind: 'rate_limited', attempts: 0, mayHaveCharged: false },
    });
    expect(server.requests).toHaveLength(1);
  });
});
