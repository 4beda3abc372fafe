import { describe, expect, it } from 'vitest';
import { JobReader } from '../../src/service/job-reader.js';
import {
  readBareRecord,
  readQuota,
  readRecord,
  readSubmission,
} from '../../src/service/records.js';
import { CNPJ, CPF, JOB, job, quota, errorOf, ok, raw, scripted } from './support.js';
import { ConfereError } from '../../src/base/errors.js';
import { requestAndRecordQuota, type BalanceRecorder } from '../../src/service/index.js';

describe('readRecord', () => {
  it('readRecord keeps unknown fields and their types', () => {
    const data = { cnpj: CNPJ, razao_social: 'X', novo: { a: [1] }, data_opcao_mei: null };
    expect(readRecord(data)).toEqual(data);
  });
  it('readRecord keeps fields with names such as constructor', () => {
    const text = '{"constructor":1,"__proto__":{"a":2},"toString":3,"prototype":null}';
    expect(JSON.stringify(readRecord(JSON.parse(text)))).toBe(text);
  });
  it.each([[[]], ['text'], [5], [{}], [true]])('readRecord refuses %j', (data) => {
    expect(readRecord(data)).toBeUndefined();
  });
});

it('readBareRecord reads a record without an envelope, and refuses other JSON', () => {
  expect(readBareRecord({ success: true, cpf: CPF, novo: 1 })).toEqual({ cpf: CPF, novo: 1 });
  expect(readBareRecord({ name: 'Ana' })).toEqual({ name: 'Ana' });
  for (const other of [{ success: true }, { message: 'Forbidden' }, {}, [], 'x', undefined]) {
    expect(readBareRecord(other)).toBeUndefined();
  }
});

it('readQuota keeps unknown fields and requires the two numbers', () => {
  expect(readQuota({ ...quota, extra: 1 })).toEqual({ ...quota, extra: 1 });
  expect(readQuota({ ...quota, plan: null })?.plan).toBe('unknown');
  expect(readQuota({ ...quota, remainingCredits: '60' })).toBeUndefined();
  expect(readQuota({ plan: 'Micro', usedCredits: 1 })).toBeUndefined();
});

it('readSubmission requires only the job id', () => {
  expect(readSubmission({ jobId: JOB, totalRecords: 5, invalid: 2, x: 1 }, 9)).toEqual({
    jobId: JOB,
    totalRecords: 5,
    invalid: 2,
  });
  expect(readSubmission({ jobId: JOB }, 9)).toEqual({ jobId: JOB, totalRecords: 9, invalid: 0 });
  for (const odd of [null, '5', Number.NaN, 1.5, -1, 10, 1e300]) {
    const data = { jobId: JOB, totalRecords: odd, invalid: odd };
    expect(readSubmission(data, 9)).toEqual({ jobId: JOB, totalRecords: 9, invalid: 0 });
  }
  expect(readSubmission({ totalRecords: 5, invalid: 2 }, 9)).toBeUndefined();
  expect(readSubmission({ jobId: '' }, 9)).toBeUndefined();
});

function readJob(kind: 'cpf' | 'cnpj', data: unknown) {
  const reader = new JobReader(kind);
  reader.cutter.take(Buffer.from(JSON.stringify({ data })));
  return reader.read((JSON.parse(reader.cutter.finish()) as { data?: unknown }).data);
}

describe('a job', () => {
  it.each([
    { cnpj: CNPJ, found: true, data: null },
    { cnpj: CNPJ, found: true },
    { cnpj: CNPJ, found: true, data: [] },
    { cnpj: CNPJ, found: true, data: { cnpj: CNPJ, razao_social: null } },
    { cnpj: CNPJ, found: 'true', data: { razao_social: 'X' } },
    { cnpj: CNPJ, data: { razao_social: 'X' } },
  ])(
    'an item of a job without a record counts as found, because it may have been charged: %o',
    (item) => {
      const { results } = readJob('cnpj', { ...job, cnpjs: [item] }) ?? {};
      expect(results).toEqual([{ id: CNPJ, found: true, record: null }]);
    },
  );

  it('a job ignores items without a usable id', () => {
    const cpfs = [
      null,
      5,
      'x',
      [],
      {},
      { cpf: 52998224725, found: true },
      { cpf: '1', found: true },
    ];
    expect(readJob('cpf', { ...job, cpfs })?.results).toEqual([]);
    expect(readJob('cpf', job)?.results).toEqual([]);
    expect(readJob('cpf', { ...job, cpfs: null, error: undefined })?.error).toBeNull();
  });
  it.each([
    ['an unknown status', { ...job, status: 'paused' }],
    ['a missing counter', { ...job, skipped: undefined }],
    ['a counter as text', { ...job, found: '1' }],
    ['a counter with a fraction', { ...job, found: 1.5 }],
    ['a counter beyond 2^53', { ...job, not_found: 1e300 }],
    ['results of another type', { ...job, cpfs: {} }],
    ['a text instead of an object', 'job'],
  ])('a job with %s is refused', (_, data) => {
    expect(readJob('cpf', data)).toBeUndefined();
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

it('a balance is stored with the tick before its request', async () => {
  const told: unknown[] = [];
  const quota = () => Promise.resolve(QUOTA).finally(() => told.push('asked'));
  const notes: BalanceRecorder = {
    readTick: () => Promise.resolve(told.push('before')),
    storeReading: (...kept) => Promise.resolve(void told.push(kept)),
  };
  await requestAndRecordQuota(quota, notes);
  expect(told).toEqual(['before', 'asked', [QUOTA, 1]]);
});
