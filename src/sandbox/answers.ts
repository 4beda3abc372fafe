/** The body form of an error; spec, "Errors", "Body formats". */
export type Form = 'object' | 'string';

export type RefusalStatus = 400 | 401 | 403 | 404 | 422 | 429 | 500;

/** An answer other than success, thrown from wherever it is decided. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly form: Form = 'object',
    /** Seconds, for the `Retry-After` header. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export const success = <T>(data: T) => ({ success: true, data }) as const;

export function refusalBody({ form, message, status }: Refusal, singleCpf: boolean) {
  if (form === 'string') return { success: false, error: message };
  const code = singleCpf ? { code: CPF_CODES[status] } : {};
  return { success: false, data: null, error: { ...code, message } };
}

/** Spec, "Codes of GET /cpf/{cpf}". */
const CPF_CODES: Readonly<Record<RefusalStatus, string>> = {
  400: 'INVALID_CPF_FORMAT',
  401: 'INVALID_API_KEY',
  403: 'INSUFFICIENT_CREDITS',
  404: 'CPF_NOT_FOUND',
  422: 'INVALID_CPF_DIGITS',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
};

/** Spec, "Messages by status", word for word. */
export const MESSAGES = {
  cpfFormat: 'CPF inválido. Deve conter 11 dígitos.',
  cpfDigits: 'CPF inválido. Dígito verificador incorreto.',
  cpfNotFound: 'CPF não encontrado na base de dados',
  cnpjInvalid: 'CNPJ inválido. Formato ou dígito verificador incorreto.',
  cnpjNotFound: 'CNPJ não encontrado na base de dados',
  birthDate: 'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY',
  keyMissing: 'API Key não fornecida',
  keyUnknown: 'API Key inválida',
  credits: 'Limite de créditos excedido',
  batchCredits: (needed: number) => `Créditos insuficientes para o lote: ${needed} necessários.`,
  jobNotFound: 'Lote não encontrado.',
  rate: (seconds: number) =>
    `Limite de requisições por minuto excedido. Tente novamente em ${seconds} segundos.`,
  pending: (limit: number) => `Limite de ${limit} lotes pendentes por cliente excedido.`,
  internal: 'Banco de dados indisponível',
  batchNotArray: (field: string) => `Campo '${field}' deve ser um array não vazio.`,
  batchTooLong: (name: string) => `Limite de 10000 ${name}s por lote excedido.`,
  batchNoneValid: (name: string) => `Nenhum ${name} válido na lista enviada.`,
  /** The authority's own words are not in the spec; these are invented. */
  authorityNotFound: 'CPF não encontrado na Receita Federal.',
  authorityMismatch: 'Data de nascimento informada diverge da constante na Receita Federal.',
} as const;
