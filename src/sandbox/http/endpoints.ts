/** The endpoints of the service (spec, "Endpoints"), with the spec's placeholders. */
export const ENDPOINTS = {
  cpf: { method: 'GET', path: '/cpf/{cpf}' },
  cnpj: { method: 'GET', path: '/cnpj/{cnpj}' },
  realtime: { method: 'POST', path: '/cpf/realtime' },
  cpfSubmit: { method: 'POST', path: '/cpf/bulk' },
  cnpjSubmit: { method: 'POST', path: '/cnpj/bulk' },
  cpfJob: { method: 'GET', path: '/cpf/bulk/{jobId}' },
  cnpjJob: { method: 'GET', path: '/cnpj/bulk/{jobId}' },
  quota: { method: 'GET', path: '/quota' },
} as const;

export type Endpoint = keyof typeof ENDPOINTS;

export const endpointNames = Object.keys(ENDPOINTS) as readonly Endpoint[];

/** `/cpf/{cpf}` as the router writes it: `/cpf/:cpf`. */
export const routeOf = (endpoint: Endpoint): string =>
  ENDPOINTS[endpoint].path.replace(/\{(\w+)\}/, ':$1');
