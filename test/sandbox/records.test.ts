import { expect, test } from 'vitest';
import { readCpf } from '../../src/identifiers/index.js';
import { company } from '../../src/sandbox/companies.js';
import { person } from '../../src/sandbox/people.js';
import { cnpj, cpf } from './support.js';

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
