import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { requestAndRecordQuota } from '../../src/service/index.js';
import { JobReader } from '../../src/service/job-reader.js';
import {
  readBareRecord,
  readQuota,
  readRecord,
  readSubmission,
} from '../../src/service/records.js';
import { expectCases } from '../helpers/cases.js';
import { CPF, JOB, errorOf, job, ok, raw, scripted } from './support.js';

function readJob(kind: 'cpf' | 'cnpj', data: object) {
  const reader = new JobReader(kind);
  reader.bodyReader.take(Buffer.from(JSON.stringify({ data: { ...job, ...data } })));
  return reader.read((JSON.parse(reader.bodyReader.finish()) as { data?: unknown }).data);
}

const READERS: Readonly<Record<string, (data: unknown) => unknown>> = {
  record: readRecord,
  bare: readBareRecord,
  quota: readQuota,
  submission: (data) => readSubmission(data, 9),
  cnpjs: (cnpjs) => readJob('cnpj', { cnpjs })?.results,
  cpfs: (cpfs) => readJob('cpf', { cpfs })?.results,
  job: (data) => readJob('cpf', data as object),
};

it('answers are read as answers.txt says', async () => {
  await expectCases(new URL('answers.txt', import.meta.url), (given) => {
    const [, name = '', json = ''] = /^(\w+) (.*)$/.exec(given) ?? [];
    return READERS[name]?.(JSON.parse(json)) ?? 'none';
  });
});

it('a number of a record that JavaScript would change becomes a text', async () => {
  const fields =
    '"a":12345678901234567890,"b":[1.10,1e400,{"c":1e3}],"d":1.5,"e":-7,"f":": 1e400, \\"2.0"';
  const kept = {
    a: '12345678901234567890',
    b: [1.1, '1e400', { c: 1000 }],
    d: 1.5,
    e: -7,
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

it('the status of another job is asked for again, and is then unreadable', async () => {
  const other = ok({ ...job, id: 'another' });
  const once = await scripted([other, ok(job)]);
  expect(await once.client.batchJob('cpf', JOB)).toMatchObject({ id: job.id });
  const always = await scripted(other);
  const error = await errorOf(always.client.batchJob('cpf', JOB));
  expect(error).toMatchObject({ code: 'unreadable_answer', kind: 'service' });
  expect(always.server.requests).toHaveLength(4);
});

const QUOTA = { plan: 'Micro', usedCredits: 1, remainingCredits: 99 };
const busy = () => Promise.reject(new ConfereError('state_busy', { path: 'ledger.db' }));

it.each([
  ['before the request', { readTick: busy, storeReading: () => Promise.resolve() }],
  ['after the request', { readTick: () => Promise.resolve(1), storeReading: busy }],
] as const)('a balance is returned although the ledger is busy %s', async (_, notes) => {
  expect(await requestAndRecordQuota(() => Promise.resolve(QUOTA), notes)).toBe(QUOTA);
});
