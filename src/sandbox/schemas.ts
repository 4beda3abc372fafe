/** JSON Schemas of the resources; spec, "Resources and their fields". */
type Schema = Readonly<Record<string, unknown>>;

const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const nullable = (schema: { readonly type: string }) => ({
  ...schema,
  type: [schema.type, 'null'],
});
const text = (description: string) => ({ ...string, description });
const matching = (pattern: string, description: string) => ({ ...string, pattern, description });
const list = (items: Schema) => ({ type: 'array', items });
export const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

/** An object schema. All fields are required except those in `optional`. */
function object(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const date = { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const option = { ...string, enum: ['S', 'N', ''] };
const birth = {
  birthDate: matching('^\\d{2}/\\d{2}/\\d{4}$', 'DD/MM/YYYY'),
  day: { type: 'integer', minimum: 1, maximum: 31 },
  month: { type: 'integer', minimum: 1, maximum: 12 },
  year: { type: 'integer', minimum: 1900 },
};
const gender = { type: ['string', 'null'], enum: ['M', 'F', null] };

const person = {
  cpf: matching('^(\\d{11}|\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2})$', 'Formatted or not'),
  name: text('Full name; may come in uppercase'),
  nameUpper: text('Full name in uppercase'),
  gender,
  ...birth,
};

const partner = {
  nome_socio: string,
  cnpj_cpf_socio: text('CNPJ, or a masked CPF'),
  qualificacao_socio: string,
  data_entrada_sociedade: date,
  identificador_socio: { ...string, enum: ['Pessoa Física', 'Pessoa Jurídica', 'Estrangeiro'] },
  faixa_etaria: string,
};

const company = {
  cnpj: matching('^[0-9A-Z]{12}\\d{2}$', '14 characters, no formatting'),
  razao_social: string,
  nome_fantasia: string,
  situacao_cadastral: { ...string, enum: ['Ativa', 'Baixada', 'Inapta', 'Suspensa', 'Nula'] },
  data_situacao_cadastral: date,
  matriz_filial: { ...string, enum: ['Matriz', 'Filial'] },
  data_inicio_atividade: date,
  cnae_principal: matching('^\\d{7}$', 'Main activity code'),
  cnaes_secundarios: list(matching('^\\d{7}$', 'Secondary activity code')),
  codigo_natureza_juridica: matching('^\\d{4}$', 'Legal nature code'),
  natureza_juridica: string,
  tipo_logradouro: string,
  logradouro: string,
  numero: string,
  complemento: string,
  bairro: string,
  cep: matching('^\\d{8}$', 'Postal code, no formatting'),
  uf: matching('^[A-Z]{2}$', 'State'),
  municipio: string,
  email: string,
  telefones: list(object({ ddd: string, numero: string, is_fax: boolean })),
  capital_social: matching('^\\d+,\\d{2}$', 'Decimal comma'),
  porte_empresa: {
    ...string,
    enum: ['Microempresa (ME)', 'Empresa de Pequeno Porte (EPP)', 'Demais', 'Não informado'],
  },
  opcao_simples: option,
  opcao_mei: option,
  data_opcao_simples: date,
  data_opcao_mei: date,
  QSA: list({ $ref: '#/components/schemas/Partner' }),
  lgpd_anonimizado: { ...boolean, description: 'Present only when anonymization was requested' },
};

const nobody = Object.fromEntries(
  Object.entries({ ...person, ...birth }).map(([name, schema]) => [
    name,
    name === 'gender' ? schema : nullable(schema as { type: string }),
  ]),
);

const job = {
  id: { ...string, format: 'uuid' },
  status: { ...string, enum: ['processing', 'done', 'failed'] },
  file_name: nullable(string),
  format: nullable(string),
  total_records: count,
  processed: count,
  found: count,
  not_found: count,
  skipped: count,
  error: nullable(string),
  created_at: { ...string, format: 'date-time' },
  updated_at: { ...string, format: 'date-time' },
};

const failure = { success: { const: false } };

export const schemas = {
  Person: object(person),
  Partner: object(partner),
  Company: object(company, ['lgpd_anonimizado']),
  CpfJobItem: object({ ...nobody, cpf: matching('^\\d{11}$', '11 digits'), found: boolean }),
  CnpjJobItem: object({
    cnpj: company.cnpj,
    found: boolean,
    data: { oneOf: [{ $ref: '#/components/schemas/Company' }, { type: 'null' }] },
  }),
  CpfJob: object({ ...job, cpfs: list({ $ref: '#/components/schemas/CpfJobItem' }) }),
  CnpjJob: object({ ...job, cnpjs: list({ $ref: '#/components/schemas/CnpjJobItem' }) }),
  Submission: object({
    jobId: { ...string, format: 'uuid' },
    status: { const: 'processing' },
    totalRecords: count,
    invalid: count,
  }),
  Quota: object({
    plan: string,
    remainingCredits: count,
    usedCredits: { type: 'number', minimum: 0 },
    billingStatus: { ...string, enum: ['active', 'free'] },
    userId: { ...string, format: 'uuid' },
    email: { ...string, format: 'email' },
  }),
  ObjectError: object({
    ...failure,
    data: { type: 'null' },
    error: object({ code: string, message: string }, ['code']),
  }),
  StringError: object({ ...failure, error: string, message: string }, ['message']),
} as const;
