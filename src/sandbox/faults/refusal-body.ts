import type { Refusal, RefusalStatus } from '../http/answers.js';
import { INVENTED_MESSAGES } from '../messages.js';
import { hash } from '../people/random.js';

/** The share of error answers of `GET /cpf/{cpf}` that have a code. */
const CODED_SHARE = 0.7;

/**
 * Makes the JSON of a refusal. The spec describes the errors of `GET /cpf/{cpf}` with a code and without
 * one. Seed and path decide which form an answer has, so that both occur.
 */
export function refusalBody(
  refusal: Refusal,
  call: { singleCpf: boolean; path: string },
  seed: number,
) {
  const { form, message, status } = refusal;
  if (form === 'usage') return { success: false, error: message, message: INVENTED_MESSAGES.usage };
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
