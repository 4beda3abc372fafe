import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';

/** The records' fields in the order and the spelling of the spec ("Resources and their fields"). */
const fields: Readonly<Record<IdentifierKind, readonly string[]>> = {
  cpf: ['cpf', 'name', 'nameUpper', 'gender', 'birthDate', 'day', 'month', 'year'],
  cnpj: [
    'cnpj',
    'razao_social',
    'nome_fantasia',
    'situacao_cadastral',
    'data_situacao_cadastral',
    'matriz_filial',
    'data_inicio_atividade',
    'cnae_principal',
    'cnaes_secundarios',
    'codigo_natureza_juridica',
    'natureza_juridica',
    'tipo_logradouro',
    'logradouro',
    'numero',
    'complemento',
    'bairro',
    'cep',
    'uf',
    'municipio',
    'email',
    'telefones',
    'capital_social',
    'porte_empresa',
    'opcao_simples',
    'data_opcao_simples',
    'opcao_mei',
    'data_opcao_mei',
    'QSA',
    'lgpd_anonimizado',
  ],
};

/** The fields within the records' objects (spec, "CNPJ record"). */
export const fieldsWithin: Readonly<Record<string, readonly string[]>> = {
  telefones: ['ddd', 'numero', 'is_fax'],
  QSA: [
    'nome_socio',
    'cnpj_cpf_socio',
    'qualificacao_socio',
    'data_entrada_sociedade',
    'identificador_socio',
    'faixa_etaria',
  ],
};

/** The columns with the outcome of a row. */
export const stateColumns = [
  'lookup_status',
  'lookup_reason',
  'lookup_source',
  'lookup_fetched_at',
] as const;

/** The record's fields in the order of the spec. */
export function recordFields(kind: ColumnKind): readonly string[] {
  return kind === 'both' ? [...fields.cpf, ...fields.cnpj] : fields[kind];
}

/** The columns that an export adds, in order. */
export function lookupColumns(kind: IdentifierKind): string[] {
  return [...stateColumns, ...fields[kind].map((field) => `lookup_${field}`)];
}
