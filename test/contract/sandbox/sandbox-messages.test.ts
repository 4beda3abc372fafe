import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { cnpj, cpf, one, some, open } from '../../sandbox/support.js';
import { allCalls, type CallName } from '../calls.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { messages, type Message } from '../golden.js';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** How to make the sandbox send a message. */
interface Provocation {
  readonly options?: Partial<SandboxOptions>;
  /** Requests to make first. */
  readonly before?: readonly Request[];
  readonly request: Request;
  /** Replaces the key of the sandbox. */
  readonly key?: string;
}

const get = (path: string): Request => ({ method: 'GET', path });
const post = (path: string, body: unknown): Request => ({ method: 'POST', path, body });

const CPF = one(cpf, true);
const CNPJ = one(cnpj, true);
const BAD_CPF = '52998224726';
const JOB = '00000000-0000-4000-8000-000000000000';

const realtime = (id: string, birthDate = '07/03/1985') =>
  post('/cpf/realtime', { cpf: id, birthDate });
const submitCpfs = (cpfs: unknown) => post('/cpf/bulk', { cpfs });
const submitCnpjs = (cnpjs: unknown) => post('/cnpj/bulk', { cnpjs });

/** A valid request for each endpoint. */
const good: Readonly<Record<CallName, Request>> = {
  quota: get('/quota'),
  cpf: get(`/cpf/${CPF}`),
  cnpj: get(`/cnpj/${CNPJ}`),
  realtimeCpf: realtime(CPF),
  submitCpfBatch: submitCpfs(some(cpf, true, 2)),
  submitCnpjBatch: submitCnpjs(some(cnpj, true, 2)),
  cpfBatchJob: get(`/cpf/bulk/${JOB}`),
  cnpjBatchJob: get(`/cnpj/bulk/${JOB}`),
};

type ByCall = Readonly<Partial<Record<CallName, Provocation>>>;

const everywhere = (more: Omit<Provocation, 'request'>): ByCall =>
  Object.fromEntries(allCalls.map((name) => [name, { ...more, request: good[name] }]));

const many = (id: string) => Array<string>(10_001).fill(id);
const limited = everywhere({
  options: { rate: 1, realtimeRate: 1 },
  before: [good.cpf, good.realtimeCpf],
});

/** By message of the spec's table and endpoint. */
const provocations: Readonly<Record<string, ByCall>> = {
  'CPF inválido. Deve conter 11 dígitos.': {
    cpf: { request: get('/cpf/123') },
    realtimeCpf: { request: realtime('123') },
  },
  'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY': {
    realtimeCpf: { request: realtime(CPF, '1985-03-07') },
  },
  "Campo 'cpfs' deve ser um array não vazio.": { submitCpfBatch: { request: submitCpfs([]) } },
  "Campo 'cnpjs' deve ser um array não vazio.": { submitCnpjBatch: { request: submitCnpjs({}) } },
  'Limite de 10000 CPFs por lote excedido.': { submitCpfBatch: { request: submitCpfs(many(CPF)) } },
  'Limite de 10000 CNPJs por lote excedido.': {
    submitCnpjBatch: { request: submitCnpjs(many(CNPJ)) },
  },
  'CNPJ inválido. Formato ou dígito verificador incorreto.': {
    cnpj: { request: get('/cnpj/12ABC34501DE36') },
  },
  'API Key não fornecida': everywhere({ key: '' }),
  'API Key inválida': everywhere({ key: 'another-key' }),
  'Limite de créditos excedido': everywhere({ options: { plan: 'Grátis', credits: 0 } }),
  'Créditos insuficientes para o lote: 2 necessários.': everywhere({
    options: { plan: 'Grátis', credits: 1 },
  }),
  'CPF não encontrado na base de dados': { cpf: { request: get(`/cpf/${one(cpf, false)}`) } },
  'CNPJ não encontrado na base de dados': { cnpj: { request: get(`/cnpj/${one(cnpj, false)}`) } },
  'Lote não encontrado.': everywhere({}),
  'CPF inválido. Dígito verificador incorreto.': {
    cpf: { request: get(`/cpf/${BAD_CPF}`) },
    realtimeCpf: { request: realtime(BAD_CPF) },
  },
  'Nenhum CPF válido na lista enviada.': { submitCpfBatch: { request: submitCpfs([BAD_CPF]) } },
  'Nenhum CNPJ válido na lista enviada.': { submitCnpjBatch: { request: submitCnpjs([7]) } },
  'Limite de requisições por minuto excedido. Tente novamente em 40 segundos.': limited,
  'Limite de 5 lotes pendentes por cliente excedido.': {
    submitCnpjBatch: {
      options: { pendingBatches: 5 },
      before: Array<Request>(5).fill(good.submitCnpjBatch),
      request: good.submitCnpjBatch,
    },
  },
};

/** Messages that the sandbox sends only with faults. It invents the messages of the authority. */
const OUT_OF_REACH = /API Key inativa|Usuário inativo|Conta bloqueada|base da Receita Federal/;

const rows = messages
  .filter(({ status, message }) => status < 500 && !OUT_OF_REACH.test(message))
  .flatMap((row) => row.calls.map((name) => ({ ...row, name })));

/** The spec does not show which form an error of `GET /cpf/{cpf}` has ("Codes of GET /cpf/{cpf}"). */
const CODES: Readonly<Record<number, RegExp>> = {
  400: /^INVALID_CPF_FORMAT$/,
  401: /^(INVALID|MISSING)_API_KEY$/,
  403: /^(SUSPENDED_API_KEY|INSUFFICIENT_CREDITS)$/,
  404: /^CPF_NOT_FOUND$/,
  422: /^INVALID_CPF_DIGITS$/,
  429: /^RATE_LIMIT_EXCEEDED$/,
};

/** The possible bodies of an answer, given the forms that the row names (spec, "Body formats"). */
function bodiesOf(name: CallName, { status, message, forms }: Message): unknown[] {
  const object = { success: false, data: null, error: { message } };
  const string = { success: false, error: message };
  const bodies = forms.map((form) => (form === 'object' ? object : string));
  if (name !== 'cpf') return bodies;
  const code = expect.stringMatching(CODES[status] ?? /^$/) as unknown;
  return [...bodies, object, { ...object, error: { code, message } }];
}

describe('the sandbox sends the messages of the spec, word for word', () => {
  test.each(rows)('$status $message at $name', async (row) => {
    const { status, message, name } = row;
    const provoke = provocations[message]?.[name];
    if (provoke === undefined) throw new Error('nothing in the data provokes this');
    const answer = await answerOf(provoke);
    expect(answer.status).toBe(status);
    expect(bodiesOf(name, row)).toContainEqual(answer.body);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.has('retry-after')).toBe(status === 429);
  });
  test('an unknown route answers with plain text', async () => {
    const { get } = await open();
    const { status, text, headers } = await get('/nenhuma');
    expect([status, text]).toEqual([404, 'NOT_FOUND']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
  });
});

/** 20 s after the start of a clock minute, so that the message of the limit says 40. */
async function answerOf({ options = {}, before = [], request, key }: Provocation) {
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 20));
  const { call } = await open({ clock, ...options });
  const send = ({ method, path, body }: Provocation['request']) =>
    call(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      key === undefined ? {} : { 'x-api-key': key },
    );
  for (const each of before) await send(each);
  return send(request);
}
