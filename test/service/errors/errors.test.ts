import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import { worded } from '../../helpers/sentence.js';
import {
  CNPJ,
  CPF,
  JOB,
  KEY,
  accepted,
  drop,
  errorOf,
  fail,
  ok,
  quota,
  raw,
  scripted,
  type Step,
} from '../support.js';

const shown = (error: unknown): string =>
  JSON.stringify(error) + inspect(error, { depth: 20, showHidden: true });

describe('an unreadable success', () => {
  it.each([
    ['text', raw(202, 'text/plain', 'ok')],
    ['a page', raw(200, 'text/html', '<html>')],
    ['another shape', ok({ id: JOB }, 202)],
    ['no data', raw(202, 'application/json', '{"success":true}')],
    ['nothing', (response) => response.writeHead(204).end()],
    ['an error', raw(200, 'application/json', '{"success":false,"error":"x"}')],
  ] satisfies [string, Step][])('may have charged a submission: %s', async (_, step) => {
    const { client, server } = await scripted(step);
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ code: 'unreadable_answer' });
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
    expect(error.code).toBe('unreadable_answer');
    expect(server.requests).toHaveLength(1);
  });
  it('may have charged a lookup, but not a free request', async () => {
    const { client } = await scripted(ok([]));
    expect(await errorOf(client.cpf(CPF))).toMatchObject({ kind: 'unconfirmed' });
    expect(await errorOf(client.cnpj(CNPJ))).toMatchObject({ kind: 'unconfirmed' });
    expect(await errorOf(client.realtimeCpf(CPF, '1'))).toMatchObject({ kind: 'unconfirmed' });
    expect(await errorOf(client.quota())).toMatchObject({ kind: 'service' });
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject({ kind: 'service' });
  });
});

describe('a 5xx', () => {
  it('that the spec does not describe may have charged, except for a CNPJ lookup and free requests', async () => {
    const posts = await scripted(fail(504));
    expect(await errorOf(posts.client.submitBatch('cnpj', [CNPJ]))).toMatchObject({
      kind: 'unconfirmed',
    });
    expect(await errorOf(posts.client.realtimeCpf(CPF, '1'))).toMatchObject({
      kind: 'unconfirmed',
    });
    const lookup = await errorOf(posts.client.cpf(CPF));
    expect(lookup).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 });
    expect(worded(lookup)).toBe('Falhou.');
    for (const free of [posts.client.cnpj(CNPJ), posts.client.quota()]) {
      expect(await errorOf(free)).toMatchObject({ kind: 'service', mayHaveCharged: false });
    }
  });
  it('names the next step if the service sends no message', async () => {
    const { client } = await scripted(raw(500, 'text/html', '<h1>oops'));
    expect(worded(await errorOf(client.cpf(CPF)))).toMatch(/HTTP 500; try again later/);
    expect(worded(await errorOf(client.submitBatch('cpf', [CPF])))).toMatch(
      /the same lookup without --fresh asks again/,
    );
  });
  it('keeps both code and message of usage_unavailable', async () => {
    const text = '{"success":false,"error":"usage_unavailable","message":"Tente mais tarde."}';
    const { client } = await scripted(raw(503, 'application/json', text));
    expect(await errorOf(client.cpf(CPF))).toMatchObject({
      serviceCode: 'usage_unavailable',
      serviceMessage: 'Tente mais tarde.',
    });
  });
});

describe('what an error shows', () => {
  const echo = fail(418, `chave ${KEY} do CPF 529.982.247-25 e ${CPF}`);
  const code = `{"success":false,"error":{"code":"${KEY}","message":"m"}}`;
  it.each([
    ['an echo', echo],
    ['a code', raw(400, 'application/json', code)],
    ['no answer', drop],
    ['a text', raw(200, 'text/plain', `${KEY} ${CPF}`)],
    ['403', fail(403, KEY)],
    ['404', raw(404, 'text/plain', KEY)],
  ] satisfies [string, Step][])('is never the key nor a CPF: %s', async (_, step) => {
    const { client } = await scripted(step);
    const errors = [
      await errorOf(client.cpf(CPF)),
      await errorOf(client.submitBatch('cpf', [CPF])),
      await errorOf(client.realtimeCpf(CPF, '01/02/1990')),
      await errorOf(client.quota()).catch(() => undefined),
    ];
    for (const error of errors) {
      expect(shown(error)).not.toContain(KEY);
      expect(shown(error)).not.toContain(CPF);
      expect(shown(error)).not.toContain('529.982');
    }
  });
  it('keeps the service message otherwise', async () => {
    const { client } = await scripted(echo);
    const error = await errorOf(client.cpf(CPF));
    expect(worded(error)).toBe('chave *** do CPF ***.982.247-** e ***.982.247-**');
  });
  it('is safe with a key that is not a valid header', async () => {
    const apiKey = `${KEY}\nx`;
    const { client } = await scripted(ok(quota), { apiKey });
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
    expect(shown(error)).not.toContain(KEY);
  });
  it('is a ServiceError with a name, and a cause without secrets', async () => {
    const { client } = await scripted([drop, ok(accepted)]);
    const error = await errorOf(client.cpf(CPF));
    expect(error).toBeInstanceOf(ConfereError);
    expect(error.name).toBe('TransportError');
    expect(error.cause).toBeInstanceOf(Error);
    expect(Object.keys(error.cause as Error)).toEqual([]);
  });
});
