import { expect, test } from 'vitest';
import { cnpj, cpf, type Data, one, open } from './support.js';
import { readCpf } from '../../src/identifiers/index.js';
import { company } from '../../src/sandbox/companies.js';
import { person } from '../../src/sandbox/people.js';

type Texts = Readonly<Record<string, string | null>>;
type Company = Texts & { readonly QSA: readonly Texts[] };

const COUNT = 2000;
const companies = Array.from({ length: COUNT }, (_, n) => company(cnpj(n), 1) as Company);
const people = Array.from({ length: COUNT }, (_, n) => person(cpf(n), 1));
test('a record depends only on identifier and seed', () => {
  for (let n = 0; n < 50; n += 1) {
    expect(company(cnpj(n), 1)).toEqual(companies[n]);
    expect(company(cnpj(n), 2)).not.toEqual(companies[n]);
    expect(person(cpf(n), 1)).toEqual(people[n]);
    expect(person(cpf(n), 2)).not.toEqual(people[n]);
  }
});

test('every company and every partner is marked as invented, or hidden', () => {
  for (const { razao_social, email, QSA } of companies) {
    const names = [razao_social, ...QSA.map(({ nome_socio }) => nome_socio)];
    for (const name of names) expect(name).toMatch(/\(FICTÍCIO\)$/);
    expect(email).toMatch(/^$|\.example$/);
  }
});

test('no partner has a full CPF', () => {
  const all = companies.flatMap(({ QSA }) => QSA);
  const individuals = all.filter((item) => item.identificador_socio !== 'Pessoa Jurídica');
  expect(individuals.length).toBeGreaterThan(500);
  for (const { cnpj_cpf_socio } of individuals) expect(cnpj_cpf_socio).toMatch(/^\*{3}\d{6}\*{2}$/);
});

test('people have valid CPFs and birth dates, and both formats and cases that the spec shows', () => {
  for (const { cpf: id, name, nameUpper, day, month, year, birthDate } of people) {
    expect(readCpf(id).valid).toBe(true);
    expect(nameUpper).toBe(name.toLocaleUpperCase('pt-BR'));
    const date = new Date(Date.UTC(year, month - 1, day));
    expect([date.getUTCMonth() + 1, date.getUTCDate()]).toEqual([month, day]);
    expect(birthDate.split('/').map(Number)).toEqual([day, month, year]);
  }
  expect(new Set(people.map(({ cpf: id }) => id.includes('.'))).size).toBe(2);
  expect(new Set(people.map(({ name, nameUpper }) => name === nameUpper)).size).toBe(2);
});

const found = one(cpf, true);

const firm = one(cnpj, true);
test('punctuation is removed and letters become upper case; an unencoded slash is an unknown route', async () => {
  const { get } = await open();
  const [a, b, c] = [firm.slice(0, 2), firm.slice(2, 5), firm.slice(5, 8)];
  const [branch, digits] = [firm.slice(8, 12), firm.slice(12)];
  const encoded = await get(`/cnpj/${a}.${b}.${c}%2F${branch}-${digits}`);
  expect([encoded.status, encoded.body.data.cnpj]).toEqual([200, firm]);
  const raw = await get(`/cnpj/${a}.${b}.${c}/${branch}-${digits}`);
  expect([raw.status, raw.text]).toEqual([404, 'NOT_FOUND']);
  expect(raw.headers.get('content-type')).toMatch(/^text\/plain/);
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
