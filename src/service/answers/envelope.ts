import type { WireAnswer } from '../transport/transport.js';

/** What an answer's body says, before anyone looks at the record itself. */
export type Body =
  | { readonly type: 'data'; readonly data: unknown }
  /** The service's own error body, in any of its forms. */
  | {
      readonly type: 'error';
      readonly code: string | undefined;
      readonly message: string | undefined;
    }
  /** Not the service's envelope: plain text, a proxy's page, nothing at all; `json` where it is some. */
  | { readonly type: 'foreign'; readonly json?: unknown };

const FOREIGN: Body = { type: 'foreign' };

/** Reads the spec's "Body formats". Assumes no shape; a body it does not know is `foreign`. */
export function openEnvelope(answer: WireAnswer): Body {
  const body = parsed(answer);
  if (!isObject(body)) return FOREIGN;
  if (body['success'] === true) {
    const data = body['data'];
    if (data !== undefined && data !== null) return { type: 'data', data };
  }
  return body['success'] === false ? errorOf(body) : { type: 'foreign', json: body };
}

function parsed(answer: WireAnswer): unknown {
  // An error is told by its Content-Type (spec, "Unknown routes"). A success is tried in any case:
  // it may have been paid for, and a wrong header must not lose it.
  if (answer.status >= 300 && !isJson(answer.contentType)) return undefined;
  try {
    // A byte order mark is no reason to lose what was paid for.
    return JSON.parse(answer.text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^[^;]*[/+]json\b/i.test(contentType);
}

function errorOf(body: Record<string, unknown>): Body {
  const error = body['error'];
  if (isObject(error)) {
    return { type: 'error', code: text(error['code']), message: text(error['message']) };
  }
  // `usage_unavailable` is a code with its sentence beside it; elsewhere the string is the sentence.
  const message = text(body['message']);
  const told = text(error);
  if (message === undefined) return { type: 'error', code: undefined, message: told };
  return { type: 'error', code: told, message };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
