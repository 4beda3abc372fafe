import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRecord } from '../../../src/commands/lookup/card.js';
import { formatPartners } from '../../../src/commands/lookup/table.js';
import { look, widths } from './looks.js';
import type { LookupResult } from '../../../src/lookups/answer.js';
import { runs } from '../../helpers/runs.js';

const NOW = Date.UTC(2026, 0, 8, 1);

const COMPANY = {
  cnpj: '12ABC34501DE35',
  razao_social: 'PADARIA DE TESTE LTDA',
  nome_fantasia: '',
  situacao_cadastral: 'Suspensa',
  data_situacao_cadastral: '2024-05-06',
  matriz_filial: 'Matriz',
  data_inicio_atividade: null,
  cnae_principal: '1091102',
  cnaes_secundarios: ['4712100', '5611203'],
  codigo_natureza_juridica: '2062',
  natureza_juridica: 'Sociedade Empresária Limitada',
  tipo_logradouro: 'Rua',
  logradouro: 'das Invenções',
  numero: '10',
  complemento: '',
  bairro: 'Centro',
  cep: '01000000',
  uf: 'SP',
  municipio: 'São Paulo',
  email: 'contato@teste.exemplo.com.br',
  telefones: [
    { ddd: '11', numero: '30000000', is_fax: false },
    { ddd: '11', numero: '30000001', is_fax: true },
  ],
  capital_social: '1234567,89',
  porte_empresa: 'Demais',
  opcao_simples: 'S',
  data_opcao_simples: '2010-01-01',
  opcao_mei: 'N',
  data_opcao_mei: null,
  QSA: [
    {
      nome_socio: 'JOSÉ INVENTADO DA SILVA',
      cnpj_cpf_socio: '***123456**',
      qualificacao_socio: 'Sócio-Administrador',
      data_entrada_sociedade: '2010-01-01',
      identificador_socio: 'Pessoa Física',
      faixa_etaria: '41 a 50 anos',
    },
    {
      nome_socio: 'PARTICIPAÇÕES DE TESTE S.A.',
      cnpj_cpf_socio: '01234567890107',
      qualificacao_socio: 'Sócio',
      data_entrada_sociedade: null,
      identificador_socio: 'Pessoa Jurídica',
      faixa_etaria: 'Não se aplica',
    },
  ],
};

function found(kind: 'cpf' | 'cnpj', data: Record<string, unknown>): LookupResult {
  const id = kind === 'cpf' ? '52998224725' : '12ABC34501DE35';
  return {
    answer: { input: id, kind, id, status: 'found', source: 'api', data },
    answeredAt: Date.UTC(2026, 0, 5),
  };
}

it('the card of a company fits every width, with every word of every value', () => {
  const data = { ...COMPANY, novo_campo_do_servico: 'uma coisa nova' };
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 160 }), (columns) => {
      const parts = { formatPartners };
      const text = formatRecord(found('cnpj', data), data, look(columns, true), NOW, parts);
      expect(Math.max(...widths(text))).toBeLessThanOrEqual(columns);
      const squeezed = text.replaceAll(/\s/g, '');
      for (const { nome_socio } of COMPANY.QSA)
        for (const word of nome_socio.split(' ')) expect(squeezed).toContain(word);
      for (const part of ['R$1.234.567,89', 'contato@teste.exemplo.com.br', 'umacoisanova'])
        expect(squeezed).toContain(part);
    }),
    { numRuns: runs(100) },
  );
});

it('the line about a record from the ledger fits a narrow terminal', () => {
  const person = { cpf: '529.982.247-25', name: 'Íris Conceição de Teste' };
  const { answer, ...rest } = found('cpf', person);
  const lookup = { answer: { ...answer, source: 'ledger' as const }, ...rest };
  expect(Math.max(...widths(formatRecord(lookup, person, look(40, true), NOW)))).toBeLessThan(40);
});
