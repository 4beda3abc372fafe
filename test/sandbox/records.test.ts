import { expect, test } from 'vitest';
import { readCpf } from '../../src/identifiers/index.js';
import { company, CITIES } from '../../src/sandbox/companies.js';
import { person } from '../../src/sandbox/people.js';
import { isKnown } from '../../src/sandbox/registry.js';
import { TRADES } from '../../src/sandbox/firms.js';
import { cnpj, cpf } from './support.js';

interface Company extends Readonly<Record<string, unknown>> {
  readonly razao_social: string;
  readonly cep: string;
  readonly uf: string;
  readonly municipio: string;
  readonly opcao_mei: string;
  readonly email: string;
  readonly telefones: readonly { readonly ddd: string }[];
  readonly data_inicio_atividade: string | null;
  readonly data_situacao_cadastral: string | null;
  readonly cnae_principal: string;
  readonly cnaes_secundarios: readonly string[];
  readonly QSA: readonly {
    readonly nome_socio: string;
    readonly cnpj_cpf_socio: string;
    readonly identificador_socio: string;
    readonly data_entrada_sociedade: string | null;
    readonly faixa_etaria: string;
  }[];
}

const COUNT = 2000;
const companies = Array.from({ length: COUNT }, (_, n) => company(cnpj(n), 1) as Company);
const people = Array.from({ length: COUNT }, (_, n) => person(cpf(n), 1));
/** The number of companies that match. */
const share = (is: (item: Company) => boolean) => companies.filter(is).length / COUNT;

test('a record depends only on identifier and seed', () => {
  for (let n = 0; n < 50; n += 1) {
    expect(company(cnpj(n), 1)).toEqual(companies[n]);
    expect(company(cnpj(n), 2)).not.toEqual(companies[n]);
    expect(person(cpf(n), 1)).toEqual(people[n]);
    expect(person(cpf(n), 2)).not.toEqual(people[n]);
  }
});

test('city, state, area code and postal code match', () => {
  for (const { uf, municipio, cep, telefones } of companies) {
    const city = CITIES.find(([state, name]) => state === uf && name === municipio);
    const [, , ddd, low = 0, high = 0] = city ?? [];
    expect(Number(cep.slice(0, 5))).toBeGreaterThanOrEqual(low);
    expect(Number(cep.slice(0, 5))).toBeLessThanOrEqual(high);
    for (const phone of telefones) expect(phone.ddd).toBe(ddd);
  }
  expect(new Set(CITIES.map(([state]) => state)).size).toBe(27);
  expect(companies.some(({ cep }) => cep.startsWith('0'))).toBe(true);
});

test('every company and every partner is marked as invented, or hidden', () => {
  for (const { razao_social, email, QSA } of companies) {
    const names = [razao_social, ...QSA.map(({ nome_socio }) => nome_socio)];
    for (const name of names) expect(name.endsWith('(FICTÍCIO)')).toBe(true);
    expect(email).toMatch(/^$|\.example$/);
  }
});

test('no partner has a full CPF', () => {
  const all = companies.flatMap(({ QSA }) => QSA);
  const individuals = all.filter((item) => item.identificador_socio !== 'Pessoa Jurídica');
  expect(individuals.length).toBeGreaterThan(500);
  for (const { cnpj_cpf_socio } of individuals) expect(cnpj_cpf_socio).toMatch(/^\*{3}\d{6}\*{2}$/);
});

test('a MEI is small, is in the Simples, and has neither partners nor branches', () => {
  const some = companies.filter(({ opcao_mei }) => opcao_mei === 'S');
  expect(some.length / COUNT).toBeCloseTo(0.25, 1);
  for (const mei of some) {
    expect(mei).toMatchObject({ codigo_natureza_juridica: '2135', opcao_simples: 'S', QSA: [] });
    expect(mei['porte_empresa']).toBe('Microempresa (ME)');
    const root = String(mei['cnpj']).slice(0, 8);
    expect(isKnown(`${root}000299`, 1)).toBe(false);
  }
});

test('a branch shares the company data and has its own address', () => {
  const shared = ['razao_social', 'capital_social', 'porte_empresa', 'natureza_juridica', 'QSA'];
  let elsewhere = 0;
  for (const head of companies.slice(0, 200)) {
    if (head['lgpd_anonimizado'] === true) continue;
    const branch = company(`${String(head['cnpj']).slice(0, 8)}000299`, 1) as Company;
    expect(branch['matriz_filial']).toBe('Filial');
    if (branch['lgpd_anonimizado'] === true) continue;
    for (const field of shared) expect(branch[field]).toEqual(head[field]);
    elsewhere += branch.cep === head.cep ? 0 : 1;
    const [opened, began] = [head.data_inicio_atividade, branch.data_inicio_atividade];
    if (opened !== null && began !== null) expect(began > opened).toBe(true);
  }
  expect(elsewhere).toBeGreaterThan(150);
});

test('dates are valid, and activities are real and distinct', () => {
  const codes = TRADES.map(([, code]) => code as string);
  for (const item of companies) {
    for (const date of [item.data_inicio_atividade, item.data_situacao_cadastral]) {
      if (date !== null) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    }
    const all = [item.cnae_principal, ...item.cnaes_secundarios];
    expect(new Set(all).size).toBe(all.length);
    for (const code of all) expect(codes).toContain(code);
  }
});

test('optional data of the spec occurs in some records but not in all', () => {
  const now: readonly ((item: Company) => boolean)[] = [
    (item) => item['nome_fantasia'] === '',
    (item) => item.email === '',
    (item) => item['opcao_simples'] === '',
    (item) => item.data_inicio_atividade === null,
    (item) => item.data_situacao_cadastral === null,
    (item) => item['lgpd_anonimizado'] === true,
    (item) => item.telefones.length === 0,
    (item) => item.QSA.length === 0,
    (item) => 'cnae_principal_descricao' in item,
    (item) => 'endereco_exterior' in item,
  ];
  for (const is of now) {
    expect(share(is)).toBeGreaterThan(0);
    expect(share(is)).toBeLessThan(0.6);
  }
});

test('people have both formats and cases, sometimes no gender, and valid birth dates', () => {
  const share = (is: (item: (typeof people)[number]) => boolean) =>
    people.filter(is).length / COUNT;
  expect(share(({ cpf: id }) => id.includes('.'))).toBeCloseTo(0.7, 1);
  expect(share(({ name, nameUpper }) => name === nameUpper)).toBeCloseTo(0.2, 1);
  expect(share(({ gender }) => gender === null)).toBeCloseTo(0.03, 1);
  expect(people.some(({ gender }) => gender === null)).toBe(true);
  for (const { cpf: id, name, nameUpper, day, month, year, birthDate } of people) {
    expect(readCpf(id).valid).toBe(true);
    expect(nameUpper).toBe(name.toLocaleUpperCase('pt-BR'));
    const date = new Date(Date.UTC(year, month - 1, day));
    expect([date.getUTCMonth() + 1, date.getUTCDate()]).toEqual([month, day]);
    expect(birthDate.split('/').map(Number)).toEqual([day, month, year]);
  }
  expect(people.some(({ day }) => day > 28)).toBe(true);
});

test('partners were adults when the company opened', () => {
  for (const { QSA } of companies) {
    for (const { data_entrada_sociedade: entered, faixa_etaria: range } of QSA) {
      if (entered === null || !/^\d/.test(range)) continue;
      const age = Number.parseInt(range, 10) - (2025 - Number(entered.slice(0, 4)));
      expect(age).toBeGreaterThanOrEqual(18);
    }
  }
});

test('no company and no branch closes before it opens', () => {
  const branches = companies.map(
    (head) => company(`${String(head['cnpj']).slice(0, 8)}000299`, 1) as Company,
  );
  for (const item of [...companies, ...branches]) {
    const [began, since] = [item.data_inicio_atividade, item.data_situacao_cadastral];
    if (began !== null && since !== null) expect(since >= began).toBe(true);
  }
});

test('no MEI has a trade that is closed to it', () => {
  const closed = ['6201501', '4637102', '4120400', '8630504', '0115600', '6920601'];
  for (const { opcao_mei, cnae_principal, cnaes_secundarios } of companies) {
    const codes = opcao_mei === 'S' ? [cnae_principal, ...cnaes_secundarios] : [];
    for (const code of codes) expect(closed).not.toContain(code);
  }
});
