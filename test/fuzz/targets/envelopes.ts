import { isDeepStrictEqual } from 'node:util';
import { openEnvelope } from '../../../src/service/envelope.js';
import { changeJson } from '../engine/change-json.js';
import { must, type Target } from '../engine/explore.js';

const TYPES = [undefined, 'application/json; charset=utf-8', 'text/html', 'text/json', ''] as const;
const STATUSES = [200, 201, 299, 300, 400, 404, 503] as const;
const DEEP = 100;

type Json = Record<string, unknown> | undefined;
const filled = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const asObject = (value: unknown): Json =>
  Object.prototype.toString.call(value) === '[object Object]' ? (value as Json) : undefined;

/** The spec's "Body formats", read a second time and in the spec's own order. */
function expected(status: number, type: string | undefined, text: string): unknown {
  const isError = status >= 300;
  if (isError && type !== undefined && !/^(application|text)\/json/.test(type))
    return { type: 'foreign' };
  const body = asObject(parsed(text));
  if (body === undefined) return { type: 'foreign' };
  if (body['success'] === true && body['data'] != null) return { type: 'data', data: body['data'] };
  if (body['success'] !== false) return { type: 'foreign', json: body };
  const error = body['error'];
  const object = asObject(error);
  // Form 1: an object with a message, and sometimes a code.
  if (object !== undefined)
    return { type: 'error', code: filled(object['code']), message: filled(object['message']) };
  // Form 3: a code beside a message of its own. Form 2: the message itself.
  const beside = filled(body['message']);
  if (beside !== undefined) return { type: 'error', code: filled(error), message: beside };
  return { type: 'error', code: undefined, message: filled(error) };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
    return depthOf(value) > DEEP ? undefined : value;
  } catch {
    return undefined;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, depthOf(each)), 0);
}

const bodies = [
  { success: true, data: { cpf: '52998224725', nested: [{ a: null }] } },
  { success: false, data: null, error: { code: 'CPF_NOT_FOUND', message: 'CPF não encontrado' } },
  { success: false, error: 'API Key inválida' },
  { success: false, error: 'usage_unavailable', message: 'Tente novamente' },
  { success: true, data: null },
  { message: 'Not Found' },
];

/** An answer with a status and a content type, which its first two bytes choose, is read as the spec says. */
export const envelopes: Target = {
  name: 'envelope',
  words: ['" "', ...'"success": true false null "error": "message": "code": "data":'.split(' ')],
  seeds: () => [
    ...bodies.map((body, at) => Buffer.from(`${at % 2}${at}${JSON.stringify(body)}`)),
    Buffer.from('12<html>502 Bad Gateway</html>'),
    Buffer.from(`00{"success":true,"data":${'['.repeat(98)}${']'.repeat(98)}}`),
  ],
  change: (input, random) => {
    const text = changeJson(input.toString('utf8', 2), random);
    return text === undefined
      ? undefined
      : Buffer.concat([input.subarray(0, 2), Buffer.from(text)]);
  },
  check: (input) => {
    const contentType = TYPES[(input[0] ?? 0) % TYPES.length];
    const status = STATUSES[(input[1] ?? 0) % STATUSES.length] ?? 200;
    const text = input.toString('utf8', 2);
    const read = openEnvelope({ status, headers: {}, contentType, text });
    must(isDeepStrictEqual(read, expected(status, contentType, text)), 'it is read otherwise');
  },
};
