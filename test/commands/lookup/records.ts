import type { Lookup } from '../../../src/lookups/answer.js';

/** Invented records in the shape of the spec's ("Resources and their fields"). */
export const PERSON = {
  cpf: '529.982.247-25',
  name: 'Íris Conceição de Teste',
  nameUpper: 'ÍRIS CONCEIÇÃO DE TESTE',
  gender: 'F',
  birthDate: '02/03/1980',
  day: 2,
  month: 3,
  year: 1980,
};

export const COMPANY = {
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

export function found(kind: 'cpf' | 'cnpj', data: Record<string, unknown>): Lookup {
  const id = kind === 'cpf' ? '52998224725' : '12ABC34501DE35';
  return {
    answer: { input: id, kind, id, status: 'found', source: 'api', data },
    answeredAt: Date.UTC(2026, 0, 5),
  };
}
