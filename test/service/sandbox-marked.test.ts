import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { json } from '../helpers/http-server.js';
import { fail, ok, quota, record, scripted, type Step } from './support.js';

/** A success as a sandbox sends it. */
const invented =
  (data: unknown): Step =>
  (response) => {
    json(response, 200, { success: true, data }, { 'x-confere-sandbox': '1' });
  };

test('a client calls onSandbox once, before it returns the first answer of a sandbox', async () => {
  const sandbox = await startSandbox({ clock: createFakeClock(), statePath: ':memory:' });
  const told: string[] = [];
  const { client } = await scripted(ok(record), {
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    onSandbox: () => {
      told.push('told');
      return Promise.resolve();
    },
  });
  await client.quota().then(() => told.push('answered'));
  await client.within({}).cpf('99000020085');
  await sandbox.close();
  expect(told).toEqual(['told', 'answered']);
});

test('a client does not call onSandbox for the service, nor for a refusal', async () => {
  let told = 0;
  const onSandbox = () => Promise.resolve(void (told += 1));
  const refused = fail(404, 'CPF não encontrado', { 'x-confere-sandbox': '1' });
  const { client } = await scripted([ok(quota), refused], { onSandbox });
  await client.quota();
  await client.cpf('99000020085').catch(() => undefined);
  expect(told).toBe(0);
});

test('an answer is returned although onSandbox fails, and the next answer calls it again', async () => {
  let told = 0;
  const onSandbox = () => {
    told += 1;
    return told < 3 ? Promise.reject(new Error('locked')) : Promise.resolve();
  };
  const { client } = await scripted(invented(record), { onSandbox });
  for (let n = 0; n < 4; n += 1) expect(await client.cpf(record.cpf)).toEqual(record);
  expect(told).toBe(3);
});
