import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, coded, cpf, object, one, open, some, string } from './support.js';

type Request = readonly [method: 'GET' | 'POST', path: string, body?: object];

const [CPF, CNPJ, BAD_CPF] = [one(cpf, true), one(cnpj, true), '52998224726'];
const JOB = '00000000-0000-4000-8000-000000000000';
const many = (id: string) => Array<string>(10_001).fill(id);

const lookup = (id: string): Request => ['GET', `/cpf/${id}`];
const company = (id: string): Request => ['GET', `/cnpj/${id}`];
const realtime = (id: string, birthDate = '07/03/1985'): Request => {
  return ['POST', '/cpf/realtime', { cpf: id, birthDate }];
};
const submit = (kind: 'cpf' | 'cnpj', list: unknown): Request => {
  return ['POST', `/${kind}/bulk`, { [`${kind}s`]: list }];
};
const submissions = [submit('cpf', some(cpf, true, 2)), submit('cnpj', some(cnpj, true, 2))];
const jobs: readonly Request[] = [
  ['GET', `/cpf/bulk/${JOB}`],
  ['GET', `/cnpj/bulk/${JOB}`],
];
const counted = [lookup(CPF), company(CNPJ), realtime(CPF), submit('cpf', [CPF])];
const everywhere = [...counted, ...submissions, ...jobs, ['GET', '/quota'] as const];

/** The forms that the spec names for an answer; `either` where it names two, or none. */
const forms = {
  object: (message: string) => [object(message)],
  string: (message: string) => [string(message)],
  either: (message: string) => [object(message), string(message)],
};

/** What makes the sandbox send an answer: other options, earlier requests, another key. */
interface Where {
  readonly options?: Partial<SandboxOptions>;
  readonly before?: readonly Request[];
  readonly key?: string;
}

type Row = readonly [number, string, keyof typeof forms, readonly Request[], Where?];

const without = { options: { plan: 'Grátis', credits: 0 } };
const inactive = { options: { faults: ['*=inactive-user'] } };
const blocked = { options: { faults: ['*=blocked-account'] } };

/** Spec, "Messages by status". */
const rows: readonly Row[] = [
  [400, 'CPF inválido. Deve conter 11 dígitos.', 'object', [lookup('123'), realtime('123')]],
  [
    400,
    'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY',
    'object',
    [realtime(CPF, '1985-03-07')],
  ],
  [400, "Campo 'cpfs' deve ser um array não vazio.", 'object', [submit('cpf', [])]],
  [400, "Campo 'cnpjs' deve ser um array não vazio.", 'object', [submit('cnpj', {})]],
  [400, 'Limite de 10000 CPFs por lote excedido.', 'object', [submit('cpf', many(CPF))]],
  [400, 'Limite de 10000 CNPJs por lote excedido.', 'object', [submit('cnpj', many(CNPJ))]],
  [
    400,
    'CNPJ inválido. Formato ou dígito verificador incorreto.',
    'object',
    [company('12ABC34501DE36')],
  ],
  [401, 'API Key não fornecida', 'string', everywhere, { key: '' }],
  [401, 'API Key inválida', 'string', everywhere, { key: 'another-key' }],
  [
    403,
    'Usuário inativo. Entre em contato com o suporte.',
    'string',
    [lookup(CPF), ...submissions, ['GET', '/quota']],
    inactive,
  ],
  [
    403,
    'Conta bloqueada. Entre em contato com o suporte.',
    'string',
    [lookup(CPF), ...submissions, ['GET', '/quota']],
    blocked,
  ],
  [403, 'Limite de créditos excedido', 'object', [lookup(CPF), realtime(CPF)], without],
  [403, 'Limite de créditos excedido', 'string', submissions, without],
  [403, 'Limite de créditos excedido', 'either', [company(CNPJ)], without],
  [
    403,
    'Créditos insuficientes para o lote: 2 necessários.',
    'object',
    submissions,
    { options: { plan: 'Grátis', credits: 1 } },
  ],
  [404, 'CPF não encontrado na base de dados', 'object', [lookup(one(cpf, false))]],
  [404, 'CNPJ não encontrado na base de dados', 'either', [company(one(cnpj, false))]],
  [404, 'Lote não encontrado.', 'object', jobs],
  [
    422,
    'CPF inválido. Dígito verificador incorreto.',
    'object',
    [lookup(BAD_CPF), realtime(BAD_CPF)],
  ],
  [422, 'Nenhum CPF válido na lista enviada.', 'object', [submit('cpf', [BAD_CPF])]],
  [422, 'Nenhum CNPJ válido na lista enviada.', 'object', [submit('cnpj', [7])]],
  [
    429,
    'Limite de requisições por minuto excedido. Tente novamente em 40 segundos.',
    'object',
    counted,
    { options: { rate: 1, realtimeRate: 1 }, before: [lookup(CPF), realtime(CPF)] },
  ],
  [
    429,
    'Limite de 5 lotes pendentes por cliente excedido.',
    'either',
    [submit('cnpj', [CNPJ])],
    { options: { pendingBatches: 5 }, before: Array<Request>(5).fill(submit('cnpj', [CNPJ])) },
  ],
];

/** Spec, "Codes of GET /cpf/{cpf}"; an error of another cause has none. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['INVALID_CPF_FORMAT'],
  401: ['INVALID_API_KEY', 'MISSING_API_KEY'],
  403: ['SUSPENDED_API_KEY', 'INSUFFICIENT_CREDITS'],
  404: ['CPF_NOT_FOUND'],
  422: ['INVALID_CPF_DIGITS'],
  429: ['RATE_LIMIT_EXCEEDED'],
};

const told = rows.map(([status, message, form, requests, where = {}]) => {
  return { status, message, form, requests, where };
});

test.each(told)(
  '$status $message, as $form',
  async ({ status, message, form, requests, where }) => {
    const { options, before = [], key = 'sandbox-key' } = where;
    for (const request of requests) {
      // 20 s after the start of a clock minute, so that the message of the limit says 40.
      const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 20));
      const { call } = await open({ clock, ...options });
      const send = ([method, path, body]: Request, headers = {}) =>
        call(method, path, body && JSON.stringify(body), headers);
      for (const each of before) await send(each);
      const answer = await send(request, { 'x-api-key': key });
      const codes = /^\/cpf\/\d+$/.test(request[1]) ? CODES[status] : undefined;
      const withCode = codes?.map((code) => coded(code, message)) ?? [];
      expect([...forms[form](message), ...withCode]).toContainEqual(answer.body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.has('retry-after')).toBe(status === 429);
    }
  },
);

test('some errors of the single CPF lookup have a code, and none those of users and accounts', async () => {
  const codesOf = async (refusal: string) => {
    const { get } = await open({ faults: [`*=${refusal}`] });
    const codes = new Set<unknown>();
    for (const id of some(cpf, true, 20)) {
      const { body } = await get(`/cpf/${id}`);
      codes.add((body.error as { readonly code?: string }).code);
    }
    return codes;
  };
  expect(await codesOf('replaced-key')).toEqual(new Set(['INVALID_API_KEY', undefined]));
  expect(await codesOf('suspended-key')).toEqual(new Set(['SUSPENDED_API_KEY', undefined]));
  expect(await codesOf('inactive-user')).toEqual(new Set([undefined]));
  expect(await codesOf('blocked-account')).toEqual(new Set([undefined]));
});
