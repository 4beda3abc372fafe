import { ACTIVITY_NAME, MATCH_PREFIX, recordFields, stateColumns } from './fields.js';

/** The sets of names of columns, and of words for codes in their cells: the service's, and one for each language. */
export const labelSets = ['service', 'pt-BR', 'en'] as const;

export type LabelSet = (typeof labelSets)[number];

/** The words of a result for people; a code that has no word is shown as it is. */
interface Labels {
  /** The headings of `stateColumns`. */
  readonly state: Readonly<Record<(typeof stateColumns)[number], string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The text after the name of each field, so that no column of the user has the same name. */
  readonly suffix: string;
  readonly statuses: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly verdicts: Readonly<Record<string, string>>;
  /** The text before the name of a compared field, in the heading of its verdict. */
  readonly match: string;
}

/**
 * The words of both languages stand here and not among the messages, because confere recognizes a result in either
 * language, also if the user reads the other one.
 */
const languages: Readonly<Record<Exclude<LabelSet, 'service'>, Labels>> = {
  en: {
    state: {
      lookup_status: 'Lookup status',
      lookup_reason: 'Lookup reason',
      lookup_source: 'Lookup source',
      lookup_fetched_at: 'Lookup date',
    },
    suffix: ' (lookup)',
    fields: {
      cpf: 'CPF',
      name: 'Name',
      nameUpper: 'Name in capitals',
      gender: 'Sex',
      birthDate: 'Date of birth',
      day: 'Day of birth',
      month: 'Month of birth',
      year: 'Year of birth',
      cnpj: 'CNPJ',
      razao_social: 'Company name',
      nome_fantasia: 'Trade name',
      situacao_cadastral: 'Registration status',
      data_situacao_cadastral: 'Registration status since',
      matriz_filial: 'Head office or branch',
      data_inicio_atividade: 'Opening date',
      cnae_principal: 'Main activity (CNAE)',
      [ACTIVITY_NAME]: 'Main activity',
      cnaes_secundarios: 'Other activities (CNAE)',
      codigo_natureza_juridica: 'Legal nature code',
      natureza_juridica: 'Legal nature',
      tipo_logradouro: 'Street type',
      logradouro: 'Street',
      numero: 'Number',
      complemento: 'Address complement',
      bairro: 'District',
      cep: 'Postal code (CEP)',
      uf: 'State (UF)',
      municipio: 'City',
      email: 'E-mail',
      telefones: 'Phones',
      capital_social: 'Share capital',
      porte_empresa: 'Size',
      opcao_simples: 'Simples',
      data_opcao_simples: 'Simples since',
      opcao_mei: 'MEI',
      data_opcao_mei: 'MEI since',
      QSA: 'Partners and managers (QSA)',
      lgpd_anonimizado: 'Anonymized (LGPD)',
    },
    statuses: {
      found: 'Found',
      not_found: 'Not found',
      invalid: 'Invalid',
      skipped: 'Skipped',
      failed: 'Failed',
      pending: 'Not answered yet',
      unconfirmed: 'Unconfirmed',
    },
    reasons: {
      empty: 'Empty',
      format: 'Wrong format',
      check_digit: 'Check digits',
      repeated: 'Repeated digit',
      ambiguous: 'Ambiguous',
      spreadsheet_number: 'Rounded number',
      cpf_in_cnpj_column: 'CPF among CNPJs',
      cnpj_root: 'Start of a CNPJ',
      rejected_by_service: 'Service refused it',
      erased: 'Erased',
      abandoned: 'Abandoned',
    },
    sources: { api: 'Service', ledger: 'Local ledger', sandbox: 'Sandbox' },
    verdicts: { equal: 'Equal', similar: 'Similar', different: 'Different' },
    match: 'Match: ',
  },
  'pt-BR': {
    state: {
      lookup_status: 'Situação da consulta',
      lookup_reason: 'Motivo da consulta',
      lookup_source: 'Origem da consulta',
      lookup_fetched_at: 'Data da consulta',
    },
    suffix: ' (consulta)',
    fields: {
      cpf: 'CPF',
      name: 'Nome',
      nameUpper: 'Nome em maiúsculas',
      gender: 'Sexo',
      birthDate: 'Data de nascimento',
      day: 'Dia de nascimento',
      month: 'Mês de nascimento',
      year: 'Ano de nascimento',
      cnpj: 'CNPJ',
      razao_social: 'Razão social',
      nome_fantasia: 'Nome fantasia',
      situacao_cadastral: 'Situação cadastral',
      data_situacao_cadastral: 'Data da situação cadastral',
      matriz_filial: 'Matriz ou filial',
      data_inicio_atividade: 'Início da atividade',
      cnae_principal: 'Atividade principal (CNAE)',
      [ACTIVITY_NAME]: 'Atividade principal',
      cnaes_secundarios: 'Outras atividades (CNAE)',
      codigo_natureza_juridica: 'Código da natureza jurídica',
      natureza_juridica: 'Natureza jurídica',
      tipo_logradouro: 'Tipo de logradouro',
      logradouro: 'Logradouro',
      numero: 'Número',
      complemento: 'Complemento',
      bairro: 'Bairro',
      cep: 'CEP',
      uf: 'UF',
      municipio: 'Município',
      email: 'E-mail',
      telefones: 'Telefones',
      capital_social: 'Capital social',
      porte_empresa: 'Porte',
      opcao_simples: 'Simples',
      data_opcao_simples: 'Data da opção pelo Simples',
      opcao_mei: 'MEI',
      data_opcao_mei: 'Data da opção pelo MEI',
      QSA: 'Sócios e administradores (QSA)',
      lgpd_anonimizado: 'Anonimizado (LGPD)',
    },
    statuses: {
      found: 'Encontrado',
      not_found: 'Não encontrado',
      invalid: 'Inválido',
      skipped: 'Sem saldo',
      failed: 'Com falha',
      pending: 'Em aberto',
      unconfirmed: 'Sem confirmação',
    },
    reasons: {
      empty: 'Vazia',
      format: 'Formato',
      check_digit: 'Dígito verificador',
      repeated: 'Dígito repetido',
      ambiguous: 'Ambígua',
      spreadsheet_number: 'Número arredondado',
      cpf_in_cnpj_column: 'CPF entre CNPJs',
      cnpj_root: 'Começo de um CNPJ',
      rejected_by_service: 'Recusa do serviço',
      erased: 'Apagada',
      abandoned: 'Descartada',
    },
    sources: { api: 'Serviço', ledger: 'Histórico local', sandbox: 'Sandbox' },
    verdicts: { equal: 'Igual', similar: 'Parecido', different: 'Diferente' },
    match: 'Confere: ',
  },
};

const all = Object.values(languages);

/** Returns the heading of a column of a result, given its name in the service's spelling (`lookup_uf`). */
export function buildHeading(column: string, labels: LabelSet = 'service'): string {
  if (labels === 'service') return column;
  const { state, fields, suffix, match } = languages[labels];
  const [, isMatch, name = column] = /^lookup_(match_)?(.*)$/s.exec(column) ?? [];
  const prefix = isMatch === undefined ? '' : match;
  return findWord(state, column) ?? prefix + (findWord(fields, name) ?? name) + suffix;
}

/**
 * Returns the name (`lookup_uf`) of a column that has the heading of a language, in any case; undefined for any other
 * heading.
 */
export function findColumnOfHeading(heading: string): string | undefined {
  return columns.get(heading.trim().toLowerCase());
}

const resultFields = recordFields('both').flatMap((field) => [
  `lookup_${field}`,
  `${MATCH_PREFIX}${field}`,
]);

const columns: ReadonlyMap<string, string> = new Map(
  (['en', 'pt-BR'] as const).flatMap((language) =>
    [...stateColumns, ...resultFields, `lookup_${ACTIVITY_NAME}`].map(
      (column) => [buildHeading(column, language).toLowerCase(), column] as const,
    ),
  ),
);

/** Returns whether a heading ends with the suffix that fields of a record have in one of the languages. */
export function hasLabelSuffix(heading: string): boolean {
  const lowerCased = heading.trim().toLowerCase();
  return all.some(({ suffix }) => lowerCased.endsWith(suffix));
}

/** Returns the word for a status, reason, source or verdict in a language; a code that has no word stays. */
export function translateCode(
  subject: 'statuses' | 'reasons' | 'sources' | 'verdicts',
  code: string,
  labels: LabelSet = 'service',
): string {
  return labels === 'service' ? code : (findWord(languages[labels][subject], code) ?? code);
}

/** Returns the status whose word in one of the languages this is; any other text stays. */
export function readStatusWord(word: string): string {
  for (const { statuses } of all)
    for (const [code, statusWord] of Object.entries(statuses)) if (statusWord === word) return code;
  return word;
}

function findWord(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
