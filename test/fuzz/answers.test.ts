import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEEPEST_ANSWER, nestsDeeper } from '../../src/base/limits.js';
import { openEnvelope } from '../../src/service/envelope.js';
import { JobReader } from '../../src/service/job-reader.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { holdsFor } from './changed.js';

type Json = Record<string, unknown> | undefined;
const filled = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const asObject = (value: unknown): Json =>
  Object.prototype.toString.call(value) === '[object Object]' ? (value as Json) : undefined;

/** The spec's "Body formats", read a second time and in the spec's own order. */
function expected(status: number, type: string | undefined, body: unknown): unknown {
  const isPage = status >= 300 && type !== undefined && !/^(application|text)\/json/.test(type);
  const json = isPage ? undefined : asObject(body);
  if (json === undefined) return { type: 'foreign' };
  if (json['success'] === true && json['data'] != null) return { type: 'data', data: json['data'] };
  if (json['success'] !== false) return { type: 'foreign', json };
  const error = json['error'];
  const object = asObject(error);
  // Form 1: an object with a message, and sometimes a code.
  if (object !== undefined)
    return { type: 'error', code: filled(object['code']), message: filled(object['message']) };
  // Form 3: a code beside a message of its own. Form 2: the message itself.
  const beside = filled(json['message']);
  if (beside !== undefined) return { type: 'error', code: filled(error), message: beside };
  return { type: 'error', code: undefined, message: filled(error) };
}

it('reads any answer as the description says', () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', ' ', 'CPF_NOT_FOUND'));
  const error = fc.oneof(value, fc.record({ code: value, message: value }, { requiredKeys: [] }));
  const parts = { success: fc.oneof(fc.boolean(), value), data: value, error, message: value };
  const body = fc.oneof(
    { weight: 5, arbitrary: fc.record(parts, { requiredKeys: [] }) },
    fc.jsonValue(),
  );
  const types = [undefined, 'application/json; charset=utf-8', 'text/html', 'text/json', ''];
  const head = [fc.constantFrom(200, 299, 300, 400, 404, 503), fc.constantFrom(...types)] as const;
  const space = fc.constantFrom('', ' ', '\r\n\t');
  const property = fc.property(...head, body, space, (status, contentType, json, indent) => {
    const written = JSON.stringify(json, undefined, indent);
    const read = openEnvelope({ status, headers: {}, contentType, text: `\ufeff${written}` });
    expect(read).toEqual(expected(status, contentType, JSON.parse(written)));
  });
  fc.assert(property, { numRuns: 500 });
});

const job = (status: string, kind: string, items: readonly unknown[]) => ({
  success: true,
  data: {
    id: 'j-1',
    status,
    total_records: 3,
    processed: 2,
    found: 1,
    not_found: 1,
    skipped: 0,
    error: null,
    [kind]: items,
  },
});
/** Some say of themselves neither that they were found, with a record, nor that they were not. */
const cpfs = [
  { cpf: makeCpf(1), found: true, name: 'Ana "A" \\ ção 😀', gender: null },
  { cpf: makeCpf(2), found: false },
  { cpf: 5, found: true },
  ...[true, 'true', null, 1].map((found, n) => ({ cpf: makeCpf(n + 3), found, name: null })),
  { cpf: makeCpf(7), found: null, name: 'Ana' },
  { cpf: makeCpf(8), found: false, name: 'Ana' },
  { cpf: makeCpf(9), name: 'Ana' },
];
const cnpjs = [
  { cnpj: makeCnpj(1), found: true, data: { cnpj: makeCnpj(1), QSA: [{ a: [] }] } },
  { cnpj: makeCnpj(2), found: true, data: null },
  { cnpj: makeCnpj(3), found: true },
];
const jobs = {
  seeds: [
    JSON.stringify(job('done', 'cpfs', cpfs)),
    JSON.stringify(job('processing', 'cpfs', []), null, 2),
    JSON.stringify(job('failed', 'cnpjs', cnpjs), null, '\t'),
    `{"data":{"cpfs":[1],"cpfs":[{"cpf":"${makeCpf(1)}"}]},"success":true}`,
    '\ufeff{"success":false,"error":{"message":"M"}}',
  ].map((each) => Buffer.from(each)),
  words: [
    ...['"cpfs":[', '"cnpjs":[', '"data":{', '"data":', '\\u0064ata', '"__proto__":{', '[]', '{}'],
    ...['\\"', '\\\\', '\\ud800', '1e999', '-0', 'null', 'true', ',', '}]', '"status":"done"'],
  ],
};

/** The job of a text that arrives in pieces of `size` bytes, or what an answer that is none says. */
function jobIn(kind: 'cpf' | 'cnpj', bytes: Buffer, size = bytes.length) {
  const reader = new JobReader(kind);
  for (let at = 0; at < bytes.length; at += size)
    reader.bodyReader.take(bytes.subarray(at, at + size));
  const text = reader.bodyReader.finish();
  const body = openEnvelope({ status: 200, headers: {}, contentType: undefined, text });
  if (body.type !== 'data') return { other: body.type === 'foreign' ? body.type : body };
  return { job: reader.read(body.data) };
}

/** As `JSON.stringify` writes it: the last of two lists, no blanks, no escapes; any other text as it is. */
function plain(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return text;
  }
}

function isTooDeep(text: string): boolean {
  try {
    return nestsDeeper(JSON.parse(text), DEEPEST_ANSWER);
  } catch {
    return false;
  }
}

it('reads a job as it arrives as JSON.parse reads the whole', () =>
  holdsFor(jobs, (input) => {
    const whole = input.toString('utf8');
    for (const kind of ['cpf', 'cnpj'] as const) {
      const size = [1, 7, 60, 5000][input.length % 4] ?? 1;
      const cut = jobIn(kind, input, size);
      const results = cut.job?.results ?? [];
      expect(results.filter(({ found, record }) => !found && record !== null)).toEqual([]);
      // A record that nests too deep loses only itself; without cutting, the whole body would be unreadable.
      if (isTooDeep(whole)) continue;
      expect(JSON.stringify(cut)).toBe(JSON.stringify(jobIn(kind, Buffer.from(plain(whole)))));
    }
  }));
