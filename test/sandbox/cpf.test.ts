import { expect, test } from 'vitest';
import { coded, cpf, either, object, one, open, some, type Data } from './support.js';

const found = one(cpf, true);
const missing = one(cpf, false);

test('a found CPF comes with every field of the spec and costs one credit', async () => {
  const { get } = await open();
  const { status, body } = await get(`/cpf/${found}`);
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(Object.keys(body.data).sort()).toEqual(
    ['birthDate', 'cpf', 'day', 'gender', 'month', 'name', 'nameUpper', 'year'].sort(),
  );
  const { day, month, year, birthDate, name, nameUpper } = body.data;
  expect(body.data.cpf).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  expect(name).toContain('(fictício)');
  expect(nameUpper).toBe(name.toUpperCase());
  expect(birthDate.split('/').map(Number)).toEqual([day, month, year]);
  expect((await get('/quota')).body.data.usedCredits).toBe(1);
});

test('a formatted CPF gives the same record, every time', async () => {
  const { get } = await open();
  const bare = await get(`/cpf/${found}`);
  const formatted = await get(`/cpf/${bare.body.data.cpf}`);
  expect(formatted.body).toEqual(bare.body);
});

test('another seed gives another person', async () => {
  const [first, second] = [await open({ seed: 1 }), await open({ seed: 2 })];
  const names = new Set<string>();
  for (const id of some(cpf, true, 5)) {
    for (const { get } of [first, second]) {
      names.add(((await get(`/cpf/${id}`)).body.data as Data | null)?.name ?? id);
    }
  }
  expect(names.size).toBe(10);
});

test('a CPF that is not found costs nothing', async () => {
  const { get } = await open();
  const { status, body } = await get(`/cpf/${missing}`);
  expect(status).toBe(404);
  expect(either('CPF_NOT_FOUND', 'CPF não encontrado na base de dados')).toContainEqual(body);
  expect((await get('/quota')).body.data.usedCredits).toBe(0);
});

test.each([
  '123',
  '123456789012',
  'abc',
  '529.982.247',
  '%E0%A4%A',
  '%20',
  '52998224725%20',
  'bulk',
])('answers 400 to %s', async (value) => {
  const { get } = await open();
  const { status, body } = await get(`/cpf/${value}`);
  expect(status).toBe(400);
  expect(either('INVALID_CPF_FORMAT', 'CPF inválido. Deve conter 11 dígitos.')).toContainEqual(
    body,
  );
});

test.each(['52998224724', '529.982.247-24', '11111111111', '00000000000'])(
  'answers 422 to %s',
  async (value) => {
    const { get } = await open();
    const { status, body } = await get(`/cpf/${value}`);
    expect(status).toBe(422);
    expect(
      either('INVALID_CPF_DIGITS', 'CPF inválido. Dígito verificador incorreto.'),
    ).toContainEqual(body);
  },
);

test('a lookup without balance is a 403, found or not, after validation', async () => {
  const { get } = await open({ credits: 1 });
  expect((await get(`/cpf/${found}`)).status).toBe(200);
  const refused = either('INSUFFICIENT_CREDITS', 'Limite de créditos excedido');
  for (const id of [found, missing]) {
    const { status, body } = await get(`/cpf/${id}`);
    expect(status).toBe(403);
    expect(refused).toContainEqual(body);
  }
  expect((await get('/cpf/123')).status).toBe(400);
});

test('errors have a code or only a message, as the seed decides', async () => {
  const { get } = await open({ rate: 100 });
  const message = 'CPF não encontrado na base de dados';
  const seen = { coded: 0, plain: 0 };
  for (const id of some(cpf, false, 30)) {
    const { body } = await get(`/cpf/${id}`);
    expect((await get(`/cpf/${id}`)).body).toEqual(body);
    if ('code' in (body.error as object)) seen.coded += 1;
    else expect(body).toEqual(object(message));
    if ('code' in (body.error as object)) expect(body).toEqual(coded('CPF_NOT_FOUND', message));
    else seen.plain += 1;
  }
  expect(Math.min(seen.coded, seen.plain)).toBeGreaterThan(2);
});
