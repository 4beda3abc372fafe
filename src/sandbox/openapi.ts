import { type Endpoint, ENDPOINTS, endpointNames, failuresOf, successOf } from './endpoints.js';
import { ref, schemas } from './schemas.js';

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

function operationOf(endpoint: Endpoint): object {
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
      [successOf(endpoint)]: { description: 'Success', content: json(schema) },
      ...Object.fromEntries(failuresOf(endpoint).map((status) => [status, failure(status)])),
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

function describe(): Readonly<Record<string, object>> {
  const paths: Record<string, object> = {};
  for (const name of endpointNames) {
    const { method, path } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
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
  paths: describe(),
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    schemas,
  },
} as const;
