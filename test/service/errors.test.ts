import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { CPF, KEY, drop, errorOf, fail, ok, quota, raw, scripted } from './support.js';

it('an error never shows the key nor a CPF, and its cause has nothing of a request', async () => {
  for (const step of [
    fail(418, `chave ${KEY} do CPF 529.982.247-25 e ${CPF}`),
    drop,
    raw(200, 'text/plain', `${KEY} ${CPF}`),
    fail(403, KEY),
  ]) {
    const { client } = await scripted(step);
    const failing = [client.cpf(CPF), client.submitJob('cpf', [CPF])];
    for (const error of await Promise.all(failing.map(errorOf))) {
      expect(error).toBeInstanceOf(ConfereError);
      const shown = JSON.stringify(error) + inspect(error, { depth: 20, showHidden: true });
      expect(shown).not.toMatch(new RegExp(`${KEY}|${CPF}|529\\.982`));
      expect(Object.keys(error.cause ?? {})).toEqual([]);
    }
  }
});

it('a key that is no valid header is sent nowhere and not shown', async () => {
  const { client, server } = await scripted(ok(quota), { apiKey: `${KEY}\nx` });
  const error = await errorOf(client.submitJob('cpf', [CPF]));
  expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
  expect(server.requests).toEqual([]);
});
