import type { IdentifierKind } from '../identifiers/types.js';
import { type RefusalName, findRefusalStatus } from './refusals.js';

export type EndpointName =
  | 'cpf'
  | 'cnpj'
  | 'realtime'
  | 'cpfSubmit'
  | 'cnpjSubmit'
  | 'cpfJob'
  | 'cnpjJob'
  | 'quota';

/** The two rate limits (spec, "Limits"). */
export type LookupRate = 'simple' | 'realtime';

/** The schema of `data` in an answer. */
type AnswerSchema = 'Person' | 'Company' | 'CpfJob' | 'CnpjJob' | 'Submission' | 'Quota';

/** An endpoint; its route, its OpenAPI description and its `--fault` rules are made from this row. */
interface EndpointRow {
  readonly method: 'GET' | 'POST';
  /** The path with the spec's placeholder. */
  readonly path: string;
  readonly summary: string;
  readonly data: AnswerSchema;
  /** The schema of the body of a POST. */
  readonly body?: object;
  /** The rate limit that requests count toward; CNPJ submissions, status calls and quota count toward none. */
  readonly countsToward?: LookupRate;
  /** Statuses of requests that are not well formed. */
  readonly invalid: readonly number[];
  /**
   * The errors that depend on more than the request. A `--fault` with only a status gives the first with that status.
   */
  readonly refusals: readonly RefusalName[];
}

const string = { type: 'string' };
const birthDate = { ...string, pattern: '^(\\d{2}/\\d{2}/\\d{4}|\\d{8})$' };

function buildObjectSchema(
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
) {
  return { type: 'object', required, properties };
}

const countedRefusals = ['rate-limited', 'short-wait', 'long-wait'] as const;
const paidRefusals = ['reserve-failed', 'save-failed', 'usage-unavailable'] as const;
const submissionRefusals = ['create-failed', 'usage-unavailable', 'reserve-failed'] as const;
const cnpjRefusals = ['cnpj-unavailable', 'usage-unavailable'] as const;
const authorityRefusals = ['authority-unreadable', 'authority-busy'] as const;

/** The endpoints of the service (spec, "Endpoints"). */
export const ENDPOINTS: Readonly<Record<EndpointName, EndpointRow>> = {
  cpf: {
    method: 'GET',
    path: '/cpf/{cpf}',
    summary: 'Single CPF lookup; 1 credit when found',
    data: 'Person',
    countsToward: 'simple',
    invalid: [400, 422],
    refusals: ['no-credits', 'cpf-not-found', ...countedRefusals, 'database', ...paidRefusals],
  },
  cnpj: {
    method: 'GET',
    path: '/cnpj/{cnpj}',
    summary: 'Single CNPJ lookup; 1 credit when found',
    data: 'Company',
    countsToward: 'simple',
    invalid: [400],
    refusals: ['no-credits-cnpj', 'cnpj-not-found', ...countedRefusals, ...cnpjRefusals],
  },
  realtime: {
    method: 'POST',
    path: '/cpf/realtime',
    summary: 'Real-time CPF lookup; 1.5 credits when it succeeds',
    data: 'Person',
    body: buildObjectSchema({ cpf: string, birthDate }, ['cpf', 'birthDate']),
    countsToward: 'realtime',
    invalid: [400, 413, 422],
    refusals: [
      'no-credits',
      'authority-refuses',
      ...countedRefusals,
      ...authorityRefusals,
      ...paidRefusals,
    ],
  },
  cpfSubmit: {
    ...buildSubmissionRow('cpf'),
    countsToward: 'simple',
    refusals: ['no-credits-batch', ...countedRefusals, ...submissionRefusals],
  },
  cnpjSubmit: {
    ...buildSubmissionRow('cnpj'),
    refusals: ['no-credits-batch', 'pending-limit', ...submissionRefusals],
  },
  cpfJob: buildStatusRow('cpf', 'CpfJob'),
  cnpjJob: buildStatusRow('cnpj', 'CnpjJob'),
  quota: {
    method: 'GET',
    path: '/quota',
    summary: 'Credit balance; free',
    data: 'Quota',
    invalid: [],
    refusals: ['usage-unavailable'],
  },
};

function buildSubmissionRow(kind: IdentifierKind) {
  const list = { type: 'array', minItems: 1, maxItems: 10_000 };
  const field = `${kind}s`;
  return {
    method: 'POST',
    path: `/${kind}/bulk`,
    summary: `Submit a batch of up to 10,000 ${kind.toUpperCase()}s`,
    data: 'Submission',
    body: buildObjectSchema({ [field]: list, fileName: string, format: string }, [field]),
    invalid: [400, 413, 422],
  } as const;
}

function buildStatusRow(kind: IdentifierKind, data: 'CpfJob' | 'CnpjJob') {
  return {
    method: 'GET',
    path: `/${kind}/bulk/{jobId}`,
    summary: `Status and results of a ${kind.toUpperCase()} batch; free`,
    data,
    invalid: [],
    refusals: ['job-not-found', 'database', 'status-unavailable'],
  } as const;
}

export const endpointNames = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** Returns the status of a success: 202 for a submission. */
export const findSuccessStatus = (endpoint: EndpointName) =>
  ENDPOINTS[endpoint].data === 'Submission' ? 202 : 200;

/** Refusals that every endpoint may give. */
const COMMON_REFUSALS: readonly RefusalName[] = [
  'unknown-key',
  'missing-key',
  'replaced-key',
  'suspended-key',
  'inactive-user',
  'blocked-account',
  'plan-error',
  'bad-gateway',
];

/** Returns all refusals of an endpoint; the refusals of every endpoint are last. */
export function listRefusalNames(endpoint: EndpointName): readonly RefusalName[] {
  return [...ENDPOINTS[endpoint].refusals, ...COMMON_REFUSALS];
}

/** Finds the refusal of an endpoint by its status or its name; undefined if there is none. */
export function findRefusalName(
  endpoint: EndpointName,
  statusOrName: string,
): RefusalName | undefined {
  return listRefusalNames(endpoint).find(
    (name) => name === statusOrName || String(findRefusalStatus(name)) === statusOrName,
  );
}

/** Returns the statuses of all errors of an endpoint. */
export function listFailures(endpoint: EndpointName): readonly number[] {
  const statuses = [
    ...ENDPOINTS[endpoint].invalid,
    ...listRefusalNames(endpoint).map(findRefusalStatus),
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}
