import { ENDPOINTS, type Endpoint } from '../http/endpoints.js';
import { ref, type schemas } from './schemas.js';

interface Operation {
  readonly summary: string;
  readonly data: keyof typeof schemas;
  /** The error statuses of the spec. */
  readonly failures: readonly number[];
  readonly body?: object;
}

const batch = (field: string) => ({
  type: 'object',
  required: [field],
  properties: {
    [field]: { type: 'array', minItems: 1, maxItems: 10_000 },
    fileName: { type: 'string' },
    format: { type: 'string' },
  },
});

const realtime = {
  type: 'object',
  required: ['cpf', 'birthDate'],
  properties: {
    cpf: { type: 'string' },
    birthDate: { type: 'string', pattern: '^(\\d{2}/\\d{2}/\\d{4}|\\d{8})$' },
  },
};

const OPERATIONS: Readonly<Record<Endpoint, Operation>> = {
  cpf: {
    summary: 'Single CPF lookup; 1 credit when found',
    data: 'Person',
    failures: [400, 401, 403, 404, 422, 429, 500, 502, 503],
  },
  cnpj: {
    summary: 'Single CNPJ lookup; 1 credit when found',
    data: 'Company',
    failures: [400, 401, 403, 404, 429, 500, 502, 503],
  },
  realtime: {
    summary: 'Real-time CPF lookup; 1.5 credits when it succeeds',
    data: 'Person',
    failures: [400, 401, 403, 413, 422, 429, 500, 502, 503],
    body: realtime,
  },
  cpfSubmit: {
    summary: 'Submit a batch of up to 10,000 CPFs',
    data: 'Submission',
    failures: [400, 401, 403, 413, 422, 429, 500, 502, 503],
    body: batch('cpfs'),
  },
  cnpjSubmit: {
    summary: 'Submit a batch of up to 10,000 CNPJs',
    data: 'Submission',
    failures: [400, 401, 403, 413, 422, 429, 500, 502, 503],
    body: batch('cnpjs'),
  },
  cpfJob: {
    summary: 'Status and results of a CPF batch; free',
    data: 'CpfJob',
    failures: [401, 403, 404, 500, 502, 503],
  },
  cnpjJob: {
    summary: 'Status and results of a CNPJ batch; free',
    data: 'CnpjJob',
    failures: [401, 403, 404, 500, 502, 503],
  },
  quota: { summary: 'Credit balance; free', data: 'Quota', failures: [401, 403, 500, 502, 503] },
};

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

function describe(): Record<string, object> {
  const all: Record<string, object> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const { method, path } = ENDPOINTS[name as Endpoint];
    all[path] = { ...all[path], [method.toLowerCase()]: operationOf(name, path, operation) };
  }
  return all;
}

function operationOf(name: string, path: string, { summary, data, failures, body }: Operation) {
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  const schema = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: ref(data) },
  };
  const ok = { description: 'Success', content: json(schema) };
  return {
    operationId: name,
    summary,
    parameters: parameter && [
      { name: parameter, in: 'path', required: true, schema: { type: 'string' } },
    ],
    requestBody: body && { required: true, content: json(body) },
    responses: {
      [name.endsWith('Submit') ? '202' : '200']: ok,
      ...Object.fromEntries(failures.map((status) => [String(status), failure(status)])),
    },
  };
}

function failure(status: number): object {
  const waits = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } };
  return {
    description: DESCRIPTIONS[status] ?? 'Failure',
    headers: status === 429 ? waits : undefined,
    content:
      status === 502
        ? { ...json(error), 'text/html': { schema: { type: 'string' } } }
        : json(error),
  };
}

/** The `paths` of the description. */
export const paths: Readonly<Record<string, object>> = describe();
