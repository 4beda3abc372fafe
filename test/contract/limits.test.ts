import { describe, expect, it } from 'vitest';
import { createMemorySlots } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { fail, scripted, type Step } from '../service/support.js';
import { allCalls, calls, success, type CallName } from './calls.js';

/** 20 s after the start of a clock minute. */
const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const MINUTE_END = 40_000;

/** Answers every request with its golden success. */
const anything: Step = (response, request) => {
  const line = `${request.method} ${request.path}`;
  const name = allCalls.find((each) => calls[each].line === line) ?? 'quota';
  success(name)(response, request);
};

async function start(options = {}, steps: Step | readonly Step[] = anything) {
  const clock = createFakeClock(NOW);
  const { client, server } = await scripted(steps, { clock, ...options });
  const call = async (...names: readonly CallName[]) => {
    for (const name of names) await calls[name].run(client);
  };
  return { client, clock, server, call };
}

describe('spec, "Limits": requests per minute', () => {
  it.each([
    [
      'simple lookups, and submissions of CPFs with them',
      { rate: 2 },
      'cpf cnpj submitCpfBatch',
      [MINUTE_END],
    ],
    ['real-time lookups apart', { rate: 1, realtimeRate: 1 }, 'cpf realtimeCpf', []],
    ['30 simple ones without an option', {}, 'cpf '.repeat(30), []],
    ['the 31st', {}, 'cpf '.repeat(31), [MINUTE_END]],
    ['5 real-time ones without an option', {}, 'realtimeCpf '.repeat(5), []],
    ['the 6th', {}, 'realtimeCpf '.repeat(6), [MINUTE_END]],
    // For a submission of CNPJs the spec only limits the pending batches.
    ['nothing else', { rate: 1 }, 'submitCnpjBatch quota cpfBatchJob cnpjBatchJob '.repeat(10), []],
  ])('count %s', async (_, options, names, waits) => {
    const { call, clock } = await start(options);
    await call(...(names.trim().split(' ') as CallName[]));
    expect(clock.sleeps).toEqual(waits);
  });

  it('are shared by two clients of one key through the store ("Rate limit rules" 1)', async () => {
    const slots = createMemorySlots();
    const [first, second] = [await start({ rate: 1, slots }), await start({ rate: 1, slots })];
    await first.call('cpf');
    await second.call('cnpj');
    expect([...first.clock.sleeps, ...second.clock.sleeps]).toEqual([MINUTE_END]);
  });

  it.each([
    [404, 'cpf cpf', [MINUTE_END]],
    [422, 'cpf cpf', [MINUTE_END]],
    // The retry counts, too.
    [500, 'cpf', [1000, MINUTE_END - 1000]],
  ])('count a %i ("Rate limit rules" 2)', async (status, names, waits) => {
    const { call, clock } = await start({ rate: 1 }, [fail(status), success('cpf')]);
    for (const name of names.split(' ') as CallName[]) await call(name).catch(() => undefined);
    expect(clock.sleeps).toEqual(waits);
  });

  it('begin anew with the clock minute ("Rate limit rules" 3)', async () => {
    const { call, clock } = await start({ rate: 2 });
    await call('cpf');
    clock.advance(MINUTE_END - 1);
    await call('cpf');
    clock.advance(1);
    await call('cpf', 'cpf');
    expect(clock.sleeps).toEqual([]);
    await call('cpf');
    expect(clock.sleeps).toEqual([60_000]);
  });

  it('send nothing if the next minute starts after the deadline', async () => {
    const { call, server } = await start({ rate: 1, deadline: NOW + MINUTE_END - 1 });
    await call('cpf');
    const refused = { kind: 'rate_limited', attempts: 0, mayHaveCharged: false };
    await expect(call('cnpj')).rejects.toMatchObject(refused);
    expect(server.requests).toHaveLength(1);
  });

  it('let one of two concurrent requests have the last slot of the minute', async () => {
    const { call, clock } = await start({ rate: 1 });
    await Promise.all([call('cpf'), call('cnpj')]);
    expect(clock.sleeps).toEqual([MINUTE_END]);
  });
});
