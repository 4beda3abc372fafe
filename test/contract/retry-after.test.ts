import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { worded } from '../helpers/sentence.js';
import { ok, scripted } from '../service/support.js';
import { allCalls, calls } from './calls.js';
import { allForms, answer, ends, expectEnd, forms, success, times } from './support.js';

/** 20 s after the start of a clock minute; the count resets 40 s later (spec, "Rate limit rules" 3). */
const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const MINUTE_END = 40_000;
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
