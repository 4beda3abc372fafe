import { describe, expect, test } from 'vitest';
import { createMemorySlots } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { scripted, type Step, ok } from '../service/support.js';
import { allCalls, calls, type CallName } from './calls.js';
import { answer, forms, success, allForms, ends, expectEnd, times } from './support.js';
import { worded } from '../helpers/sentence.js';

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
      kind: 'rate_limited',
      attempts: 0,
      mayHaveCharged: false,
    });
    expect(server.requests).toHaveLength(1);
  });
});

const LIMIT = 'Limite de requisições por minuto excedido. Tente novamente em 7 segundos.';

const limited = (retryAfter?: string, message = LIMIT) =>
  answer(429, forms.object(message), retryAfter === undefined ? {} : { 'retry-after': retryAfter });

describe('spec, "Retry rules": a 429 is retried with the same request after Retry-After seconds', () => {
  test.each(times(allCalls, allForms))('%s, as %s', async (name, form) => {
    const refusal = answer(429, forms[form](LIMIT), { 'retry-after': '7' });
    const { client, clock, server } = await scripted([refusal, refusal, success(name)]);
    await calls[name].run(client);
    expect(clock.sleeps).toEqual([7000, 7000]);
    expect(new Set(server.requests.map(({ path, body }) => path + body)).size).toBe(1);
    expect(server.requests).toHaveLength(3);
  });
  test('a 429 is retried without limit and does not count as one of the three retries', async () => {
    const steps = [limited('1'), limited('1'), limited('1'), limited('1'), limited('1')];
    const failing = answer(503, forms.object('Motivo.'));
    const { client, clock } = await scripted([...steps, failing, failing, success('cpf')]);
    await calls.cpf.run(client);
    expect(clock.sleeps).toEqual([1000, 1000, 1000, 2000, 4000, 1000, 2000]);
  });
});

describe('a Retry-After', () => {
  test.each([
    ['seconds', '1000000000'],
    ['more seconds than a number holds', '9'.repeat(400)],
    ['a date', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('with an absurd wait in %s is an error at once', async (_, header) => {
    await expectEnd('submitCnpjBatch', limited(header), ends.rateLimited);
  });
  test('past the deadline is an error at once, and up to the deadline a wait', async () => {
    const deadline = NOW + 7000;
    const late = { clock: createFakeClock(NOW), deadline };
    const error = await expectEnd('cpf', limited('8'), ends.rateLimited, late);
    expect([worded(error), error.httpStatus]).toEqual([LIMIT, 429]);
    const clock = createFakeClock(NOW);
    const { client } = await scripted([limited('7'), success('cpf')], { clock, deadline });
    await calls.cpf.run(client);
    expect(clock.sleeps).toEqual([7000]);
  });
});

describe('two concurrent requests', () => {
  test('both wait and are retried once each', async () => {
    const clock = createFakeClock(NOW);
    const { client, server } = await scripted(
      (response, request) => {
        const seen = server.requests.filter(({ path }) => path === request.path).length;
        if (seen === 1) limited('7')(response, request);
        else
          ok(request.path.startsWith('/cpf') ? calls.cpf.data : calls.cnpj.data)(response, request);
      },
      { clock },
    );
    const answers = await Promise.all([calls.cpf.run(client), calls.cnpj.run(client)]);
    expect(answers).toEqual([calls.cpf.data, calls.cnpj.data]);
    expect(clock.sleeps).toEqual([7000, 7000]);
    expect(server.requests).toHaveLength(4);
  });
  test('share the last slot of the minute: one is sent now, the other in the next minute', async () => {
    const clock = createFakeClock(NOW);
    const { client } = await scripted(ok(calls.cpf.data), { clock, rate: 1 });
    await Promise.all([calls.cpf.run(client), calls.cnpj.run(client)]);
    expect(clock.sleeps).toEqual([MINUTE_END]);
  });
});
