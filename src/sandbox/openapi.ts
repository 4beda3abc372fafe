import {
  type EndpointName,
  ENDPOINTS,
  endpointNames,
  listFailures,
  findSuccessStatus,
} from './endpoints.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const nullable = (schema: { readonly type: string }) => ({
  ...schema,
  type: [schema.type, 'null'],
});
const text = (description: string) => ({ ...string, description });
const matching = (pattern: string, description: string) => ({ ...string, pattern, description });
const list = (items: JsonSchema) => ({ type: 'array', items });
const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const date = { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const yesNoOrEmpty = { ...string, enum: ['S', 'N', ''] };
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
  telefones: list(objectSchema({ ddd: string, numero: string, is_fax: boolean })),
  capital_social: matching('^\\d+,\\d{2}$', 'Decimal comma'),
  porte_empresa: {
    ...string,
    enum: ['Microempresa (ME)', 'Empresa de Pequeno Porte (EPP)', 'Demais', 'Não informado'],
  },
  opcao_simples: yesNoOrEmpty,
  opcao_mei: yesNoOrEmpty,
  data_opcao_simples: date,
  data_opcao_mei: date,
  QSA: list({ $ref: '#/components/schemas/Partner' }),
  lgpd_anonimizado: { ...boolean, description: 'Present only when anonymization was requested' },
};

const nullablePerson = Object.fromEntries(
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

/** JSON Schemas of the resources (spec, "Resources and their fields"). */
export const schemas = {
  Person: objectSchema(person),
  Partner: objectSchema(partner),
  Company: objectSchema(company, ['lgpd_anonimizado']),
  CpfJobItem: objectSchema({
    ...nullablePerson,
    cpf: matching('^\\d{11}$', '11 digits'),
    found: boolean,
  }),
  CnpjJobItem: objectSchema({
    cnpj: company.cnpj,
    found: boolean,
    data: { oneOf: [{ $ref: '#/components/schemas/Company' }, { type: 'null' }] },
  }),
  CpfJob: objectSchema({ ...job, cpfs: list({ $ref: '#/components/schemas/CpfJobItem' }) }),
  CnpjJob: objectSchema({ ...job, cnpjs: list({ $ref: '#/components/schemas/CnpjJobItem' }) }),
  Submission: objectSchema({
    jobId: { ...string, format: 'uuid' },
    status: { const: 'processing' },
    totalRecords: count,
    invalid: count,
  }),
  Quota: objectSchema({
    plan: string,
    remainingCredits: count,
    usedCredits: { type: 'number', minimum: 0 },
    billingStatus: { ...string, enum: ['active', 'free'] },
    userId: { ...string, format: 'uuid' },
    email: { ...string, format: 'email' },
  }),
  ObjectError: objectSchema({
    ...failure,
    data: { type: 'null' },
    error: objectSchema({ code: string, message: string }, ['code']),
  }),
  StringError: objectSchema({ ...failure, error: string, message: string }, ['message']),
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not well formed',
  401: 'The API key is missing, unknown or replaced',
  403: 'No credits, or key, user or account suspended',
  404: 'Not found',
  413: 'The body is too large',
  422: 'Check digits are wrong, nothing is valid, or the authority refuses',
  429: 'Too many requests or pending batches',
  502: 'No usable answer from behind',
  503: 'Unavailable for the moment',
};

const json = (schema: object) => ({ 'application/json': { schema } });
const error = { oneOf: [ref('ObjectError'), ref('StringError')] };

function describeOperation(endpoint: EndpointName): object {
  const { path, summary, data, body } = ENDPOINTS[endpoint];
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  const schema = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: ref(data) },
  };
  return {
    operationId: endpoint,
    summary,
    parameters: parameter && [
      { name: parameter, in: 'path', required: true, schema: { type: 'string' } },
    ],
    requestBody: body && { required: true, content: json(body) },
    responses: {
      [findSuccessStatus(endpoint)]: { description: 'Success', content: json(schema) },
      ...Object.fromEntries(
        listFailures(endpoint).map((status) => [status, describeFailure(status)]),
      ),
    },
  };
}

function describeFailure(status: number): object {
  const retryAfterHeader = {
    'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' },
  };
  return {
    description: DESCRIPTIONS[status] ?? 'Failure',
    headers: status === 429 ? retryAfterHeader : undefined,
    content:
      status === 502
        ? { ...json(error), 'text/html': { schema: { type: 'string' } } }
        : json(error),
  };
}

function describePaths(): Readonly<Record<string, object>> {
  const paths: Record<string, object> = {};
  for (const name of endpointNames) {
    const { method, path } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name) };
  }
  return paths;
}

/** The OpenAPI 3.1 description of the service, version 1.0 (spec, "Versioning"). */
export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Identity lookup service (sandbox)',
    version: '1.0',
    description: 'CPF and CNPJ lookups, single and in batches. Every record is invented.',
  },
  servers: [{ url: '/' }],
  security: [{ apiKey: [] }],
  paths: describePaths(),
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    schemas,
  },
} as const;
