import { expect, test } from 'vitest';
import { makeCompany } from '../../src/sandbox/companies.js';
import { makePerson } from '../../src/sandbox/people.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, one, open } from './support.js';

type Texts = Readonly<Record<string, string | null>>;
type Company = Texts & { readonly QSA: readonly Texts[] };

const COUNT = 2000;
const companies = Array.from({ length: COUNT }, (_, n) => makeCompany(cnpj(n), 1) as Company);
const people = Array.from({ length: COUNT }, (_, n) => makePerson(cpf(n), 1));

test('a record depends only on identifier and seed', () => {
  for (let n = 0; n < 50; n += 1) {
    expect(makeCompany(cnpj(n), 1)).toEqual(companies[n]);
    expect(makeCompany(cnpj(n), 2)).not.toEqual(companies[n]);
    expect(makePerson(cpf(n), 1)).toEqual(people[n]);
    expect(makePerson(cpf(n), 2)).not.toEqual(people[n]);
  }
});

test('every company and every partner is marked as invented, and no partner has a full CPF', () => {
  const partners = companies.flatMap(({ QSA }) => QSA);
  const names = companies.map(({ razao_social }) => razao_social);
  for (const name of [...names, ...partners.map(({ nome_socio }) => nome_socio)])
    expect(name).toMatch(/\(FICTÍCIO\)$/);
  for (const { email } of companies) expect(email).toMatch(/^$|\.example$/);
  const individuals = partners.filter((one) => one.identificador_socio !== 'Pessoa Jurídica');
  expect(individuals.length).toBeGreaterThan(500);
  for (const { cnpj_cpf_socio } of individuals) expect(cnpj_cpf_socio).toMatch(/^\*{3}\d{6}\*{2}$/);
});

test('the right birth date in either form gives the record for 1.5 credits', async () => {
  const { get, post } = await open();
  const found = one(cpf, true);
  const { birthDate } = (await get(`/cpf/${found}`)).body.data;
  for (const text of [birthDate, birthDate.replaceAll('/', '')]) {
    const { status, body } = await post('/cpf/realtime', { cpf: found, birthDate: text });
    expect([status, body.data.birthDate]).toEqual([200, birthDate]);
  }
  expect((await get('/quota')).body.data).toMatchObject({
    usedCredits: 4,
    remainingCredits: 999_996,
  });
});

test('items of a job have the values of the single lookup, or none if not found, in another order', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock });
  const ids = Array.from({ length: 60 }, (_, n) => cpf(n));
  const companies = [one(cnpj, true), one(cnpj, false)];
  const ofPeople = (await post('/cpf/bulk', { cpfs: ids })).body.data;
  const ofCompanies = (await post('/cnpj/bulk', { cnpjs: companies })).body.data;
  clock.advance(1000);
  const { cpfs, found } = (await get(`/cpf/bulk/${ofPeople.jobId}`)).body.data;
  const listed = cpfs.map((item) => item.cpf);
  expect(listed).not.toEqual(ids);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect(cpfs.filter((item) => item.found)).toHaveLength(found);
  const id = one(cpf, true);
  const single = (await get(`/cpf/${id}`)).body.data;
  expect(cpfs).toContainEqual({ ...single, cpf: id, found: true });
  const { cnpjs } = (await get(`/cnpj/bulk/${ofCompanies.jobId}`)).body.data;
  const data = (await get(`/cnpj/${companies[0] ?? ''}`)).body.data;
  expect(cnpjs.toSorted((a) => ('found' in a && a.found === true ? -1 : 1))).toEqual([
    { cnpj: companies[0], found: true, data },
    { cnpj: companies[1], found: false, data: null },
  ]);
});
