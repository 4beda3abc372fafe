import { paths } from './paths.js';
import { schemas } from './schemas.js';

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
  paths,
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    schemas,
  },
} as const;
