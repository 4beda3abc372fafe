import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { CPF, KEY, drop, errorOf, fail, ok, quota, raw, scripted, type Step } from './support.js';

const shown = (error: unknown): string =>
  JSON.stringify(error) + inspect(error, { depth: 20, showHidden: true });

describe('what an error shows', () => {
  const code = `{"success":false,"error":{"code":"${KEY}","message":"m"}}`;
  it.each<[string, Step]>([
    ['an echo', fail(418, `chave ${KEY} do CPF 529.982.247-25 e ${CPF}`)],
    ['a code', raw(400, 'application/json', code)],
    ['no answer', drop],
    ['a text', raw(200, 'text/plain', `${KEY} ${CPF}`)],
    ['403', fail(403, KEY)],
    ['404', raw(404, 'text/plain', KEY)],
  ])('is never the key nor a CPF: %s', async (_, step) => {
    const { client } = await scripted(step);
    const failing = [
      client.cpf(CPF),
      client.submitJob('cpf', [CPF]),
      client.realtimeCpf(CPF, '01/02/1990'),
      client.quota().then(() => Promise.reject(new Error('no balance'))),
    ];
    for (const error of await Promise.all(failing.map(errorOf)))
      expect(shown(error)).not.toMatch(new RegExp(`${KEY}|${CPF}|529\\.982`));
  });

  it('is safe with a key that is not a valid header', async () => {
    const { client } = await scripted(ok(quota), { apiKey: `${KEY}\nx` });
    const error = await errorOf(client.submitJob('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
    expect(shown(error)).not.toContain(KEY);
  });

  it('has a name, and a cause without secrets', async () => {
    const { client } = await scripted(drop);
    const error = await errorOf(client.cpf(CPF));
    expect(error).toBeInstanceOf(ConfereError);
    expect(error.name).toBe('TransportError');
    expect(error.cause).toBeInstanceOf(Error);
    expect(Object.keys(error.cause as Error)).toEqual([]);
  });
});
