import { describe, expect, test } from 'vitest';
import { KEY, scripted } from '../../service/support.js';
import { worded } from '../../helpers/sentence.js';
import { allCalls, calls } from '../calls.js';
import { answer, ends, expectEnd, forms, success } from '../support.js';

describe('spec, "Authentication" 1', () => {
  test.each(allCalls)('%s sends the key in x-api-key and nowhere else', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const { headers, ...rest } = server.requests[0] ?? {};
    expect(headers?.['x-api-key']).toBe(KEY);
    expect(JSON.stringify([rest, { ...headers, 'x-api-key': '' }])).not.toContain(KEY);
  });
  test.each(allCalls)('%s accepts JSON, and declares the JSON that it sends', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const request = server.requests[0];
    expect(request?.headers.accept).toBe('application/json');
    const sends = request?.method === 'POST';
    expect(request?.headers['content-type']).toBe(sends ? 'application/json' : undefined);
    expect(request?.body === '').toBe(!sends);
  });
});

describe('spec, "Authentication" 2 and 3: a refusal is not retried', () => {
  test.each([
    [401, 'API Key não fornecida'],
    [401, 'API Key inválida'],
    [401, 'API Key inativa'],
    [403, 'Usuário inativo. Entre em contato com o suporte.'],
    [403, 'Conta bloqueada. Entre em contato com o suporte.'],
  ])('%i %s', async (status, message) => {
    for (const name of allCalls) {
      const error = await expectEnd(name, answer(status, forms.string(message)), ends.keyRefused);
      expect(worded(error)).toBe(message);
    }
  });
  test('reads 403 SUSPENDED_API_KEY as a suspended key if GET /quota is refused, too', async () => {
    const error = { code: 'SUSPENDED_API_KEY', message: 'API Key suspensa' };
    const refusal = answer(403, { success: false, data: null, error });
    const refused = await expectEnd('cpf', refusal, ends.keyRefused);
    expect([worded(refused), refused.serviceCode]).toEqual([error.message, error.code]);
  });
});
