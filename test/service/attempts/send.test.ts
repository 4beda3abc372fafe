import { describe, expect, it } from 'vitest';
import { type RequestEvent, type WaitEvent } from '../../../src/service/index.js';
import { worded } from '../../helpers/sentence.js';
import {
  CPF,
  CNPJ,
  JOB,
  accepted,
  drop,
  errorOf,
  fail,
  job,
  ok,
  quota,
  record,
  scripted,
} from '../support.js';

describe('send', () => {
  it('retries a GET after 500, 502 and 503, and returns its answer', async () => {
    const { client, clock, server } = await scripted([fail(500), fail(502), fail(503), ok(record)]);
    expect(await client.cpf(CPF)).toEqual(record);
    expect(clock.sleeps).toEqual([1000, 2000, 4000]);
    expect(server.requests).toHaveLength(4);
  });
  it('gives up a GET after three retries, without a possible charge', async () => {
    const { client, server } = await scripted(fail(503, 'Falha ao registrar validação'));
    const error = await errorOf(client.cpf(CPF));
    expect(error).toMatchObject({ code: 'service_failed' });
    expect(error).toMatchObject({ kind: 'service', httpStatus: 503, attempts: 4 });
    expect(worded(error)).toBe('Falha ao registrar validação');
    expect(server.requests).toHaveLength(4);
  });
  it('waits for repeated 429s up to the longest wait, here half an hour', async () => {
    const tooMany = fail(429, 'Limite excedido.', { 'retry-after': '60' });
    const { client, clock } = await scripted(tooMany, { longestWait: 30 * 60_000 });
    const error = await errorOf(client.quota());
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect(clock.sleeps).toEqual(Array(30).fill(60_000));
  });
  it('retries a 503 of a CNPJ lookup after longer waits', async () => {
    const { client, clock } = await scripted([fail(503), fail(503), fail(503), ok({ cnpj: CNPJ })]);
    await client.cnpj(CNPJ);
    expect(clock.sleeps).toEqual([2000, 4000, 8000]);
  });
  it.each(['cpf', 'cnpj'] as const)('does not retry a 500 of a %s submission', async (kind) => {
    const { client, clock, server } = await scripted(fail(500, 'Falha ao criar lote.'));
    const error = await errorOf(client.submitBatch(kind, [CPF]));
    expect(server.requests).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, httpStatus: 500 });
  });
  it.each(['cpf', 'cnpj'] as const)('retries a 502 and a 503 of a %s submission', async (kind) => {
    const { client, clock, server } = await scripted([fail(502), fail(503), ok(accepted, 202)]);
    expect(await client.submitBatch(kind, [CPF])).toMatchObject({ jobId: JOB });
    expect(clock.sleeps).toEqual([2000, 4000]);
    expect(server.requests).toHaveLength(3);
  });
  it('reports no possible charge if every attempt ended with 502', async () => {
    const { client } = await scripted(fail(502));
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'service', mayHaveCharged: false, attempts: 4 });
  });
  it('retries a 404 of a batch status once', async () => {
    const { client, clock, server } = await scripted([fail(404), ok(job)]);
    expect(await client.batchJob('cpf', JOB)).toMatchObject({ status: 'done' });
    expect(clock.sleeps).toEqual([1000]);
    expect(server.requests).toHaveLength(2);
  });
  it('retries a free GET whose connection dropped', async () => {
    const { client, clock } = await scripted([drop, drop, ok(quota)]);
    expect(await client.quota()).toEqual(quota);
    expect(clock.sleeps).toEqual([1000, 2000]);
  });
});

describe('a 429', () => {
  it('is retried with the same request', async () => {
    const limited = fail(429, 'Limite', { 'retry-after': '3' });
    const { client, clock, server } = await scripted([limited, limited, ok(accepted, 202)]);
    await client.submitBatch('cnpj', [CNPJ], { fileName: 'f' });
    expect(clock.sleeps).toEqual([3000, 3000]);
    expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(server.requests[2]?.body ?? '')).toEqual({ cnpjs: [CNPJ], fileName: 'f' });
  });
  it('without Retry-After is retried in the next clock minute', async () => {
    const { client, clock } = await scripted([fail(429), ok(quota)]);
    clock.advance(15_000);
    await client.quota();
    expect(clock.sleeps).toEqual([45_000]);
  });
  it('with a wait past the deadline, or an absurd one, is an error at once', async () => {
    const limited = fail(429, 'Limite', { 'retry-after': '99999999999' });
    const plain = await scripted(limited);
    expect(await errorOf(plain.client.quota())).toMatchObject({ code: 'rate_limited' });
    const timed = await scripted(fail(429), { deadline: Date.UTC(2026, 0, 5, 12, 0, 30) });
    const error = await errorOf(timed.client.cpf(CPF));
    expect(error).toMatchObject({ kind: 'rate_limited', httpStatus: 429, mayHaveCharged: false });
    expect([...plain.clock.sleeps, ...timed.clock.sleeps]).toEqual([]);
  });
});

describe('a backoff past the deadline', () => {
  it('rejects with the failure itself, not as rate limited', async () => {
    const deadline = Date.UTC(2026, 0, 5, 12, 0, 2);
    const { client, clock } = await scripted(fail(503), { deadline });
    expect(await errorOf(client.quota())).toMatchObject({ kind: 'service', attempts: 2 });
    expect(clock.sleeps).toEqual([1000]);
  });
});

describe('events', () => {
  it('report every request and wait, without a full CPF', async () => {
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
});
