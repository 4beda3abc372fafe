// A web service that answers single questions, each paid for once.
import {
  ConfereError,
  InvalidIdentifierError,
  type Answer,
  type Ledger,
} from '../../../src/index.js';

interface Response {
  readonly status: number;
  readonly body: unknown;
}

export async function company(
  ledger: Ledger,
  text: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return response(await ledger.lookup('cnpj', text, { signal, reuse: 86_400_000 }));
  } catch (error) {
    if (error instanceof InvalidIdentifierError) return { status: 400, body: error.code };
    if (!(error instanceof ConfereError)) throw error;
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the rest is one answer
    switch (error.code) {
      case 'rate_limited':
        return { status: 429, body: 'retryAfter' in error.facts ? error.facts.retryAfter : null };
      case 'lookup_in_batch':
        return { status: 409, body: error.facts.batch };
      case 'interrupted':
        return { status: 499, body: error.cause };
      // @ts-expect-error only the command can have it
      case 'needs_yes':
      default:
        return { status: 502, body: error.message };
    }
  }
}

function response(answer: Answer<'cnpj'>): Response {
  switch (answer.status) {
    case 'found':
      return { status: 200, body: answer.data.razao_social };
    case 'not_found':
      return { status: 404, body: null };
    case 'invalid':
      // @ts-expect-error there is no record
      return { status: 400, body: answer.data.razao_social ?? answer.error.message };
  }
}
