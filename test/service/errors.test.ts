import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import {
  CPF,
  KEY,
  type Step,
  accepted,
  drop,
  errorOf,
  fail,
  ok,
  quota,
  raw,
  scripted,
} from './support.js';

const shown = (error: unknown): string =>
  JSON.stringify(error) + inspect(error, { depth: 20, showHidden: true });

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
  ] satisfies [string, Step][])(
    'an error shows neither the key nor a CPF after %s',
    async (_, step) => {
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
    },
  );
  it('an error does not show a key that is no valid header', async () => {
    const apiKey = `${KEY}\nx`;
    const { client } = await scripted(ok(quota), { apiKey });
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
    expect(shown(error)).not.toContain(KEY);
  });
  it('an error is a ServiceError with a name, and with a cause without secrets', async () => {
    const { client } = await scripted([drop, ok(accepted)]);
    const error = await errorOf(client.cpf(CPF));
    expect(error).toBeInstanceOf(ConfereError);
    expect(error.name).toBe('TransportError');
    expect(error.cause).toBeInstanceOf(Error);
    expect(Object.keys(error.cause as Error)).toEqual([]);
  });
});
