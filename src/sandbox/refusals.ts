import type { Clock } from '../base/clock.js';
import { hash } from './random.js';

/**
 * The forms of a body (spec, "Body formats"). `usage`: the string form with an extra message. `html`: the page of a
 * gateway. `open`: the spec leaves open which of two forms it is.
 */
type Form = 'object' | 'string' | 'open' | 'usage' | 'html';

export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 502 | 503;

export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly form: Form = 'object',
    /** `error.code` of the single CPF lookup, if the status has more than one; null: never with a code. */
    readonly code?: string | null,
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** Ends a request by closing its connection without an answer. */
export class Drop extends Error {}

export const buildSuccessBody = <T>(data: T) => ({ success: true, data }) as const;

export type RefusalName = keyof typeof REFUSALS;

type RefusalArguments = ConstructorParameters<typeof Refusal>;

/** The clock and the option on which the messages of some refusals depend. */
export interface RefusalFacts {
  readonly clock: Clock;
  readonly pendingBatches: number;
}

const buildRateLimitRefusal = (seconds: number): RefusalArguments => [
  429,
  `Limite de requisições por minuto excedido. Tente novamente em ${seconds} segundos.`,
  'object',
  undefined,
  seconds,
];

const MINUTE = 60_000;
const NO_CREDITS = 'Limite de créditos excedido';
const DATABASE_UNAVAILABLE = 'Banco de dados indisponível';

/**
 * The errors that depend on more than the request: word for word from the spec ("Messages by status"), or invented
 * where the spec has no text.
 */
const REFUSALS = {
  'missing-key': [401, 'API Key não fornecida', 'string', 'MISSING_API_KEY'],
  'unknown-key': [401, 'API Key inválida', 'string'],
  'replaced-key': [401, 'API Key inativa', 'string'],
  'suspended-key': [
    403,
    'API Key suspensa. Entre em contato com o suporte.',
    'string',
    'SUSPENDED_API_KEY',
  ],
  'inactive-user': [403, 'Usuário inativo. Entre em contato com o suporte.', 'string', null],
  'blocked-account': [403, 'Conta bloqueada. Entre em contato com o suporte.', 'string', null],
  'no-credits': [403, NO_CREDITS],
  'no-credits-cnpj': [403, NO_CREDITS, 'open'],
  'no-credits-batch': [403, NO_CREDITS, 'string'],
  'cpf-not-found': [404, 'CPF não encontrado na base de dados'],
  'cnpj-not-found': [404, 'CNPJ não encontrado na base de dados', 'open'],
  'job-not-found': [404, 'Lote não encontrado.'],
  'authority-refuses': [
    422,
    'Data de nascimento informada diverge da constante na Receita Federal.',
  ],
  'authority-knows-none': [422, 'CPF não encontrado na Receita Federal.'],
  // The client has to wait until the next clock minute.
  'rate-limited': ({ clock }) =>
    buildRateLimitRefusal(Math.ceil((MINUTE - (clock.now() % MINUTE)) / 1000)),
  'long-wait': buildRateLimitRefusal(3600),
  'short-wait': buildRateLimitRefusal(1),
  'pending-limit': ({ pendingBatches }) => [
    429,
    `Limite de ${pendingBatches} lotes pendentes por cliente excedido.`,
    'open',
    undefined,
    60,
  ],
  'plan-error': [500, 'Erro ao validar assinatura', 'string'],
  database: [500, DATABASE_UNAVAILABLE, 'open'],
  'create-failed': [500, 'Falha ao criar lote.', 'open'],
  'bad-gateway': [502, '<html><body>502 Bad Gateway</body></html>', 'html'],
  'authority-unreadable': [502, 'Falha ao interpretar a resposta da Receita Federal.', 'open'],
  'authority-busy': [
    503,
    'A Receita Federal está com alta demanda. Tente novamente em instantes.',
    'open',
  ],
  'reserve-failed': [503, 'Não foi possível reservar os créditos. Tente novamente.', 'open'],
  'save-failed': [503, 'Falha ao registrar validação', 'open'],
  'usage-unavailable': [503, 'usage_unavailable', 'usage'],
  'cnpj-unavailable': [503, 'cnpj_unavailable', 'open'],
  // For status calls the spec says only "5xx transient".
  'status-unavailable': [503, DATABASE_UNAVAILABLE, 'open'],
} as const satisfies Record<string, RefusalArguments | ((facts: RefusalFacts) => RefusalArguments)>;

export function createRefusal(facts: RefusalFacts, name: RefusalName): Refusal {
  const entry: RefusalArguments | ((facts: RefusalFacts) => RefusalArguments) = REFUSALS[name];
  return new Refusal(...(typeof entry === 'function' ? entry(facts) : entry));
}

export function findRefusalStatus(name: RefusalName): RefusalStatus {
  const entry = REFUSALS[name];
  return typeof entry === 'function' ? 429 : entry[0];
}

/** The share of errors of `GET /cpf/{cpf}` that have a code. */
const SHARE_WITH_CODE = 0.7;

/**
 * Returns the body of a refusal. Seed, path and message decide what the spec leaves open: the form, and whether a
 * refusal of `GET /cpf/{cpf}` has a code.
 */
export function buildRefusalBody(
  { form, message, status, code }: Refusal,
  { method, path }: { readonly method: string; readonly path: string },
  seed: number,
) {
  if (form === 'usage')
    return {
      success: false,
      error: message,
      message: 'Não foi possível consultar o saldo. Tente novamente.',
    };
  const drawShare = (what: string) => hash(seed, what, path, message) / 2 ** 32;
  const mayBeCoded = method === 'GET' && /^\/cpf\/[^/]+$/.test(path) && code !== null;
  if (mayBeCoded && drawShare('coded') < SHARE_WITH_CODE) {
    return { success: false, data: null, error: { code: code ?? CPF_CODES[status], message } };
  }
  if (form === 'string' || (form === 'open' && drawShare('form') < 0.5))
    return { success: false, error: message };
  return { success: false, data: null, error: { message } };
}

/** The codes of the single CPF lookup (spec, "Codes of GET /cpf/{cpf}"). */
const CPF_CODES: Readonly<Partial<Record<RefusalStatus, string>>> = {
  400: 'INVALID_CPF_FORMAT',
  401: 'INVALID_API_KEY',
  403: 'INSUFFICIENT_CREDITS',
  404: 'CPF_NOT_FOUND',
  422: 'INVALID_CPF_DIGITS',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};
