import { expect, test } from 'vitest';
import { cnpj, object, one, open, some, string } from './support.js';

const found = one(cnpj, true);
const FIELDS =
  `cnpj razao_social nome_fantasia situacao_cadastral data_situacao_cadastral matriz_filial
  data_inicio_atividade cnae_principal cnaes_secundarios codigo_natureza_juridica natureza_juridica
  tipo_logradouro logradouro numero complemento bairro cep uf municipio email telefones capital_social
  porte_empresa opcao_simples opcao_mei data_opcao_simples data_opcao_mei QSA`.split(/\s+/);

test('a found CNPJ comes with every field of the spec and costs one credit', async () => {
  const { get } = await open();
  const { status, body } = await get(`/cnpj/${found}`);
  expect(status).toBe(200);
  expect(Object.keys(body.data)).toEqual(expect.arrayContaining(FIELDS));
  expect(body.data.cnpj).toBe(found);
  expect(body.data.razao_social).toContain('(FICTÍCIO)');
  expect(body.data.cep).toMatch(/^\d{8}$/);
  expect(body.data.capital_social).toMatch(/^\d+,\d\d$/);
  expect((await get('/quota')).body.data.usedCredits).toBe(1);
});

test("partners' CPFs are always masked", async () => {
  const { get } = await open({ rate: 1000 });
  const partners = [];
  for (const id of some(cnpj, true, 40)) partners.push(...(await get(`/cnpj/${id}`)).body.data.QSA);
  const people = partners.filter((item) => item.identificador_socio !== 'Pessoa Jurídica');
  expect(people.length).toBeGreaterThan(10);
  for (const { cnpj_cpf_socio } of people) expect(cnpj_cpf_socio).toMatch(/^\*{3}\d{6}\*{2}$/);
});

test('punctuation is removed and letters become upper case; an unencoded slash is an unknown route', async () => {
  const { get } = await open();
  const [a, b, c] = [found.slice(0, 2), found.slice(2, 5), found.slice(5, 8)];
  const [branch, digits] = [found.slice(8, 12), found.slice(12)];
  const encoded = await get(`/cnpj/${a}.${b}.${c}%2F${branch}-${digits}`);
  expect([encoded.status, encoded.body.data.cnpj]).toEqual([200, found]);
  const raw = await get(`/cnpj/${a}.${b}.${c}/${branch}-${digits}`);
  expect([raw.status, raw.text]).toEqual([404, 'NOT_FOUND']);
  const letters = await get('/cnpj/12abc34501de35');
  expect([200, 404]).toContain(letters.status);
});

test.each(['123', '11222333000182', '00000000000000', '12ABC34501DE36'])(
  'answers 400 to %s',
  async (value) => {
    const { get } = await open();
    const { status, body } = await get(`/cnpj/${value}`);
    expect(status).toBe(400);
    expect(body).toEqual(object('CNPJ inválido. Formato ou dígito verificador incorreto.'));
  },
);

test('a CNPJ that is not found gives an error as object or as string, and costs nothing', async () => {
  const { get } = await open({ rate: 100 });
  const message = 'CNPJ não encontrado na base de dados';
  const forms = new Set<string>();
  for (const id of some(cnpj, false, 20)) {
    const { status, body } = await get(`/cnpj/${id}`);
    expect(status).toBe(404);
    expect([object(message), string(message)]).toContainEqual(body);
    forms.add(typeof body.error);
  }
  expect([...forms].sort()).toEqual(['object', 'string']);
  expect((await get('/quota')).body.data.usedCredits).toBe(0);
});

test('a lookup without credits is a 403, usually in the string form', async () => {
  const { get } = await open({ credits: 0, rate: 100 });
  const message = 'Limite de créditos excedido';
  const forms = [];
  for (const id of some(cnpj, true, 30)) {
    const { status, body } = await get(`/cnpj/${id}`);
    expect(status).toBe(403);
    expect([object(message), string(message)]).toContainEqual(body);
    forms.push(typeof body.error);
  }
  const strings = forms.filter((form) => form === 'string').length;
  expect(strings).toBeGreaterThan(15);
  expect(strings).toBeLessThan(30);
});
