import { expect, it } from 'vitest';
import { answer, CPF, fail, ok, quota, record, scripted } from './support.js';

const MARK = { 'x-confere-sandbox': '1' };

/** A success as a sandbox sends it. */
const invented = answer(200, { success: true, data: record }, MARK);

it('a sandbox is told of once, before its first answer is returned', async () => {
  const told: string[] = [];
  const onSandbox = () => Promise.resolve(void told.push('told'));
  const { client } = await scripted(invented, { onSandbox });
  await client.cpf(CPF).then(() => told.push('answered'));
  await client.withBounds({}).cpf(CPF);
  expect(told).toEqual(['told', 'answered']);
});

it('neither the service nor a refusal is told of as a sandbox', async () => {
  let told = 0;
  const onSandbox = () => Promise.resolve(void (told += 1));
  const refused = fail(404, 'CPF não encontrado', MARK);
  const { client } = await scripted([ok(quota), refused], { onSandbox });
  await client.quota();
  await client.cpf(CPF).catch(() => undefined);
  expect(told).toBe(0);
});

it('a sandbox that cannot be written down costs no answer, and the next answer tells of it again', async () => {
  let told = 0;
  const onSandbox = () => {
    told += 1;
    return told < 3 ? Promise.reject(new Error('locked')) : Promise.resolve();
  };
  const { client } = await scripted(invented, { onSandbox });
  for (let n = 0; n < 4; n += 1) expect(await client.cpf(CPF)).toEqual(record);
  expect(told).toBe(3);
});
