import { describe, expect, it } from 'vitest';
import { worded } from '../helpers/sentence.js';
import {
  CNPJ,
  CPF,
  JOB,
  KEY,
  accepted,
  errorOf,
  fail,
  job,
  ok,
  quota,
  raw,
  record,
  scripted,
  type Step,
} from './support.js';

const text =
  (status: number, error: string): Step =>
  (response) =>
    raw(
      status,
      'application/json',
      JSON.stringify({ success: false, error }),
    )(response, {
      method: '',
      path: '',
      headers: {},
      body: '',
    });

const remaining = (credits: number): Step => ok({ ...quota, remainingCredits: credits });

describe('requests', () => {
  it('carry the key, the user agent and the identifier without punctuation', async () => {
    const { client, server } = await scripted(ok(record));
    await client.cpf('529.982.247-25');
    await client.cnpj('12.abc.345/01de-35');
    await client.realtimeCpf('529.982.247-25', '01/02/1990');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /cpf/${CPF}`,
      `GET /cnpj/${CNPJ}`,
      'POST /cpf/realtime',
    ]);
    const [first, , last] = server.requests;
    expect(first?.headers).toMatchObject({ 'x-api-key': KEY, 'user-agent': 'confere/test' });
    expect(last?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(last?.body ?? '')).toEqual({ cpf: CPF, birthDate: '01/02/1990' });
  });
  it('keep a number of a record that does not come back as it was written, as text', async () => {
    const fields =
      '"a":12345678901234567890,"b":[1.10,1e400,{"c":1e3}],"d":1.5,"e":-7,"f":": 1e400, \\"2.0"';
    const kept = {
      ...{ a: '12345678901234567890', b: [1.1, '1e400', { c: 1000 }], d: 1.5, e: -7 },
      f: ': 1e400, "2.0',
    };
    const data = `{"cpf":"${CPF}",${fields}}`;
    const whole = JSON.stringify({ success: true, data: { ...job, cpfs: [] } });
    const item = `[{"cpf":"${CPF}","found":true,${fields}}]`;
    const { client } = await scripted([
      raw(200, 'application/json', `{"success":true,"data":${data}}`),
      raw(
        200,
        'application/json',
        whole.replace('[]', item).replace('"processed":2', '"processed":2.0'),
      ),
    ]);
    expect(await client.cpf(CPF)).toEqual({ cpf: CPF, ...kept });
    const { processed, results } = await client.batchJob('cpf', JOB);
    expect(processed).toBe(2);
    expect(JSON.parse(String(results[0]?.record))).toEqual({ cpf: CPF, ...kept });
  });
  it('submit with labels and accept any 2xx', async () => {
    const { client, server } = await scripted(ok(accepted, 200));
    const labels = { fileName: 'a.csv', format: 'CSV' };
    expect(await client.submitBatch('cpf', [CPF], labels)).toEqual({
      jobId: JOB,
      totalRecords: 1,
      invalid: 0,
    });
    expect(server.requests[0]?.path).toBe('/cpf/bulk');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ cpfs: [CPF], ...labels });
  });
  it('ask for a job by its kind', async () => {
    const { client, server } = await scripted([ok(job), ok({ ...job, id: 'A/b' })]);
    await client.batchJob('cpf', JOB);
    await client.batchJob('cnpj', 'a/b');
    expect(server.requests.map(({ path }) => path)).toEqual([
      `/cpf/bulk/${JOB}`,
      '/cnpj/bulk/a%2Fb',
    ]);
  });
});

describe('the status of another job', () => {
  it('is no answer: it is asked for again, then unreadable', async () => {
    const other = ok({ ...job, id: 'another' });
    const once = await scripted([other, ok(job)]);
    expect(await once.client.batchJob('cpf', JOB)).toMatchObject({ id: job.id });
    const always = await scripted(other);
    const error = await errorOf(always.client.batchJob('cpf', JOB));
    expect(error).toMatchObject({ code: 'unreadable_answer', kind: 'service' });
    expect(always.server.requests).toHaveLength(4);
  });
});

describe('a 403', () => {
  it.each([
    ['no balance', remaining(0), 'insufficient_credits', 'credits'],
    ['any balance', remaining(50), 'insufficient_credits', 'credits'],
    ['balance refused', fail(403), 'key_refused', 'auth'],
    ['balance refused for the key', text(401, 'API Key inativa'), 'key_refused', 'auth'],
    ['balance unreadable', raw(200, 'text/html', '<p>'), 'insufficient_credits', 'credits'],
  ])('%s', async (_, balance, code, kind) => {
    // Every message mentions credits, so the message cannot decide.
    const { client } = await scripted([fail(403, 'Limite de créditos excedido'), balance]);
    const error = await errorOf(client.cpf(CPF));
    expect(error).toMatchObject({ code, kind, httpStatus: 403, endpoint: 'cpf' });
    expect(worded(error)).toMatch(/^Limite de créditos excedido/);
  });
  it.each([
    ['SUSPENDED_API_KEY', 0],
    ['INSUFFICIENT_CREDITS', 60],
    ['ANYTHING_ELSE', 0],
    ['ANYTHING_ELSE', 60],
  ])('with code %s and %i credits is about credits', async (code, credits) => {
    const coded = raw(403, 'application/json', JSON.stringify({ success: false, error: { code } }));
    const { client } = await scripted([coded, remaining(credits)]);
    expect(await errorOf(client.cpf(CPF))).toMatchObject({ code: 'insufficient_credits' });
  });
  it('of a free request is about the key, without a request for the balance', async () => {
    const { client, server } = await scripted(fail(403));
    expect(await errorOf(client.quota())).toMatchObject({ code: 'key_refused' });
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject({ code: 'key_refused' });
    expect(server.requests).toHaveLength(2);
  });
});

describe('other refusals', () => {
  it.each([
    [400, 'refused_input', 'refused_input'],
    [422, 'refused_input', 'refused_input'],
    [401, 'key_refused', 'auth'],
    [418, 'service_failed', 'unconfirmed'],
  ])('%i', async (status, code, kind) => {
    const { client, server } = await scripted(fail(status, 'Motivo.'));
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ code, kind, mayHaveCharged: status === 418 });
    expect(worded(error)).toBe('Motivo.');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a 404', () => {
  it('in JSON means that there is no record', async () => {
    const { client, server } = await scripted(fail(404, 'CPF não encontrado na base de dados'));
    const error = await errorOf(client.cpf(CPF));
    expect(error).toMatchObject({ code: 'not_found' });
    expect(error).toMatchObject({ kind: 'not_found', mayHaveCharged: false });
    expect(server.requests).toHaveLength(1);
  });
  it('with a string as error means the same, also for a job', async () => {
    const { client, server } = await scripted(text(404, 'Lote não encontrado.'));
    expect(await errorOf(client.cnpj(CNPJ))).toMatchObject({ code: 'not_found' });
    expect(await errorOf(client.batchJob('cnpj', JOB))).toMatchObject({ code: 'not_found' });
    expect(server.requests).toHaveLength(3);
  });
  it.each([
    ['plain text', raw(404, 'text/plain; charset=utf-8', 'NOT_FOUND')],
    ['the text of an envelope', raw(404, 'text/plain', '{"success":false,"error":"x"}')],
    ["another server's JSON", raw(404, 'application/json', '{"message":"no route"}')],
  ])('as %s is a wrong base URL', async (_, step) => {
    const { client, server } = await scripted(step);
    const error = await errorOf(client.cpf(CPF));
    expect(error).toMatchObject({ code: 'route_not_found' });
    expect(error.kind).toBe('usage');
    expect(worded(error)).toContain(server.url.replace('http://', ''));
  });
});
