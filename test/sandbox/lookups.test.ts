import { expect, test } from 'vitest';
import { type Data, cnpj, cpf, one, open } from './support.js';

const found = one(cpf, true);

const company = one(cnpj, true);
test('punctuation is removed and letters become upper case; an unencoded slash is an unknown route', async () => {
  const { get } = await open();
  const [a, b, c] = [company.slice(0, 2), company.slice(2, 5), company.slice(5, 8)];
  const [branch, digits] = [company.slice(8, 12), company.slice(12)];
  const encoded = await get(`/cnpj/${a}.${b}.${c}%2F${branch}-${digits}`);
  expect([encoded.status, encoded.body.data.cnpj]).toEqual([200, company]);
  const raw = await get(`/cnpj/${a}.${b}.${c}/${branch}-${digits}`);
  expect([raw.status, raw.text]).toEqual([404, 'NOT_FOUND']);
  const letters = await get('/cnpj/12abc34501de35');
  expect([200, 404]).toContain(letters.status);
});

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

test('the authority refuses another birth date, which costs nothing', async () => {
  const { get, post } = await open();
  const { status } = await post('/cpf/realtime', { cpf: found, birthDate: '31/12/1901' });
  expect(status).toBe(422);
  const missing = await post('/cpf/realtime', { cpf: one(cpf, false), birthDate: '31/12/1901' });
  expect(missing.status).toBe(422);
  expect((await get('/quota')).body.data.usedCredits).toBe(0);
});
