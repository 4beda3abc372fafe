import { DEEPEST_ANSWER } from '../limits.js';
import type { ReadJson } from './redact.js';
import type { WireAnswer } from './transport.js';

export type Body =
  | { readonly type: 'data'; readonly data: unknown }
  /** The service's error body, in any of its forms. */
  | {
      readonly type: 'error';
      readonly code: string | undefined;
      readonly message: string | undefined;
    }
  /** Not the service's envelope: plain text, a proxy's page, an empty body. `json` if it is a JSON object. */
  | { readonly type: 'foreign'; readonly json?: unknown };

const FOREIGN: Body = { type: 'foreign' };

/** Spec, "Body formats"; of any other shape it is `foreign`. */
export function openEnvelope(answer: WireAnswer, readJson: ReadJson = JSON.parse): Body {
  const body = parsed(answer, readJson);
  if (!isObject(body)) return FOREIGN;
  if (body['success'] === true) {
    const data = body['data'];
    if (data !== undefined && data !== null) return { type: 'data', data };
  }
  return body['success'] === false ? errorOf(body) : { type: 'foreign', json: body };
}

function parsed(answer: WireAnswer, readJson: ReadJson): unknown {
  // For an error the Content-Type decides (spec, "Unknown routes"). A success is always parsed: it may
  // have been paid for, and a wrong header must not lose it.
  if (answer.status >= 300 && !isJson(answer.contentType)) return undefined;
  try {
    // A byte order mark must not make a paid answer unreadable.
    if (nestsDeeper(answer.text, DEEPEST_ANSWER)) return undefined;
    return readJson(answer.text.replace(/^\uFEFF/, ''));
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
  // `usage_unavailable` is a code with a separate `message`; any other string is the message itself.
  const message = text(body['message']);
  const codeOrMessage = text(error);
  if (message === undefined) return { type: 'error', code: undefined, message: codeOrMessage };
  return { type: 'error', code: codeOrMessage, message };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether a JSON text nests deeper than `most`: `JSON.parse` reads any depth, but `JSON.stringify` and SQLite do not. */
export function nestsDeeper(text: string, most: number): boolean {
  let [depth, inString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
