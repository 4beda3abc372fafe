import { describe, expect, it } from 'vitest';
import {
  CNPJ,
  CPF,
  JOB,
  KEY,
  accepted,
  errorOf,
  job,
  ok,
  raw,
  record,
  scripted,
} from './support.js';

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
