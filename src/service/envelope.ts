import { DEEPEST_ANSWER, nestsDeeper } from '../base/limits.js';
import type { ReadJson } from './redact.js';
import type { WireAnswer } from './transport.js';

/** The body of an answer. */
export type AnswerBody =
  | { readonly type: 'data'; readonly data: unknown }
  /** The service's error body, in any of its forms. */
  | {
      readonly type: 'error';
      readonly code: string | undefined;
      readonly message: string | undefined;
    }
  /** Anything but the service's envelope: plain text, a proxy's page, an empty body. `json` if it is a JSON object. */
  | { readonly type: 'foreign'; readonly json?: unknown };

const FOREIGN: AnswerBody = { type: 'foreign' };

/** Reads a body (spec, "Body formats"); a body of any other shape is `foreign`. */
export function openEnvelope(answer: WireAnswer, readJson: ReadJson = JSON.parse): AnswerBody {
  const body = parseBody(answer, readJson);
  if (!isObject(body)) return FOREIGN;
  if (body['success'] === true) {
    const data = body['data'];
    if (data !== undefined && data !== null) return { type: 'data', data };
  }
  return body['success'] === false ? readErrorBody(body) : { type: 'foreign', json: body };
}

function parseBody(answer: WireAnswer, readJson: ReadJson): unknown {
  // For an error the Content-Type decides (spec, "Unknown routes"). A success is always parsed: it may
  // have been paid for, and a wrong header must not lose it.
  if (answer.status >= 300 && !isJson(answer.contentType)) return undefined;
  try {
    // A byte order mark must not make a paid answer unreadable.
    const value = readJson(answer.text.replace(/^\uFEFF/, ''));
    return nestsDeeper(value, DEEPEST_ANSWER) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^[^;]*[/+]json\b/i.test(contentType);
}

function readErrorBody(body: Record<string, unknown>): AnswerBody {
  const error = body['error'];
  if (isObject(error)) {
    return { type: 'error', code: readText(error['code']), message: readText(error['message']) };
  }
  // `usage_unavailable` is a code with a separate `message`; any other string is the message itself.
  const message = readText(body['message']);
  const codeOrMessage = readText(error);
  if (message === undefined) return { type: 'error', code: undefined, message: codeOrMessage };
  return { type: 'error', code: codeOrMessage, message };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
