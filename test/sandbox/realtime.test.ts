import { expect, test } from 'vitest';
import { cpf, object, one, open, type Data } from './support.js';

const found = one(cpf, true);

async function birthDate(get: (path: string) => Promise<{ body: { data: Data } }>) {
  return (await get(`/cpf/${found}`)).body.data.birthDate;
}

test('the right birth date in either form gives the record for 1.5 credits', async () => {
  const { get, post } = await open();
  const date = await birthDate(get);
  for (const text of [date, date.replaceAll('/', '')]) {
    const { status, body } = await post('/cpf/realtime', { cpf: found, birthDate: text });
    expect(status).toBe(200);
    expect(body.data.birthDate).toBe(date);
  }
  const { usedCredits, remainingCredits } = (await get('/quota')).body.data;
  expect(usedCredits).toBe(4);
  expect(remainingCredits).toBe(999_996);
});

test('quota rounds a fractional balance down', async () => {
  const { get, post } = await open({ credits: 4 });
  await post('/cpf/realtime', { cpf: found, birthDate: await birthDate(get) });
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 2.5, remainingCredits: 1 });
});

test('a balance of 1 allows a simple lookup but no real-time lookup', async () => {
  const { get, post } = await open({ credits: 2 });
  const date = await birthDate(get);
  const { status, body } = await post('/cpf/realtime', { cpf: found, birthDate: date });
  expect([status, body]).toEqual([403, object('Limite de créditos excedido')]);
  expect((await get(`/cpf/${found}`)).status).toBe(200);
});

test('the authority refuses another birth date, which costs nothing', async () => {
  const { get, post } = await open();
  const { status } = await post('/cpf/realtime', { cpf: found, birthDate: '31/12/1901' });
  expect(status).toBe(422);
  const missing = await post('/cpf/realtime', { cpf: one(cpf, false), birthDate: '31/12/1901' });
  expect(missing.status).toBe(422);
  expect((await get('/quota')).body.data.usedCredits).toBe(0);
});

const badDate = 'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY';
test.each([
  [{ cpf: found }, 400, badDate],
  [{ cpf: found, birthDate: '1990-01-01' }, 400, badDate],
  [{ cpf: found, birthDate: '30/02/1990' }, 400, badDate],
  [{ cpf: found, birthDate: 1011990 }, 400, badDate],
  [{ cpf: '123', birthDate: '01/01/1990' }, 400, 'CPF inválido. Deve conter 11 dígitos.'],
  [
    { cpf: '52998224724', birthDate: '01/01/1990' },
    422,
    'CPF inválido. Dígito verificador incorreto.',
  ],
  ['not json', 400, 'CPF inválido. Deve conter 11 dígitos.'],
])('%j gives %i', async (body, status, message) => {
  const { post } = await open();
  const answer = await post('/cpf/realtime', body);
  expect([answer.status, answer.body]).toEqual([status, object(message)]);
});
