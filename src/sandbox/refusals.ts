import { hash } from './random.js';

/** Spec, "Body formats". `usage`: the string form with an extra message. `html`: the page of a gateway. */
export type Form = 'object' | 'string' | 'usage' | 'html';

export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 502 | 503;

interface Details {
  readonly retryAfter?: number;
  /** `error.code` of the single CPF lookup, if the status has more than one code; null: never with a code. */
  readonly code?: string | null;
}

export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly form: Form = 'object',
    readonly details: Details = {},
  ) {
    super(message);
  }
}

export class Drop extends Error {}

export const success = <T>(data: T) => ({ success: true, data }) as const;

export interface RefusalFacts {
  readonly seed: number;
  /** The identifier, label or path of the request. */
  readonly subject: string;
  readonly now: number;
  readonly pendingBatches: number;
}

export type RefusalName = keyof typeof REFUSALS;

type Make = (facts: RefusalFacts) => Refusal;

const fixed = (...told: ConstructorParameters<typeof Refusal>): Make => {
  return () => new Refusal(...told);
};

/** A form that the spec does not fix: seed and subject decide. `objects`: the share in the object form. */
const open = (status: RefusalStatus, message: string, objects = 0.5): Make => {
  return (facts) => new Refusal(status, message, openForm(facts, objects));
};

function openForm({ seed, subject }: RefusalFacts, objects = 0.5): Form {
  return hash(seed, 'form', subject) / 2 ** 32 < objects ? 'object' : 'string';
}

const rateLimited = (seconds: number) =>
  fixed(
    429,
    `Limite de requisições por minuto excedido. Tente novamente em ${seconds} segundos.`,
    'object',
    { retryAfter: seconds },
  );

const MINUTE = 60_000;
const PENDING_WAIT = { retryAfter: 60 };

const CREDITS = 'Limite de créditos excedido';
const DATABASE = 'Banco de dados indisponível';

/** Every error that depends on more than the request (spec, "Messages by status", word for word; what that does not show is invented). */
const REFUSALS = {
  'missing-key': fixed(401, 'API Key não fornecida', 'string', { code: 'MISSING_API_KEY' }),
  'unknown-key': fixed(401, 'API Key inválida', 'string'),
  'replaced-key': fixed(401, 'API Key inativa', 'string'),
  'suspended-key': fixed(403, 'API Key suspensa. Entre em contato com o suporte.', 'string', {
    code: 'SUSPENDED_API_KEY',
  }),
  'inactive-user': fixed(403, 'Usuário inativo. Entre em contato com o suporte.', 'string', {
    code: null,
  }),
  'blocked-account': fixed(403, 'Conta bloqueada. Entre em contato com o suporte.', 'string', {
    code: null,
  }),
  'no-credits': fixed(403, CREDITS),
  'no-credits-cnpj': open(403, CREDITS, 0.25),
  'no-credits-batch': fixed(403, CREDITS, 'string'),
  'cpf-not-found': fixed(404, 'CPF não encontrado na base de dados'),
  'cnpj-not-found': open(404, 'CNPJ não encontrado na base de dados'),
  'job-not-found': fixed(404, 'Lote não encontrado.'),
  'authority-refuses': fixed(
    422,
    'Data de nascimento informada diverge da constante na Receita Federal.',
  ),
  // Until the next clock minute, at least a second.
  'rate-limited': (facts) => rateLimited(Math.ceil((MINUTE - (facts.now % MINUTE)) / 1000))(facts),
  'long-wait': rateLimited(3600),
  'short-wait': rateLimited(1),
  'pending-limit': (facts) =>
    new Refusal(
      429,
      `Limite de ${facts.pendingBatches} lotes pendentes por cliente excedido.`,
      openForm(facts),
      PENDING_WAIT,
    ),
  'plan-error': fixed(500, 'Erro ao validar assinatura', 'string'),
  database: open(500, DATABASE),
  'create-failed': open(500, 'Falha ao criar lote.'),
  'bad-gateway': fixed(502, '<html><body>502 Bad Gateway</body></html>', 'html'),
  'authority-unreadable': open(502, 'Falha ao interpretar a resposta da Receita Federal.'),
  'authority-busy': open(
    503,
    'A Receita Federal está com alta demanda. Tente novamente em instantes.',
  ),
  'reserve-failed': open(503, 'Não foi possível reservar os créditos. Tente novamente.'),
  'save-failed': open(503, 'Falha ao registrar validação'),
  'usage-unavailable': fixed(503, 'usage_unavailable', 'usage'),
  'cnpj-unavailable': open(503, 'cnpj_unavailable'),
  // For status calls the spec says only "5xx transient".
  'status-unavailable': open(503, DATABASE),
} as const satisfies Record<string, Make>;

const ANY: RefusalFacts = { seed: 1, subject: '', now: 0, pendingBatches: 0 };

/** The refusal of a name; one that is always the same needs no facts. */
export const refusal = (name: RefusalName, facts = ANY): Refusal => REFUSALS[name](facts);

export const statusOf = (name: RefusalName): RefusalStatus => refusal(name).status;

const CODED_SHARE = 0.7;

/** The errors of `GET /cpf/{cpf}` come with a code and without one: seed and path decide. */
export function refusalBody(
  refusal: Refusal,
  call: { singleCpf: boolean; path: string },
  seed: number,
) {
  const { form, message, status } = refusal;
  if (form === 'usage')
    return {
      success: false,
      error: message,
      message: 'Não foi possível consultar o saldo. Tente novamente.',
    };
  const mayBeCoded = call.singleCpf && refusal.details.code !== null;
  const coded = mayBeCoded && hash(seed, 'coded', call.path) / 2 ** 32 < CODED_SHARE;
  if (coded) {
    const code = refusal.details.code ?? CPF_CODES[status];
    return { success: false, data: null, error: { code, message } };
  }
  if (form === 'string') return { success: false, error: message };
  return { success: false, data: null, error: { message } };
}

/** Spec, "Codes of GET /cpf/{cpf}". */
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
